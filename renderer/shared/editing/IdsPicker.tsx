import { X } from 'lucide-react';
import { type ReactNode, useState, type ClipboardEvent, type FocusEvent, type KeyboardEvent } from 'react';
import { escapeInvisibleCharactersOfId } from '#contract/visible-id.ts';
import {
  getIdPrefixOfFamily,
  addChosenId,
  addTypedIds,
  type ListedIdKind,
} from '#renderer/state/forms/form-draft-ids.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { ComboBoxField } from '#renderer/ui/ComboBoxField.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { truncateWithEllipsis } from '#renderer/ui/format.ts';
import { NamedId, useDirectoryEntry } from '../ids/NamedId.tsx';
import { useEntriesWithShowMoreButton } from '../use-partial-list.tsx';
import { formatRejectedIds } from './EditorNotices.tsx';
import { KnownIdRow, useKnownIdSuggestions, type KnownIdRole } from './IdPicker.tsx';
import styles from './editing.module.css';

interface ChosenIdsProps {
  readonly label: string;
  readonly ids: readonly string[];
  /** Renders a note beside an id. */
  readonly renderNote?: (id: string) => ReactNode;
  readonly onRemove: (id: string) => void;
}

/** The ids of a list by their local names, each with a remove button. Renders nothing for an empty list. */
function ChosenIds({ label, ids, renderNote, onRemove }: ChosenIdsProps) {
  const [shown, more] = useEntriesWithShowMoreButton(ids);
  if (ids.length === 0) return null;
  return (
    <>
      <ul className={styles.chosenIds} aria-label={label}>
        {shown.map((id) => (
          <li key={id}>
            <span className={styles.chosenId}>
              <NamedId id={id} show="whole" />
              <RemoveButton id={id} onPress={() => onRemove(id)} />
            </span>
            {renderNote !== undefined && <span className={styles.chosenNote}>{renderNote(id)}</span>}
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

const NAME_LENGTH = 80;

function RemoveButton({ id, onPress }: { readonly id: string; readonly onPress: () => void }) {
  const text = useText();
  const name = useDirectoryEntry(id)?.name ?? escapeInvisibleCharactersOfId(id);
  return (
    <Button
      tone="quiet"
      size="small"
      icon={<Icon shape={X} size={12} />}
      aria-label={text('formEditor.remove', { what: truncateWithEllipsis(name, NAME_LENGTH) })}
      onPress={onPress}
    />
  );
}

export interface ChosenIdsAndTypedText {
  readonly ids: readonly string[];
  /** Text in the input that is not in the list yet. */
  readonly typed: string;
}

interface IdsFieldProps extends ChosenIdsAndTypedText {
  readonly label: string;
  readonly help?: string;
  readonly family: ListedIdKind;
  readonly as?: KnownIdRole;
  /** Ids that are listed elsewhere, so they need not be added. */
  readonly known?: readonly string[];
  /** The validation error, once the user has tried to save. */
  readonly error?: string | undefined;
  readonly anchor: string;
  readonly onChange: (list: ChosenIdsAndTypedText) => void;
  /** Renders a note beside an id. */
  readonly renderNote?: (id: string) => ReactNode;
}

const SEVERAL_IDS = /[\s,;]\S*_/;

/**
 * Input for several ids: chosen from the known ids, typed, or pasted as a list. Text that is rejected stays
 * in the input, with the reason.
 */
export function IdsField(props: IdsFieldProps) {
  const {
    label,
    help,
    family,
    as = 'any',
    ids,
    typed,
    known = [],
    error,
    anchor,
    onChange,
    renderNote,
  } = props;
  const text = useText();
  const [isRefusalShown, setRefusalShown] = useState(false);
  const knownIds = useKnownIdSuggestions(family, as, typed);
  const chosen = new Set([...ids, ...known]);
  const prefix = getIdPrefixOfFamily(family);

  function take(words: string): void {
    const isKnown = knownIds.items?.some(({ id }) => id === words) === true;
    const { ids: taken, refused } = (isKnown ? addChosenId : addTypedIds)(family, ids, words, known);
    setRefusalShown(refused.length > 0);
    onChange({ ids: taken, typed: refused.map(({ id }) => id).join(' ') });
  }
  function onKeyDown(event: KeyboardEvent): void {
    const isOnItem = event.target instanceof Element && event.target.hasAttribute('aria-activedescendant');
    const isTaking = event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !isOnItem;
    if (!isTaking || event.nativeEvent.isComposing || typed.trim() === '') return;
    // Enter only chooses from the list; it must not save the whole editor too.
    event.preventDefault();
    take(typed);
  }
  function onPaste(event: ClipboardEvent): void {
    const pasted = event.clipboardData.getData('text/plain');
    if (!SEVERAL_IDS.test(pasted)) return;
    event.preventDefault();
    take(typed === '' ? pasted : `${typed} ${pasted}`);
  }
  function onBlur(event: FocusEvent): void {
    // Text that may be part of a name is not turned into an id on blur: only a prefix distinguishes the two.
    const isLeft = !event.currentTarget.contains(event.relatedTarget) && typed.trim() !== '';
    if (isLeft && prefix !== null) take(typed);
  }
  const refusal = isRefusalShown
    ? formatRejectedIds(text, family, addTypedIds(family, ids, typed, known).refused)
    : '';
  return (
    <div className={styles.idsField} onKeyDownCapture={onKeyDown} onPasteCapture={onPaste} onBlur={onBlur}>
      <ComboBoxField
        label={label}
        value={typed}
        onChange={(words) => {
          setRefusalShown(false);
          if (/[,;]$/.test(words)) take(words);
          else onChange({ ids, typed: words });
        }}
        onChoose={({ id }) => take(id)}
        items={(knownIds.items ?? [])
          .filter(({ id }) => !chosen.has(id))
          .map((item) => ({ ...item, value: item.id }))}
        showLabel={text('editor.showAll', { what: label })}
        emptyText={knownIds.emptyText(text('formEditor.noMatch'))}
        {...(help === undefined ? {} : { help })}
        error={error ?? (refusal === '' ? undefined : refusal)}
        anchor={anchor}
        renderItem={(item) => <KnownIdRow item={item} />}
      />
      <ChosenIds
        label={text('formEditor.list', { what: label })}
        ids={ids}
        {...(renderNote === undefined ? {} : { renderNote })}
        onRemove={(id) => onChange({ ids: ids.filter((each) => each !== id), typed })}
      />
    </div>
  );
}
