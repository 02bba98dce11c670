import { err, type AppError, type ErrorCode, type Result } from '#contract/result.ts';
import type { StoredPage } from '#main/engine/cache/protocol.ts';
import { Frontier, type Range } from './frontier.ts';

export interface SweepDeps {
  /** The most records to ask for at once. */
  readonly limit: number;
  /** Pages asked for side by side. */
  readonly lanes: number;
  readonly signal: AbortSignal;
  /** Fetches a stretch of the list; retries are its own matter. */
  readonly fetch: (range: { readonly offset: number; readonly limit: number }) => Promise<Result<Uint8Array>>;
  readonly store: (bytes: Uint8Array, isUrgent: boolean) => Promise<Result<StoredPage>>;
}

export interface SweepEnd {
  /** Records that came, known ones included. */
  readonly records: number;
  /** Whether every page came and nothing contradicted that they were all. */
  readonly isTrusted: boolean;
  readonly error: AppError | null;
}

/** What spoils a page but says nothing about the next one. */
const OF_ONE_PAGE: ReadonlySet<ErrorCode> = new Set(['bad-payload', 'server-error', 'timeout']);

/**
 * Takes every page of one list, in whatever order and size they come. The first page is stored at once, alone; then
 * several come side by side. A bad page never stops a sweep; what concerns all pages does.
 */
export async function sweep({ limit, lanes, signal, fetch, store }: SweepDeps): Promise<SweepEnd> {
  const frontier = new Frontier(limit);
  let records = 0;
  let error: AppError | null = null;

  const takePage = async (range: Range): Promise<Result<StoredPage>> => {
    const page = await fetch(range);
    // What comes after a cancel, or for an account that was closed meanwhile, is dropped.
    if (signal.aborted) return err('cancelled');
    return page.ok ? store(page.value, records === 0) : page;
  };
  const take = async (range: Range): Promise<void> => {
    const stored = await takePage(range);
    if (stored.ok) {
      records += stored.value.records;
      frontier.landed(range, stored.value);
      return;
    }
    if (stored.error.code === 'too-large') frontier.tooLarge(range);
    else if (OF_ONE_PAGE.has(stored.error.code)) frontier.lost();
    else frontier.stop();
    const isSplit = stored.error.code === 'too-large' && range.limit > 1;
    if (!isSplit) error = stored.error;
  };
  const lane = async (): Promise<void> => {
    for (let range = frontier.next(); range !== null; range = frontier.next()) await take(range);
  };

  while (frontier.isFeeling) {
    const range = frontier.next();
    if (range === null) break;
    await take(range);
  }
  await Promise.all(Array.from({ length: lanes }, lane));
  return { records, isTrusted: frontier.isTrusted && error === null, error };
}
