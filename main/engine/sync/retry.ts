import { err, type AppError, type ErrorCode, type Result } from '#contract/result.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import type { Random } from '#main/base/random.ts';

const ATTEMPTS = 4;
const FIRST_DELAY = SECOND / 2;
/** A server that asks for more patience than this ends the attempt; the wait is told, not sat out. */
const PATIENCE = 30 * SECOND;

const PASSING: ReadonlySet<ErrorCode> = new Set(['rate-limited', 'server-error', 'timeout']);

export interface RetryOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
  /** Whether the service answered in this sync already: then a broken connection is worth another try too. */
  readonly wasReached: () => boolean;
}

/** The wait before another attempt in milliseconds: what the server asked for, else any time up to a doubling bound. */
function delayAfter(error: AppError, attempt: number, random: Random): number {
  return error.waitMs ?? random.fraction() * FIRST_DELAY * 2 ** attempt;
}

/** Tries again what may pass by itself, a few times, with growing and scattered waits. Only for what is safe to repeat. */
export async function withRetries<T>(
  task: () => Promise<Result<T>>,
  { clock, random, signal, wasReached }: RetryOptions,
): Promise<Result<T>> {
  for (let attempt = 1; ; attempt++) {
    const result = await task();
    if (result.ok || attempt === ATTEMPTS) return result;
    const { error } = result;
    const mayPass = PASSING.has(error.code) || (error.code === 'offline' && wasReached());
    const delay = delayAfter(error, attempt, random);
    if (!mayPass || delay > PATIENCE) return result;
    const isWaited = await clock.wait(delay, signal).then(
      () => true,
      () => false,
    );
    if (!isWaited) return err('cancelled');
  }
}
