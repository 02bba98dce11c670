import type { ListAndRecordStore } from './list-and-record.ts';

/**
 * Runs an action on the current row, if the list contains it: the row stays the current one when another query excludes
 * it, but a key must not act on a row that the list does not show. One that is not loaded is scrolled to first; the
 * action does not run where the list or the current row changes meanwhile. It runs at once where the row is loaded.
 * @returns whether the action has run
 */
export async function runOnCurrentRow<F, R extends { readonly id: string }, Rec>(
  { list, currentRow }: Pick<ListAndRecordStore<F, R, Rec>, 'list' | 'currentRow'>,
  action: (row: R) => void | Promise<void>,
): Promise<boolean> {
  const { selected } = currentRow.getState();
  if (selected === null) return false;
  const loaded = list.store.getState().rows.find(({ id }) => id === selected);
  const row = loaded ?? (await list.find([selected]));
  // The list finds the row only under the query that it still has.
  if (row?.id !== selected || selected !== currentRow.getState().selected) return false;
  await action(row);
  return true;
}
