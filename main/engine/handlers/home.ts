import type { ParsedInput } from '#contract/api.ts';
import type { HomeCounts } from '#contract/home-procedures.ts';
import { iteratePages, type PageStart } from '#contract/paginate.ts';
import { ok, type Result } from '#contract/result.ts';
import type { OpenAccount } from '../account.ts';
import type { EngineHandlers, WithAccount } from './deps.ts';

/** Joins the counts of the segments that the cache counts in with those of the other kinds. */
async function countHome(
  cache: OpenAccount['cache'],
  { requisitions: filters, ...others }: ParsedInput<'home.counts'>,
): Promise<Result<HomeCounts>> {
  let sums: readonly number[] = filters.map(() => 0);
  const ask = (place: PageStart<number>) => cache.read('home.requisitions', { filters, ...place });
  for await (const segment of iteratePages(ask)) {
    if (!segment.ok) return segment;
    const { counts } = segment.value;
    sums = sums.map((sum, index) => sum + (counts[index] ?? 0));
  }
  const counted = await cache.read('home.others', others);
  return counted.ok ? ok({ requisitions: sums, ...counted.value }) : counted;
}

/** Returns the handler of the counts of the home screen. */
export function createHomeHandlers(withAccount: WithAccount): EngineHandlers<'home.counts'> {
  return { 'home.counts': (input) => withAccount(({ cache }) => countHome(cache, input)) };
}
