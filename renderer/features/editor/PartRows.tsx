import { Plus } from 'lucide-react';
import type { PartFields } from '#renderer/state/requisition-draft-fields.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { PartRow } from './PartRow.tsx';
import { useFavourites } from './use-favourites.ts';

export type PartKind = 'diagnoses' | 'scripts';

interface PartRowsProps {
  readonly kind: PartKind;
  readonly parts: readonly PartFields[];
  readonly onChange: (parts: readonly PartFields[]) => void;
  /** What is wrong with one of them, in words. */
  readonly errorOf: (index: number) => string | undefined;
  readonly error: string | undefined;
}

const BLANK: PartFields = { id: '', head: '', description: '' };

/** Diagnoses or scripts, as many rows as there are. */
export function PartRows({ kind, parts, onChange, errorOf: getError, error }: PartRowsProps) {
  const text = useText();
  const favourites = useFavourites(kind);
  return (
    <fieldset className="editor-parts">
      <legend className="field-label">{text(`editor.${kind}`)}</legend>
      {parts.map((part, index) => (
        // Rows are told apart by their place alone; one that is taken away takes its own line with it.
        <PartRow
          key={index}
          kind={kind}
          number={index + 1}
          part={part}
          error={getError(index)}
          favourites={favourites}
          onChange={(changed) => onChange(parts.map((each, at) => (at === index ? changed : each)))}
          onRemove={() => onChange(parts.filter((_, at) => at !== index))}
        />
      ))}
      {error !== undefined && <p className="field-error">{error}</p>}
      {favourites.hasFailed && (
        <p className="field-error" role="alert">
          {text('editor.notFavoured')}
        </p>
      )}
      <div>
        <Button size="small" icon={<Icon of={Plus} size={14} />} onPress={() => onChange([...parts, BLANK])}>
          {text(kind === 'diagnoses' ? 'editor.addDiagnosis' : 'editor.addScript')}
        </Button>
      </div>
    </fieldset>
  );
}
