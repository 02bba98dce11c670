import { ID_PREFIXES } from '#contract/ids.ts';
import { typedId } from '#renderer/state/typed-id.ts';
import { useText } from '#renderer/text/text.ts';
import { Combo } from '#renderer/ui/Combo.tsx';
import { KnownIdRow } from './SeenIdLine.tsx';
import { useSeenIds, type SeenAs } from './use-seen-ids.ts';

interface IdFieldProps {
  readonly label: string;
  readonly family: 'user' | 'facility';
  readonly as?: SeenAs;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly help?: string;
  readonly error?: string | undefined;
  readonly isRequired?: boolean;
  readonly anchor: string;
}

/** Somebody or some place, by id: chosen among those that were seen before, by local name or id, or typed whole. */
export function IdField({ family, as = 'any', value, help, ...rest }: IdFieldProps) {
  const text = useText();
  const seen = useSeenIds(family, as, value);
  const items = seen.items ?? [];
  const name = items.find(({ id }) => id === typedId(value))?.name ?? null;
  /** Blanks behind an id are a mistake of typing, unless an id that is known ends in them. */
  function onBlur(): void {
    const trimmed = value.trim();
    if (trimmed !== value && !items.some(({ id }) => id === typedId(value))) rest.onChange(trimmed);
  }
  return (
    <div onBlur={onBlur}>
      <Combo
        {...rest}
        value={value}
        items={items.map((item) => ({ ...item, value: item.id }))}
        showLabel={text('editor.showAll', { what: rest.label })}
        emptyText={seen.emptyText(text('editor.nobody', { prefix: ID_PREFIXES[family] }))}
        help={name === null ? help : <bdi className="editor-chosen">{name}</bdi>}
        renderItem={(item) => <KnownIdRow item={item} />}
      />
    </div>
  );
}
