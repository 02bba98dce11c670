import { err, ok, type ErrorCode, type Result } from '#contract/result.ts';
import type { PageReadCounts } from '#main/engine/cache/ingest/protocol.ts';
import { runSweepPass, type SweepPassResult, type SweepPassOptions } from '#main/engine/sync/full-sweep.ts';

interface Asked {
  readonly offset: number;
  readonly limit: number;
}

/** A list of numbered records, and the service's response to a request for a part of it. */
export interface Service {
  readonly size: number;
  /** Numbers of the returned records. */
  answer(asked: Asked, turn: number): readonly number[] | ErrorCode;
  /** How long the response to a request takes; by default pages overtake each other a little. */
  delay?(turn: number): number;
}

export interface Swept extends SweepPassResult {
  readonly seen: ReadonlySet<number>;
  readonly requests: readonly Asked[];
  readonly maxConcurrent: number;
}

/**
 * A page as the cache reports it: how many of its records are new in the pass, and the records at its edges.
 */
export function toPage(numbers: readonly number[], seen: Set<number>): PageReadCounts {
  const before = seen.size;
  numbers.forEach((number) => seen.add(number));
  const names = numbers.map(String);
  const newInPass = seen.size - before;
  return {
    records: numbers.length,
    distinct: new Set(numbers).size,
    newInPass,
    newInSweep: newInPass,
    first: names.slice(0, 25),
    last: names.slice(-25),
    isUnchanged: false,
    isNewestFirst: false,
    isPassNewestFirst: numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0)),
    newestUpdate: null,
  };
}

/** Runs a sweep; requests take different times, so that pages overtake each other. */
export async function runOver(service: Service, change: Partial<SweepPassOptions> = {}): Promise<Swept> {
  const seen = new Set<number>();
  const requests: Asked[] = [];
  let atOnce = 0;
  let maxConcurrent = 0;
  const end = await runSweepPass({
    limit: 50,
    lanes: 4,
    fetchSegment: async ({ offset, limit }): Promise<Result<PageReadCounts>> => {
      const turn = requests.push({ offset, limit });
      atOnce += 1;
      maxConcurrent = Math.max(maxConcurrent, atOnce);
      const answer = service.answer({ offset, limit }, turn);
      for (let tick = service.delay?.(turn) ?? turn % 3; tick >= 0; tick--) await Promise.resolve();
      atOnce -= 1;
      return typeof answer === 'string' ? err(answer) : ok(toPage(answer, seen));
    },
    ...change,
  });
  return { ...end, seen, requests, maxConcurrent };
}

export const numbersFrom = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_none, index) => from + index);

/** A correct service with its own cap on the page size. */
export function capped(size: number, cap: number): Service {
  return {
    size,
    answer: ({ offset, limit }) => numbersFrom(offset, Math.min(size, offset + Math.min(limit, cap))),
  };
}
