import { Star, Trash2, Plus } from 'lucide-react';
import { useState, useCallback, useEffect, useRef, type RefObject } from 'react';
import type { EntrySuggestion } from '#contract/local-data.ts';
import { getEmptySuggestionsText } from '#renderer/shared/editing/IdPicker.tsx';
import { useQueryResult, type QueryState } from '#renderer/shared/use-query-result.ts';
import type { DiagnosisOrScriptFields } from '#renderer/state/requisitions/requisition-draft-fields.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { ComboBoxField, ComboBoxItemNote } from '#renderer/ui/ComboBoxField.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { IconToggleWithDisabledReason } from '#renderer/ui/IconToggleWithDisabledReason.tsx';
import { truncateWithEllipsis } from '#renderer/ui/format.ts';
import fieldStyles from '#renderer/ui/Field.module.css';
import styles from './parts.module.css';

/** The element that contains the rows, and the function to call with the anchor of a row that the user adds. */
interface FocusOfAdded<E extends HTMLElement> {
  readonly ref: RefObject<E | null>;
  readonly focusAdded: (anchor: string) => void;
}

/** Moves the focus to a row that the user adds, once it is there. */
export function useFocusOnAddedRow<E extends HTMLElement>(): FocusOfAdded<E> {
  const ref = useRef<E>(null);
  const added = useRef<string | null>(null);
  useEffect(() => {
    if (added.current === null) return;
    const field = ref.current?.querySelector<HTMLElement>(`[data-anchor="${added.current}"]`);
    if (field === null || field === undefined) return;
    added.current = null;
    field.focus();
  });
  return {
    ref,
    focusAdded: (anchor) => {
      added.current = anchor;
    },
  };
}

type Kind = 'diagnoses' | 'scripts';
type Entry = Pick<EntrySuggestion, 'code' | 'description'>;

/** The user's favourite diagnoses or scripts on this computer, and how to change them. */
interface Favourites {
  /** Increments with every change, so that the suggestions are requested again. */
  readonly revision: number;
  readonly hasFailed: boolean;
  readonly set: (entry: Entry, isFavourite: boolean) => void;
}

/** Adds and removes favourites, and increments `revision` when that is done. */
function useFavourites(kind: Kind): Favourites {
  const { calls } = useStores();
  const [revision, setRevision] = useState(0);
  const [hasFailed, setFailed] = useState(false);

  async function change(entry: Entry, isFavourite: boolean): Promise<void> {
    const answer = await calls['favourites.set']({ of: kind, ...entry, isFavourite });
    setFailed(!answer.ok);
    setRevision((before) => before + 1);
  }
  return { revision, hasFailed, set: (entry, isFavourite) => void change(entry, isFavourite) };
}

interface CodedEntryRowProps {
  readonly kind: 'diagnoses' | 'scripts';
  /** Number of the row, from 1. */
  readonly number: number;
  readonly part: DiagnosisOrScriptFields;
  readonly error: string | undefined;
  readonly favourites: Favourites;
  readonly onChange: (part: DiagnosisOrScriptFields) => void;
  readonly onRemove: () => void;
}

const SHOWN_LENGTH = 80;

/**
 * One diagnosis or script: its code or name with suggestions, its description, a favourite button, and a
 * remove button.
 */
function CodedEntryRow({ kind, number, part, error, favourites, onChange, onRemove }: CodedEntryRowProps) {
  const text = useText();
  const rowName = text(kind === 'diagnoses' ? 'editor.diagnosis' : 'editor.script', { number });
  const entryName = part.head === '' ? rowName : truncateWithEllipsis(part.head, SHOWN_LENGTH);
  const found = useSuggestions(kind, part.head, favourites.revision);
  const suggestions = found.value?.items ?? [];
  return (
    <fieldset className={styles.editorPart}>
      <legend className="visually-hidden">{rowName}</legend>
      <ComboBoxField
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
        emptyText={getEmptySuggestionsText(text, found, text('editor.noSuggestion'))}
        renderItem={(item) => <SuggestionRow suggestion={item} />}
        error={error}
        labelSize="small"
        anchor={`${kind}.${number - 1}`}
      />
      <Field
        label={text('editor.description')}
        labelSize="small"
        value={part.description}
        onChange={(description) => onChange({ ...part, description })}
      />
      <div className={styles.editorPartActions}>
        <StarButton entryName={entryName} part={part} suggestions={suggestions} favourites={favourites} />
        <Button
          tone="quiet"
          icon={<Icon shape={Trash2} />}
          aria-label={text('editor.remove', { what: entryName })}
          onPress={onRemove}
        />
      </div>
    </fieldset>
  );
}

