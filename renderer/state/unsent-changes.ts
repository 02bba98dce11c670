import type { PendingChange } from '#contract/outbox.ts';
import { collectItemsFromPages, iteratePages, type PageStart } from '#contract/paginate.ts';
import type { ProcedureCalls } from './bridge.ts';

const PAGE = 500;
/** More than the largest selection has: a change that is not read would count as sent. */
const MAX_PAGES = 20;

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

/** How a change has left the outbox, as far as the service is concerned. */
export type ChangeEnding = 'on-service' | 'unsent';

/** Reads how those of some changes have ended that are not pending any more, by their numbers. */
export async function readEndings(
  calls: Pick<ProcedureCalls, 'outbox.closed'>,
  numbers: ReadonlySet<number>,
): Promise<ReadonlyMap<number, ChangeEnding>> {
  const ask = (place: PageStart<number>) => calls['outbox.closed']({ limit: PAGE, ...place });
  const endings = new Map<number, ChangeEnding>();
  for await (const page of iteratePages(ask)) {
    if (!page.ok) break;
    for (const { number, ending } of page.value.items)
      if (numbers.has(number))
        endings.set(number, ending === 'discarded' || ending === 'gave-way' ? 'unsent' : 'on-service');
    // The newest come first, so that these are seldom far behind.
    if (endings.size === numbers.size) break;
  }
  return endings;
}

/** How far some changes are on their way to the service. */
export interface ChangeProgress {
  /** How many can be taken back, because nothing of them was sent. */
  readonly unsent: number;
  /** How many may have reached the service: neither refused, nor discarded, nor waiting for a decision. */
  readonly sent: number;
}

/**
 * Counts how far changes are. One that is neither pending nor known to have ended counts as sent.
 * @param pending all pending changes, by their numbers
 */
export async function countProgress(
  calls: Pick<ProcedureCalls, 'outbox.closed'>,
  numbers: readonly number[],
  pending: ReadonlyMap<number, PendingChange>,
): Promise<ChangeProgress> {
  const waiting = numbers.flatMap((number) => pending.get(number) ?? []);
  const unsent = waiting.filter(isCertainlyUnsent).length;
  const onTheWay = waiting.filter(
    ({ state, mayHaveArrived }) => state === 'sending' || state === 'uncertain' || mayHaveArrived,
  ).length;
  const gone = new Set(numbers.filter((number) => !pending.has(number)));
  if (gone.size === 0) return { unsent, sent: onTheWay };
  const endings = await readEndings(calls, gone);
  const sent = [...gone].filter((number) => endings.get(number) !== 'unsent').length;
  return { unsent, sent: onTheWay + sent };
}
