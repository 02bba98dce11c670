import { Star, Trash2 } from 'lucide-react';
import { useCallback } from 'react';
import { ToggleButton } from 'react-aria-components/ToggleButton';
import type { Suggestion } from '#contract/keepsakes.ts';
import type { PartFields } from '#renderer/state/requisition-draft-fields.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Combo } from '#renderer/ui/Combo.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import { shorten } from '#renderer/ui/format.ts';
import { Icon } from '#renderer/ui/Icon.tsx';
import { emptyListText } from '#renderer/records/editing/use-seen-ids.ts';
import { useAsked, type Asked } from '#renderer/records/use-asked.ts';
import type { Favourites } from './use-favourites.ts';

interface PartRowProps {
  readonly kind: 'diagnoses' | 'scripts';
  /** Its place, from 1. */
  readonly number: number;
  readonly part: PartFields;
  readonly error: string | undefined;
  readonly favourites: Favourites;
  readonly onChange: (part: PartFields) => void;
  readonly onRemove: () => void;
}

const SHOWN_LENGTH = 80;

/** One diagnosis or script: its code or name with what was used before, its description, a star, the way out. */
export function PartRow({ kind, number, part, error, favourites, onChange, onRemove }: PartRowProps) {
  const text = useText();
  const one = text(kind === 'diagnoses' ? 'editor.diagnosis' : 'editor.script', { number });
  const what = part.head === '' ? one : shorten(part.head, SHOWN_LENGTH);
  const found = useSuggestions(kind, part.head, favourites.revision);
  const suggestions = found.value?.items ?? [];
  return (
    <fieldset className="editor-part">
      <legend className="visually-hidden">{one}</legend>
      <Combo
        label={text(kind === 'diagnoses' ? 'editor.code' : 'editor.scriptName')}
        value={part.head}
        onChange={(head) => onChange({ ...part, head })}
        onChoose={({ code, description }) => onChange({ ...part, head: code, description })}
        items={suggestions.map((each) => ({
          ...each,
          id: JSON.stringify([each.code, each.description]),
          value: each.code,
        }))}
        showLabel={text('editor.showAll', { what: text(`editor.${kind}`) })}
        emptyText={emptyListText(text, found, text('editor.noSuggestion'))}
        renderItem={(item) => <SuggestionRow suggestion={item} />}
        error={error}
        anchor={`${kind}.${number - 1}`}
      />
      <Field
        label={text('editor.description')}
        value={part.description}
        onChange={(description) => onChange({ ...part, description })}
      />
      <div className="editor-part-actions">
        <StarButton what={what} part={part} suggestions={suggestions} favourites={favourites} />
        <Button
          tone="quiet"
          icon={<Icon of={Trash2} />}
          aria-label={text('editor.remove', { what })}
          onPress={onRemove}
        />
      </div>
    </fieldset>
  );
}

/** What was used before and is like what is typed. */
function useSuggestions(
  of: 'diagnoses' | 'scripts',
  typed: string,
  revision: number,
): Asked<{ readonly items: readonly Suggestion[] }> {
  const { calls } = useStores();
  const search = typed.trim().slice(0, 1_000);
  const ask = useCallback(() => calls['suggestions.list']({ of, search }), [calls, of, search]);
  return useAsked(ask, revision);
}

function SuggestionRow({ suggestion }: { readonly suggestion: Suggestion }) {
  const text = useText();
  const { code, description, isFavourite, uses } = suggestion;
  return (
    <>
      <bdi>{shorten(code, SHOWN_LENGTH)}</bdi>
      <span className="combo-item-quiet">
        {isFavourite ? text('editor.isFavourite') : text('editor.uses', { count: uses })}
      </span>
      {description !== '' && (
        <bdi className="combo-item-quiet combo-item-below">{shorten(description, SHOWN_LENGTH)}</bdi>
      )}
    </>
  );
}

interface StarButtonProps {
  readonly what: string;
  readonly part: PartFields;
  readonly suggestions: readonly Suggestion[];
  readonly favourites: Favourites;
}

function StarButton({ what, part, suggestions, favourites }: StarButtonProps) {
  const text = useText();
  const code = part.head.trim();
  const entry = { code, description: part.description };
  const isFavourite = suggestions.some(
    (each) => each.isFavourite && each.code === code && each.description === part.description,
  );
  return (
    <ToggleButton
      className="button editor-star"
      aria-label={text(isFavourite ? 'editor.unfavourite' : 'editor.favourite', { what })}
      isSelected={isFavourite}
      isDisabled={code === '' || code.length > 1_000}
      onChange={(isSelected) => favourites.set(entry, isSelected)}
    >
      <Icon of={Star} />
    </ToggleButton>
  );
}
