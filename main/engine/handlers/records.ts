import { WORKLIST_TABS, type WorklistCounts } from '#contract/requisitions.ts';
import { ok, type Result } from '#contract/result.ts';
import type { OpenAccount } from '../account.ts';
import { fillPage } from '../cache/client.ts';
import type { ReadInput, ReadOutput } from '../cache/protocol.ts';
import type { Handlers, WithAccount } from './deps.ts';

/** Returns the handler of the day sheet, which is read from the cache. */
export function dayHandlers(withAccount: WithAccount): Handlers<'day.get'> {
  return { 'day.get': (input) => withAccount(({ cache }) => cache.read('day.get', input)) };
}

/** Returns the handlers for forms and their completion requests, from the cache and the local store. */
export function formHandlers(
  withAccount: WithAccount,
): Handlers<
  | 'forms.list'
  | 'forms.count'
  | 'forms.get'
  | 'forms.page'
  | 'forms.counts'
  | 'forms.completionRequestHistory'
  | 'forms.export'
  | 'completions.page'
  | 'completions.counts'
  | 'completions.history'
  | 'completions.remind'
> {
  return {
    'forms.list': (input) =>
      withAccount(({ cache }) => fillPage(input, (asked) => cache.read('forms.list', asked))),
    'forms.count': (input) => withAccount(({ cache }) => cache.read('forms.count', input)),
    'forms.get': (input) => withAccount(({ cache }) => cache.read('forms.get', input)),
    'forms.page': (input) => withAccount(({ cache }) => cache.read('forms.page', input)),
    'forms.counts': (input) => withAccount(({ cache }) => cache.read('forms.counts', input)),
    'forms.completionRequestHistory': (input) =>
      withAccount(({ cache }) => cache.read('forms.completionRequestHistory', input)),
    'forms.export': (input) => withAccount(({ cache }) => cache.read('forms.export', input)),
    'completions.page': (input) => withAccount(({ cache }) => cache.read('completions.page', input)),
    'completions.counts': (input) => withAccount(({ cache }) => cache.read('completions.counts', input)),
    'completions.history': (input) => withAccount(({ cache }) => cache.read('completions.history', input)),
    'completions.remind': (input) => withAccount(({ local }) => local.call('completions.remind', input)),
  };
}

/**
 * Returns the handlers of the inbox, from the cache with pending changes applied. Read flags go into the
 * outbox.
 */
export function inboxHandlers(
  withAccount: WithAccount,
): Handlers<
  | 'inbox.page'
  | 'inbox.counts'
  | 'inbox.thread'
  | 'inbox.ids'
  | 'inbox.markRead'
  | 'inbox.about'
  | 'inbox.unread'
> {
  return {
    'inbox.page': (input) => withAccount(({ cache }) => cache.read('inbox.page', input)),
    'inbox.counts': (input) => withAccount(({ cache }) => cache.read('inbox.counts', input)),
    'inbox.thread': (input) => withAccount(({ cache }) => cache.read('inbox.thread', input)),
    'inbox.ids': (input) => withAccount(({ cache }) => cache.read('inbox.ids', input)),
    'inbox.markRead': (input) => withAccount(({ outbox }) => outbox.mark(input)),
    'inbox.about': (input) => withAccount(({ cache }) => cache.read('inbox.about', input)),
    'inbox.unread': (input) => withAccount(({ cache }) => cache.read('inbox.unread', input)),
  };
}

/** Returns the handlers for lists, counts and single notifications, from the cache. */
export function notificationHandlers(
  withAccount: WithAccount,
): Handlers<'notifications.list' | 'notifications.count' | 'notifications.get'> {
  return {
    'notifications.list': (input) =>
      withAccount(({ cache }) => fillPage(input, (asked) => cache.read('notifications.list', asked))),
    'notifications.count': (input) => withAccount(({ cache }) => cache.read('notifications.count', input)),
    'notifications.get': (input) => withAccount(({ cache }) => cache.read('notifications.get', input)),
  };
}

/**
 * Returns the handlers for raw resources and the quarantine. Pages may be short where resources are large;
 * `next` is the position of the next page.
 */
export function recordHandlers(
  withAccount: WithAccount,
): Handlers<'records.raw' | 'records.list' | 'records.dump' | 'quarantine.list'> {
  return {
    'records.raw': (input) => withAccount(({ cache }) => cache.read('records.raw', input)),
    'records.list': (input) => withAccount(({ cache }) => cache.read('records.list', input)),
    'records.dump': (input) => withAccount(({ cache }) => cache.read('records.dump', input)),
    'quarantine.list': (input) => withAccount(({ cache }) => cache.read('quarantine.list', input)),
  };
}

/** Returns the handlers for lists, counts and single requisitions, from the cache. */
export function requisitionHandlers(
  withAccount: WithAccount,
): Handlers<'requisitions.list' | 'requisitions.count' | 'requisitions.get'> {
  return {
    'requisitions.list': (input) =>
      withAccount(({ cache }) => fillPage(input, (asked) => cache.read('requisitions.list', asked))),
    'requisitions.count': (input) => withAccount(({ cache }) => cache.read('requisitions.count', input)),
    'requisitions.get': (input) => withAccount(({ cache }) => cache.read('requisitions.get', input)),
  };
}

type Cache = OpenAccount['cache'];
type Counts = { -readonly [K in keyof WorklistCounts]: WorklistCounts[K] };

/** Adds up the counts of the segments that the cache counts in. */
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
  // One id more than the limit shows whether the list is cut off.
  const page = await fillPage({ ...input, limit: input.limit + 1 }, (asked) =>
    cache.read('worklist.ids', asked),
  );
  if (!page.ok) return page;
  const { items } = page.value;
  return ok({ ids: items.slice(0, input.limit), isCut: items.length > input.limit });
}

/**
 * Returns the handlers of the worklist, of what opens from one row, and of suggestions for editors, from the
 * cache and the local store.
 */
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
