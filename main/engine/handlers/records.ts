import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import { iteratePages, type PageStart } from '#contract/paginate.ts';
import { WORKLIST_TABS, type WorklistTabCounts } from '#contract/requisitions.ts';
import { ok, type Result } from '#contract/result.ts';
import type { PageStartWithoutCursor } from '#contract/paging.ts';
import { readUntilPageIsFull } from '../cache/client.ts';
import type { WorklistSeekStart } from '../cache/queries/requisitions/reads.ts';
import type { CacheReadInput } from '../cache/protocol.ts';
import {
  type AccountCacheReads,
  createAbandonableReads,
  type EngineHandlers,
  type RunWithOpenAccount,
} from './deps.ts';

type Counts = { -readonly [K in keyof WorklistTabCounts]: WorklistTabCounts[K] };

/** Counts the worklist's tabs segment by segment, and adds up the counts: all of them, or until they are enough. */
async function sumCounts(
  cache: AccountCacheReads,
  { enough = Infinity, ...input }: ValidatedInput<'worklist.counts'>,
): Promise<Result<CallOutput<'worklist.counts'>>> {
  const sum: Counts = { draft: 0, sent: 0, results_received: 0, needs_review: 0, all: 0, unknown: 0 };
  const ask = ({ after = 0 }: PageStart<number>) => cache.read('worklist.counts', { ...input, after });
  for await (const segment of iteratePages(ask)) {
    if (!segment.ok) return segment;
    for (const tab of WORKLIST_TABS) sum[tab] += segment.value.counts[tab];
    if (sum.all >= enough && segment.value.next !== null) return ok({ ...sum, isLowerBound: true });
  }
  return ok(sum);
}

async function getIds(cache: AccountCacheReads, input: CacheReadInput<'worklist.ids'>) {
  // One id more than the limit shows whether the list is cut off.
  const page = await readUntilPageIsFull({ ...input, limit: input.limit + 1 }, (asked) =>
    cache.read('worklist.ids', asked),
  );
  if (!page.ok) return page;
  const { items } = page.value;
  return ok({ ids: items.slice(0, input.limit), isCut: items.length > input.limit });
}

type Seeking = Omit<CacheReadInput<'worklist.seek'>, 'from'>;

interface SeekResult {
  readonly state: 'found' | 'end';
  readonly place: WorklistSeekStart;
  /** Cursors with known ranks that were passed during the seek, the beginning of the list first. */
  readonly passed: readonly WorklistSeekStart[];
}

const LIST_START: WorklistSeekStart = { after: null, rank: 0 };

/**
 * Finds a row piece by piece, so that other reads of the thread get a turn.
 * @param known places whose ranks are known, the last of which the search begins at
 */
async function seek(
  cache: AccountCacheReads,
  asked: Seeking,
  known: readonly WorklistSeekStart[] = [],
): Promise<Result<SeekResult>> {
  const passed = [LIST_START, ...known];
  for (;;) {
    const from = passed.at(-1) ?? LIST_START;
    const found = await cache.read('worklist.seek', { ...asked, from });
    if (!found.ok) return found;
    const { state, ...place } = found.value;
    if (state !== 'partial') return ok({ state, place, passed });
    // Each cursor is later in the list than the one before it, so the loop ends at the end of the list at the latest.
    passed.push(place);
  }
}

/** Returns the cursor, with its rank, behind which a page begins. */
async function findStart(
  cache: AccountCacheReads,
  request: Omit<Seeking, 'goal'>,
  at: PageStartWithoutCursor,
  limit: number,
): Promise<Result<WorklistSeekStart>> {
  const found = await seek(cache, { ...request, goal: 'ids' in at ? { ids: at.ids } : at });
  if (!found.ok) return found;
  const { state, place, passed } = found.value;
  // The place of a time is before its first row, also at the end of the list.
  if ('time' in at || ('rank' in at && state === 'found')) return ok(place);
  const rank = Math.max(0, 'rank' in at ? place.rank - limit : place.rank - 1 - at.before);
  const start = await seek(
    cache,
    { ...request, goal: { rank } },
    passed.filter((each) => each.rank <= rank),
  );
  if (!start.ok) return start;
  // The list may have become shorter since the rank was known; then the page begins at the list's start.
  return ok(start.value.state === 'found' ? start.value.place : LIST_START);
}

/** Returns a page that begins at a rank or a row. */
async function getPageAt(
  cache: AccountCacheReads,
  input: CacheReadInput<'worklist.page'>,
  at: PageStartWithoutCursor,
): Promise<Result<CallOutput<'worklist.page'>>> {
  const { tab, terms, order, limit } = input;
  const start = await findStart(cache, { tab, terms, order }, at, limit);
  if (!start.ok) return start;
  const { after, rank } = start.value;
  const page = await readUntilPageIsFull({ ...input, after: after ?? undefined }, (asked) =>
    cache.read('worklist.page', asked),
  );
  if (!page.ok) return page;
  // The list ends directly before the rank, so that the page is empty; of a time only the last row is wanted.
  if (page.value.items.length === 0 && rank > 0)
    return getPageAt(cache, input, { rank: Math.max(0, rank - ('time' in at ? 1 : limit)) });
  return ok({ ...page.value, rank });
}

/**
 * Returns the handlers of the worklist. The reader thread returns it in segments, so that other reads get their
 * turn in between; they are joined here.
 */
export function createWorklistHandlers(
  withAccount: RunWithOpenAccount,
): EngineHandlers<'worklist.page' | 'worklist.counts' | 'worklist.ids'> {
  return {
    'worklist.page': ({ at, ...input }, signal) =>
      withAccount((account) => {
        const cache = createAbandonableReads(account, signal);
        return at === undefined
          ? readUntilPageIsFull(input, (asked) => cache.read('worklist.page', asked))
          : getPageAt(cache, input, at);
      }),
    'worklist.counts': (input, signal) =>
      withAccount((account) => sumCounts(createAbandonableReads(account, signal), input)),
    'worklist.ids': (input, signal) =>
      withAccount((account) => getIds(createAbandonableReads(account, signal), input)),
  };
}
