import { useStore } from 'zustand';
import { isAnyId } from '#contract/records.ts';
import { normalizeName } from '#renderer/state/directory.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { IdText } from '#renderer/ui/IdText.tsx';
import styles from './ids.module.css';

/** The local name of an id. */
export interface LocalName {
  readonly name: string;
  /** Another id has the same name, so the end of the id is shown too. */
  readonly isShared: boolean;
}

/** Returns the local name of an id; null if it has none. */
export function useLocalName(id: string): LocalName | null {
  const { store } = useStores().directory;
  const name = useStore(store, ({ names }) => names.get(id)?.name ?? null);
  const isShared = useStore(store, ({ shared }) => name !== null && shared.has(normalizeName(name)));
  return name === null ? null : { name, isShared };
}

/** Ids of records cannot be given a local name; only people and places can. */
const RECORD_ID = /^(?:req|form|fver|notf|cmmt|diag|scrt|rslt|local)_/;

/** Returns whether an id may be given a local name. */
export function isNameable(id: string): boolean {
  return isAnyId(id) && !RECORD_ID.test(id);
}

interface NamedIdProps {
  readonly id: string;
  /** How much of an id without a name is shown; beside a name only the end is. */
  readonly show: 'end' | 'whole';
  /** `line`: in a line of a list, where a long name is truncated. */
  readonly fit?: 'text' | 'line';
}

/** An id by its local name and the end of the id; only the id if it has no name. */
export function NamedId({ id, show, fit = 'text' }: NamedIdProps) {
  const text = useText();
  const found = useLocalName(id);
  if (found === null) return <IdText id={id} show={show} />;
  return (
    <span className={styles.namedId} data-fit={fit} data-shared={found.isShared ? '' : undefined}>
      <bdi className={styles.namedIdName}>{found.name}</bdi> <IdText id={id} show="end" tone="muted" />
      {found.isShared && <span className={styles.namedIdShared}>{text('names.shared')}</span>}
    </span>
  );
}
