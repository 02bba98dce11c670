import { useStore } from 'zustand';
import { isAnyId } from '#contract/ids.ts';
import { sameName } from '#renderer/state/directory.ts';
import { useStores } from '#renderer/state/use-desk.ts';

/** The name that this desk gives an id. */
export interface LocalName {
  readonly name: string;
  /** Another id has the same name: the end of the id tells them apart. */
  readonly isShared: boolean;
}

/** The local name of an id; null where nobody has given it one. */
export function useName(id: string): LocalName | null {
  const { store } = useStores().directory;
  const name = useStore(store, ({ names }) => names.get(id)?.name ?? null);
  const isShared = useStore(store, ({ shared }) => name !== null && shared.has(sameName(name)));
  return name === null ? null : { name, isShared };
}

/** Ids of records are no people and no places: they have names of their own, or none. */
const OF_RECORDS = /^(?:req|form|fver|notf|cmmt|diag|scrt|rslt|local)_/;

/** Whether an id may be given a name here. */
export function isNameable(id: string): boolean {
  return isAnyId(id) && !OF_RECORDS.test(id);
}
