import type { PendingChange } from '#contract/outbox.ts';
import { collectItemsFromPages, type PageStart } from '#contract/paginate.ts';
import type { ProcedureCalls } from './bridge.ts';

const PAGE = 200;
const MAX_PAGES = 10;

/** Whether nothing of a change can have reached the service, so that discarding it undoes it. */
export function isCertainlyUnsent({ state, mayHaveArrived }: PendingChange): boolean {
  return state === 'saved' && !mayHaveArrived;
}

/** Reads the pending changes by their numbers; null where they cannot be read. */
export async function readPendingChangesByNumber(
  calls: Pick<ProcedureCalls, 'outbox.list'>,
): Promise<ReadonlyMap<number, PendingChange> | null> {
  const ask = (place: PageStart<number>) => calls['outbox.list']({ limit: PAGE, ...place });
  const listed = await collectItemsFromPages(ask, { pages: MAX_PAGES });
  return listed.ok ? new Map(listed.value.items.map((change) => [change.number, change])) : null;
}

/** Reads the numbers of the changes that were not sent; null where they cannot be read. */
export async function readUnsentChangeNumbers(
  calls: Pick<ProcedureCalls, 'outbox.list'>,
): Promise<ReadonlySet<number> | null> {
  const pending = await readPendingChangesByNumber(calls);
  if (pending === null) return null;
  return new Set([...pending.values()].filter(isCertainlyUnsent).map(({ number }) => number));
}
