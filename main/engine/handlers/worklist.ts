import { ok, type Result } from '#contract/result.ts';
import { WORKLIST_TABS, type WorklistCounts } from '#contract/worklist.ts';
import type { ReadInput, ReadOutput } from '../cache/protocol.ts';
import type { OpenAccount } from '../account.ts';
import type { Handlers, WithAccount } from './desk.ts';
import { fillPage } from '../cache/fill-page.ts';

type Cache = OpenAccount['cache'];
type Counts = { -readonly [K in keyof WorklistCounts]: WorklistCounts[K] };

/** Adds the stretches up in which the cache counts. */
async function counted(cache: Cache, input: ReadInput<'worklist.counts'>): Promise<Result<WorklistCounts>> {
  const sum: Counts = { draft: 0, sent: 0, results_received: 0, needs_review: 0, all: 0, unknown: 0 };
  for (let after: number | null = 0; after !== null; ) {
    const segment: Result<ReadOutput<'worklist.counts'>> = await cache.read('worklist.counts', {
      ...input,
      after,
    });
    if (!segment.ok) return segment;
    for (const tab of WORKLIST_TABS) sum[tab] += segment.value.counts[tab];
    after = segment.value.next;
  }
  return ok(sum);
}

async function getIds(cache: Cache, input: ReadInput<'worklist.ids'>) {
  // One more than asked for tells whether any is cut off.
  const page = await fillPage({ ...input, limit: input.limit + 1 }, (asked) =>
    cache.read('worklist.ids', asked),
  );
  if (!page.ok) return page;
  const { items } = page.value;
  return ok({ ids: items.slice(0, input.limit), isCut: items.length > input.limit });
}

/** The worklist, what one line of it opens, and what helps to fill in another, from the cache and the desk. */
export function worklistHandlers(
  withAccount: WithAccount,
): Handlers<
  | 'worklist.page'
  | 'worklist.counts'
  | 'worklist.ids'
  | 'worklist.export'
  | 'requisitions.typicalDurations'
  | 'requisitions.similar'
  | 'suggestions.list'
  | 'ids.suggest'
  | 'related.get'
> {
  return {
    'worklist.page': (input) =>
      withAccount(({ cache }) => fillPage(input, (asked) => cache.read('worklist.page', asked))),
    'worklist.counts': (input) => withAccount(({ cache }) => counted(cache, input)),
    'worklist.ids': (input) => withAccount(({ cache }) => getIds(cache, input)),
    'worklist.export': (input) => withAccount(({ cache }) => cache.read('worklist.export', input)),
    'requisitions.typicalDurations': (input) =>
      withAccount(({ cache }) => cache.read('requisitions.typicalDurations', input)),
    'requisitions.similar': (input) => withAccount(({ cache }) => cache.read('requisitions.similar', input)),
    'suggestions.list': (input) => withAccount(({ cache }) => cache.read('suggestions.list', input)),
    'ids.suggest': (input) => withAccount(({ cache }) => cache.read('ids.suggest', input)),
    'related.get': (input) => withAccount(({ cache }) => cache.read('related.get', input)),
  };
}
