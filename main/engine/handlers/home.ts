import type { ValidatedInput } from '#contract/api.ts';
import type { HomeCounts } from '#contract/home-procedures.ts';
import { iteratePages, type PageStart } from '#contract/paginate.ts';
import { ok, type Result } from '#contract/result.ts';
import {
  type AccountCacheReads,
  createAbandonableReads,
  type EngineHandlers,
  type RunWithOpenAccount,
} from './deps.ts';

type Asked = ValidatedInput<'home.counts'>;
type Filters = Asked['requisitions'];

/** Counts requisitions by scanning the cache segment by segment, and adds up the counts. */
async function scanRequisitions(
  cache: AccountCacheReads,
  filters: Filters,
): Promise<Result<readonly number[]>> {
  let sums: readonly number[] = filters.map(() => 0);
  if (filters.length === 0) return ok(sums);
  const ask = (place: PageStart<number>) => cache.read('home.scan', { filters, ...place });
  for await (const segment of iteratePages(ask)) {
    if (!segment.ok) return segment;
    const { counts } = segment.value;
    sums = sums.map((sum, index) => sum + (counts[index] ?? 0));
  }
  return ok(sums);
}

/** Counts one filter after the other; ends at the first error. */
async function countEach<F, C>(
  filters: readonly F[],
  count: (filter: F) => Promise<Result<{ readonly count: C }>>,
): Promise<Result<readonly C[]>> {
  const counts: C[] = [];
  for (const filter of filters) {
    const counted = await count(filter);
    if (!counted.ok) return counted;
    counts.push(counted.value.count);
  }
  return ok(counts);
}

/** Counts filters of requisitions: by indexes where these suffice, the others together in one scan. */
async function countRequisitions(
  cache: AccountCacheReads,
  filters: Filters,
): Promise<Result<readonly number[]>> {
  const counts = await countEach(filters, (filter) => cache.read('home.requisitions', filter));
  if (!counts.ok) return counts;
  const scanned = await scanRequisitions(
    cache,
    filters.filter((_filter, index) => counts.value[index] === null),
  );
  if (!scanned.ok) return scanned;
  const rest = scanned.value.values();
  return ok(counts.value.map((count) => count ?? rest.next().value ?? 0));
}

/** Counts requisitions, and then notifications. */
async function countRequisitionsAndNotifications(
  cache: AccountCacheReads,
  { requisitions, notifications }: Asked,
): Promise<Result<Omit<HomeCounts, 'forms' | 'completions'>>> {
  const counts = await countRequisitions(cache, requisitions);
  if (!counts.ok) return counts;
  const statuses = await cache.read('home.statuses', null);
  if (!statuses.ok) return statuses;
  const messages = await cache.read('home.notifications', { notifications });
  return messages.ok ? ok({ requisitions: counts.value, ...statuses.value, ...messages.value }) : messages;
}

/** Counts forms, and then completion requests. */
async function countFormsAndCompletions(
  cache: AccountCacheReads,
  { forms, completions }: Asked,
): Promise<Result<Pick<HomeCounts, 'forms' | 'completions'>>> {
  const counts = await countEach(forms, (filter) => cache.read('home.forms', filter));
  if (!counts.ok) return counts;
  const requests = await cache.read('home.completions', { completions });
  return requests.ok ? ok({ forms: counts.value, ...requests.value }) : requests;
}

/** Gets the counts of requisitions, forms and notifications from the cache, long reads beside the others, and joins them. */
async function countHome(cache: AccountCacheReads, asked: Asked): Promise<Result<HomeCounts>> {
  const [long, ofForms] = await Promise.all([
    countRequisitionsAndNotifications(cache, asked),
    countFormsAndCompletions(cache, asked),
  ]);
  if (!long.ok) return long;
  return ofForms.ok ? ok({ ...long.value, ...ofForms.value }) : ofForms;
}

/** Returns the handler of the counts of the home screen. */
export function createHomeHandlers(withAccount: RunWithOpenAccount): EngineHandlers<'home.counts'> {
  return {
    'home.counts': (input, signal) =>
      withAccount((account) => countHome(createAbandonableReads(account, signal), input)),
  };
}