/** Suggests earlier diagnoses or scripts that match the typed text. */
function useSuggestions(
  kind: 'diagnoses' | 'scripts',
  typed: string,
  revision: number,
): QueryState<{ readonly items: readonly EntrySuggestion[] }> {
  const { calls } = useStores();
  const search = typed.trim().slice(0, 1_000);
  const ask = useCallback(
    (signal: AbortSignal) => calls['suggestions.list']({ of: kind, search }, signal),
    [calls, kind, search],
  );
  return useQueryResult(ask, revision);
}

function SuggestionRow({ suggestion }: { readonly suggestion: EntrySuggestion }) {
  const text = useText();
  const { code, description, isFavourite, uses } = suggestion;
  return (
    <>
      <bdi>{truncateWithEllipsis(code, SHOWN_LENGTH)}</bdi>
      <ComboBoxItemNote>
        {isFavourite ? text('editor.isFavourite') : text('editor.uses', { count: uses })}
      </ComboBoxItemNote>
      {description !== '' && (
        <ComboBoxItemNote isBelow>{truncateWithEllipsis(description, SHOWN_LENGTH)}</ComboBoxItemNote>
      )}
    </>
  );
}

/** Maximum length of the code or name of a favourite. */
const MAX_FAVOURITE_LENGTH = 1_000;

interface StarButtonProps {
  readonly entryName: string;
  readonly part: DiagnosisOrScriptFields;
  readonly suggestions: readonly EntrySuggestion[];
  readonly favourites: Favourites;
}

function StarButton({ entryName, part, suggestions, favourites }: StarButtonProps) {
  const text = useText();
  const code = part.head.trim();
  const entry = { code, description: part.description };
  const isFavourite = suggestions.some(
    (each) => each.isFavourite && each.code === code && each.description === part.description,
  );
  const reason =
    code === ''
      ? text('disabled.favouriteEmpty')
      : code.length > MAX_FAVOURITE_LENGTH
        ? text('disabled.favouriteLong')
        : null;
  return (
    <IconToggleWithDisabledReason
      icon={<Icon shape={Star} />}
      aria-label={text(isFavourite ? 'editor.unfavourite' : 'editor.favourite', { what: entryName })}
      isSelected={isFavourite}
      reason={reason}
      onChange={(isSelected) => favourites.set(entry, isSelected)}
    />
  );
}

export type CodedEntryKind = 'diagnoses' | 'scripts';

interface CodedEntryRowsProps {
  readonly kind: CodedEntryKind;
  readonly parts: readonly DiagnosisOrScriptFields[];
  readonly onChange: (parts: readonly DiagnosisOrScriptFields[]) => void;
  /** Returns the error message of one row, if it has one. */
  readonly getError: (index: number) => string | undefined;
  readonly error: string | undefined;
}

const BLANK: DiagnosisOrScriptFields = { id: '', head: '', description: '' };

/** Editable rows of diagnoses or scripts. */
export function CodedEntryRows({ kind, parts, onChange, getError, error }: CodedEntryRowsProps) {
  const text = useText();
  const favourites = useFavourites(kind);
  const { ref, focusAdded } = useFocusOnAddedRow<HTMLFieldSetElement>();
  function add(): void {
    focusAdded(`${kind}.${parts.length}`);
    onChange([...parts, BLANK]);
  }
  return (
    <fieldset ref={ref} className={styles.editorParts}>
      <legend className={fieldStyles.fieldLabel}>{text(`editor.${kind}`)}</legend>
      {parts.map((part, index) => (
        // Rows have no id, so the position is the key; inputs are controlled, so removing one keeps the
        // others' text.
        <CodedEntryRow
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
      {error !== undefined && <p className={fieldStyles.fieldError}>{error}</p>}
      {favourites.hasFailed && (
        <p className={fieldStyles.fieldError} role="alert">
          {text('editor.notFavoured')}
        </p>
      )}
      <div>
        <Button size="small" icon={<Icon shape={Plus} size={14} />} onPress={add}>
          {text(kind === 'diagnoses' ? 'editor.addDiagnosis' : 'editor.addScript')}
        </Button>
      </div>
    </fieldset>
  );
}
