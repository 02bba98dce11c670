import { err, type AppError, type ErrorCode, type Result } from '#contract/result.ts';
import { SECOND } from '#main/base/durations.ts';
import type { Random } from '#main/base/random.ts';
import { askAtOnce } from '#main/engine/service/ask-at-once.ts';

const ATTEMPTS = 4;
const FIRST_DELAY = SECOND / 2;
/** A server that asks for more patience than this ends the attempt; the wait is told, not sat out. */
const PATIENCE = 30 * SECOND;

const TRANSIENT: ReadonlySet<ErrorCode> = new Set(['rate-limited', 'server-error', 'timeout']);

export interface RetryOptions {
  /** Waits so many milliseconds, or less where another try at once is wanted; rejects where the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly random: Random;
  readonly signal: AbortSignal;
  /** Whether the service answered in this sync already: then a broken connection is worth another try too. */
  readonly wasReached: () => boolean;
  /** Whether a refusal of the tokens is not to be believed. */
  readonly doTokensHold: () => boolean;
  /** What is another's matter to try again. */
  readonly except?: ReadonlySet<ErrorCode> | undefined;
}

/** The wait before another attempt in milliseconds: what the server asked for, else any time up to a doubling bound. */
function delayAfter(error: AppError, attempt: number, random: Random): number {
  return error.waitMs ?? random.fraction() * FIRST_DELAY * 2 ** attempt;
}

function mayPass(
  { code }: AppError,
  { wasReached, doTokensHold, except }: Pick<RetryOptions, 'wasReached' | 'doTokensHold' | 'except'>,
): boolean {
  if (except?.has(code)) return false;
  if (code === 'offline') return wasReached();
  return code === 'unauthorised' ? doTokensHold() : TRANSIENT.has(code);
}

/** Tries again what may pass by itself, a few times, with growing and scattered waits. Only for what is safe to repeat. */
export async function withRetries<T>(
  task: () => Promise<Result<T>>,
  options: RetryOptions,
): Promise<Result<T>> {
  const { wait, random, signal } = options;
  for (let attempt = 1; ; attempt++) {
    const result = await askAtOnce(task);
    if (result.ok || attempt === ATTEMPTS) return result;
    const { error } = result;
    const delay = delayAfter(error, attempt, random);
    if (!mayPass(error, options) || delay > PATIENCE) return result;
    const isWaited = await wait(delay, signal).then(
      () => true,
      () => false,
    );
    if (!isWaited) return err('cancelled');
  }
}
