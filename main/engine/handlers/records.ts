import { iteratePages, type PageStart } from '#contract/paginate.ts';
import { WORKLIST_TABS, type WorklistTabCounts } from '#contract/requisitions.ts';
import { ok, type Result } from '#contract/result.ts';
import type { OpenAccount } from '../account.ts';
import { readFullPage } from '../cache/client.ts';
import type { ReadInput } from '../cache/protocol.ts';
import type { EngineHandlers, WithAccount } from './deps.ts';

type Cache = OpenAccount['cache'];
type Counts = { -readonly [K in keyof WorklistTabCounts]: WorklistTabCounts[K] };

/** Adds up the counts of the segments that the cache counts in. */
async function sumCounts(
  cache: Cache,
  input: ReadInput<'worklist.counts'>,
): Promise<Result<WorklistTabCounts>> {
  const sum: Counts = { draft: 0, sent: 0, results_received: 0, needs_review: 0, all: 0, unknown: 0 };
  const ask = ({ after = 0 }: PageStart<number>) => cache.read('worklist.counts', { ...input, after });
  for await (const segment of iteratePages(ask)) {
    if (!segment.ok) return segment;
    for (const tab of WORKLIST_TABS) sum[tab] += segment.value.counts[tab];
  }
  return ok(sum);
}

async function getIds(cache: Cache, input: ReadInput<'worklist.ids'>) {
  // One id more than the limit shows whether the list is cut off.
  const page = await readFullPage({ ...input, limit: input.limit + 1 }, (asked) =>
    cache.read('worklist.ids', asked),
  );
  if (!page.ok) return page;
  const { items } = page.value;
  return ok({ ids: items.slice(0, input.limit), isCut: items.length > input.limit });
}

/**
 * Returns the handlers of the worklist. The reader thread returns it in segments, so that other reads get their
 * turn in between; they are joined here.
 */
export function createWorklistHandlers(
  withAccount: WithAccount,
): EngineHandlers<'worklist.page' | 'worklist.counts' | 'worklist.ids'> {
  return {
    'worklist.page': (input) =>
      withAccount(({ cache }) => readFullPage(input, (asked) => cache.read('worklist.page', asked))),
    'worklist.counts': (input) => withAccount(({ cache }) => sumCounts(cache, input)),
    'worklist.ids': (input) => withAccount(({ cache }) => getIds(cache, input)),
  };
}
