import { useStore } from 'zustand';
import type { DirectoryEntry } from '#contract/directory.ts';
import { isId } from '#contract/records.ts';
import { getOwnUserId } from '#renderer/state/sync/session.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { IdText } from '#renderer/ui/IdText.tsx';
import styles from './ids.module.css';

/** Returns the local name of an id with what belongs to it; null if it has none. */
export function useDirectoryEntry(id: string): DirectoryEntry | null {
  return useStore(useStores().directory.store, ({ names }) => names.get(id) ?? null);
}

/** Returns whether an id is that of the user who is signed in. */
export function useIsOwnUserId(id: string): boolean {
  return useStore(useStores().session.store, ({ accounts }) => id !== '' && getOwnUserId(accounts) === id);
}

interface NamedIdProps {
  readonly id: string;
  /** How much of an id without a name is shown; beside a name only the end is. */
  readonly show: 'end' | 'whole';
  /** `line`: the id is in a line of a list, where a long name is truncated. */
  readonly fit?: 'text' | 'line';
  /** How much is said of a doubtful name: two words in a line of a list. */
  readonly notes?: 'short' | 'long';
}

/**
 * An id by its local name with a second identifier, else with the end of the id; only the id if it has no name. What
 * makes the name doubtful is said in words.
 */
export function NamedId({ id, show, fit = 'text', notes = fit === 'line' ? 'short' : 'long' }: NamedIdProps) {
  const text = useText();
  const found = useDirectoryEntry(id);
  const isOwn = useIsOwnUserId(id);
  // The name of a place is enough in a row, unless another one has it too.
  const isPerson = isId('user', id);
  if (isOwn && fit === 'line') return <span className={styles.namedId}>{text('names.you')}</span>;
  const you = isOwn && <span>{text('names.you')} </span>;
  if (found === null)
    return (
      <span className={styles.namedId} data-fit={fit}>
        {you}
        <IdText id={id} show={show} />
      </span>
    );
  return (
    <span className={styles.namedId} data-fit={fit}>
      {you}
      <bdi className={styles.namedIdName} data-tooltip-cut="">
        {found.name}
      </bdi>{' '}
      {(fit === 'text' || isPerson || found.alike !== null) && <SecondIdentifier entry={found} />}
      <NameConflictNotes entry={found} isShort={notes === 'short'} />
    </span>
  );
}

/** Whose record something is about, in a line of its own; nothing where the patient is not known. */
export function PatientLine({ patient }: { readonly patient: string | null }) {
  if (patient === null || patient === '') return null;
  return (
    <p>
      <NamedId id={patient} show="end" />
    </p>
  );
}

/** Number of characters up to which an identifier stays on one line of a text: a birth date is shorter in every language. */
const MAX_UNBROKEN = 20;

/** What tells a patient from others of the same name: birth date or number, else the end of the id. */
export function SecondIdentifier({ entry }: { readonly entry: DirectoryEntry }) {
  return entry.identifier === '' ? (
    <IdText id={entry.id} show="end" tone="muted" />
  ) : (
    <bdi
      className={styles.namedIdIdentifier}
      data-breaks={entry.identifier.length > MAX_UNBROKEN ? '' : undefined}
    >
      {entry.identifier}
    </bdi>
  );
}

interface NameConflictNotesProps {
  readonly entry: DirectoryEntry;
  /** Whether two words must do, because the id is in a line of a list. */
  readonly isShort?: boolean;
}

/** Notes beside a name that another id has too, or one like it, or that a document contradicts. */
export function NameConflictNotes({ entry, isShort = false }: NameConflictNotesProps) {
  const text = useText();
  const length = isShort ? 'short' : 'long';
  return (
    <>
      {entry.contradiction !== null && (
        <span className={styles.namedIdDoubt} data-tooltip-cut="">
          {text(`names.contradicted.${length}`)}
        </span>
      )}
      {entry.alike !== null && (
        <span className={styles.namedIdDoubt} data-tooltip-cut="">
          {text(`names.alike.${entry.alike}.${length}`)}
        </span>
      )}
    </>
  );
}
