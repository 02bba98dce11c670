import { UNSENT_ENDINGS, type PendingChange } from '#contract/outbox.ts';
import { iteratePages, type PageStart } from '#contract/paginate.ts';
import { ok, type Result } from '#contract/result.ts';
import type { ProcedureCalls } from '../bridge.ts';

const PAGE = 500;
const SHARED_FIELD = 'share_with_patient';

/** Whether nothing of a change can have reached the service, so that discarding it undoes it. */
export function isCertainlyUnsent({ state, mayHaveArrived }: PendingChange): boolean {
  return state === 'saved' && !mayHaveArrived;
}

/** Whether a change shares its requisition with the patient, perhaps with further fields. */
export function isSharingWithPatient({ fields }: PendingChange): boolean {
  return fields.some(({ field, mine }) => field === SHARED_FIELD && mine === 'true');
}

/** Whether a change stops sharing its requisition with the patient, perhaps with further fields. */
export function isStoppingToShare({ fields }: PendingChange): boolean {
  return fields.some(({ field, mine }) => field === SHARED_FIELD && mine === 'false');
}

/** Returns the fields of a change but for the share with the patient, by their names, as the service has them. */
export function getFieldsBesidesShare({ fields }: PendingChange): Readonly<Record<string, unknown>> {
  const others = fields.filter(({ field }) => field !== SHARED_FIELD);
  return Object.fromEntries(others.map(({ field, mine }) => [field, JSON.parse(mine)]));
}

/**
 * Reads those of some changes that are pending, by their numbers, however many others there are. Returns the error of the
 * first call that failed.
 */
export async function readPendingChanges(
  calls: Pick<ProcedureCalls, 'outbox.list'>,
  numbers: Iterable<number>,
): Promise<Result<ReadonlyMap<number, PendingChange>>> {
  const wanted = [...new Set(numbers)].toSorted((left, right) => left - right);
  const found = new Map<number, PendingChange>();
  for (let next = 0; next < wanted.length; ) {
    const [first = 0] = wanted.slice(next, next + 1);
    const limit = Math.min(PAGE, wanted.length - next);
    const page = await calls['outbox.list']({ after: first - 1, limit });
    if (!page.ok) return page;
    for (const change of page.value.items) found.set(change.number, change);
    if (page.value.next === null) break;
    const last = page.value.items.at(-1)?.number ?? first;
    while ((wanted[next] ?? Infinity) <= last) next += 1;
  }
  return ok(found);
}

/** Reads which of some changes were not sent; null where they cannot be read. */
export async function readUnsentChangeNumbers(
  calls: Pick<ProcedureCalls, 'outbox.list'>,
  numbers: Iterable<number>,
): Promise<ReadonlySet<number> | null> {
  const pending = await readPendingChanges(calls, numbers);
  if (!pending.ok) return null;
  return new Set([...pending.value.values()].filter(isCertainlyUnsent).map(({ number }) => number));
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
      if (numbers.has(number)) endings.set(number, UNSENT_ENDINGS.includes(ending) ? 'unsent' : 'on-service');
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
  /** How many are in the outbox without being on their way: unsent, refused, or waiting for a decision. */
  readonly waiting: number;
  /** How many were discarded, or replaced by another change, before they were sent. */
  readonly discarded: number;
}

/**
 * Counts how far changes are. One that is neither pending nor known to have ended counts as sent.
 * @param pending those of the changes that are pending, by their numbers
 */
export async function countProgress(
  calls: Pick<ProcedureCalls, 'outbox.closed'>,
  numbers: readonly number[],
  pending: ReadonlyMap<number, PendingChange>,
): Promise<ChangeProgress> {
  const left = numbers.flatMap((number) => pending.get(number) ?? []);
  const unsent = left.filter(isCertainlyUnsent).length;
  const onTheWay = left.filter(
    ({ state, mayHaveArrived }) => state === 'sending' || state === 'uncertain' || mayHaveArrived,
  ).length;
  const waiting = left.length - onTheWay;
  const gone = new Set(numbers.filter((number) => !pending.has(number)));
  if (gone.size === 0) return { unsent, sent: onTheWay, waiting, discarded: 0 };
  const endings = await readEndings(calls, gone);
  const discarded = [...gone].filter((number) => endings.get(number) === 'unsent').length;
  return { unsent, sent: onTheWay + gone.size - discarded, waiting, discarded };
}
