import { useCallback } from 'react';
import type { CallInput, CallOutput } from '#contract/api.ts';
import { ID_PREFIXES } from '#contract/records.ts';
import { trimStartOfTypedId } from '#renderer/state/editor/typed-id.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText, type TextFunction } from '#renderer/text/text.ts';
import { ComboBoxField, ComboBoxItemNote } from '#renderer/ui/ComboBoxField.tsx';
import { IdText } from '#renderer/ui/IdText.tsx';
import {
  NamedId,
  NameConflictNotes,
  SecondIdentifier,
  useIsOwnUserId,
  useDirectoryEntry,
} from '../ids/NamedId.tsx';
import { useQueryResult, type QueryState } from '../use-query-result.ts';
import styles from './editing.module.css';

interface KnownIdRowProps {
  readonly item: { readonly id: string; readonly name: string | null };
}

/**
 * One id in a list of suggestions: its local name with a second identifier, or the whole id if it has no name.
 */
export function KnownIdRow({ item }: KnownIdRowProps) {
  const entry = useDirectoryEntry(item.id);
  return (
    <>
      {item.name !== null && <bdi>{item.name}</bdi>}
      {item.name === null ? (
        <IdText id={item.id} show="whole" />
      ) : (
        <ComboBoxItemNote>
          {entry === null ? (
            <IdText id={item.id} show="end" />
          ) : (
            <>
              <SecondIdentifier entry={entry} /> <NameConflictNotes entry={entry} />
            </>
          )}
        </ComboBoxItemNote>
      )}
    </>
  );
}

export type KnownIdFamily = CallInput<'ids.suggest'>['family'];
/** In which role a suggested user is known, such as patient or provider; it limits the suggestions. */
export type KnownIdRole = NonNullable<CallInput<'ids.suggest'>['as']>;
type KnownId = CallOutput<'ids.suggest'>['items'][number];

/** The text of an empty list of suggestions: loading, failed, or nothing found. */
export function getEmptySuggestionsText(
  text: TextFunction,
  { value, error }: QueryState<unknown>,
  none: string,
): string {
  if (error !== null) return text('editor.lookFailed', { why: getErrorSentence(error) });
  return value === null ? text('editor.looking') : none;
}

interface KnownIds {
  /** The suggested ids; null until the first response. */
  readonly items: readonly KnownId[] | null;
  /** Returns the text of an empty list of suggestions. */
  readonly emptyText: (none: string) => string;
}

/** Suggests known ids of a family that match the typed text. */
export function useKnownIdSuggestions(family: KnownIdFamily, as: KnownIdRole, typed: string): KnownIds {
  const text = useText();
  const { calls } = useStores();
  const search = typed.trim().slice(0, 300);
  const ask = useCallback(
    (signal: AbortSignal) => calls['ids.suggest']({ family, as, search }, signal),
    [calls, family, as, search],
  );
  const query = useQueryResult(ask);
  return {
    items: query.value?.items ?? null,
    emptyText: (none) => getEmptySuggestionsText(text, query, none),
  };
}

interface IdFieldProps {
  readonly label: string;
  readonly family: 'user' | 'facility';
  readonly as?: KnownIdRole;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly help?: string;
  readonly error?: string | undefined;
  readonly isRequired?: boolean;
  readonly anchor: string;
}

/**
 * Input for one id: chosen from the known ids by local name or id, or typed in full. A chosen id that has a local name is shown by
 * it; changing the name searches again.
 */
export function IdField({ family, as = 'any', value, help, ...rest }: IdFieldProps) {
  const text = useText();
  const knownIds = useKnownIdSuggestions(family, as, value);
  const items = knownIds.items ?? [];
  const typed = trimStartOfTypedId(value);
  const known = useDirectoryEntry(typed);
  const isOwn = useIsOwnUserId(typed);
  const isRecognized = known !== null || isOwn;
  /** Removes trailing spaces, which are typing mistakes unless a known id ends in them. */
  function onBlur(): void {
    const trimmed = value.trim();
    if (trimmed !== value && !items.some(({ id }) => id === trimStartOfTypedId(value)))
      rest.onChange(trimmed);
  }
  return (
    <div onBlur={onBlur}>
      <ComboBoxField
        {...rest}
        value={known?.name ?? value}
        items={items.map((item) => ({ ...item, value: item.id }))}
        showLabel={text('editor.showAll', { what: rest.label })}
        emptyText={knownIds.emptyText(text('editor.noMatch', { prefix: ID_PREFIXES[family] }))}
        help={
          isRecognized ? (
            <span className={styles.editorChosen}>
              <NamedId id={typed} show="end" />
            </span>
          ) : (
            help
          )
        }
        renderItem={(item) => <KnownIdRow item={item} />}
      />
    </div>
  );
}
