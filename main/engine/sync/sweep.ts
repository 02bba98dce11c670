import type { AppError, ErrorCode, Result } from '#contract/result.ts';
import type { StoredPage } from '#main/engine/cache/protocol.ts';
import { Frontier, type Range } from './frontier.ts';

export interface SweepOptions {
  /** The most records to ask for at once. */
  readonly limit: number;
  /** How many a page is known to hold, where that is less. */
  readonly step?: number | undefined;
  /** Pages asked for side by side. */
  readonly lanes: number;
  /** Fetches a stretch of the list and stores it; retries are its own matter. */
  readonly take: (range: { readonly offset: number; readonly limit: number }) => Promise<Result<StoredPage>>;
}

export interface SweepEnd {
  /** Records that came, known ones included. */
  readonly records: number;
  /** Records that came for the first time in the passes so far. */
  readonly news: number;
  /** Whether the end of the list was reached and every page came. */
  readonly isFinished: boolean;
  /** Whether nothing contradicts that these were all. */
  readonly isTrusted: boolean;
  /** The most that one page held, where that was less than asked for. */
  readonly pageCap: number | null;
  readonly error: AppError | null;
}

/** What spoils a page but says nothing about the next one. */
const OF_ONE_PAGE: ReadonlySet<ErrorCode> = new Set(['bad-payload', 'server-error', 'timeout', 'internal']);

/**
 * Takes every page of one list once, in whatever order and size they come. While it is not known how much one page holds, one
 * comes at a time, else several side by side. A bad page never stops a pass; what concerns all pages does.
 */
export async function sweep({ limit, step, lanes, take }: SweepOptions): Promise<SweepEnd> {
  const frontier = new Frontier(limit, step);
  let records = 0;
  let news = 0;
  let error: AppError | null = null;

  const visit = async (range: Range): Promise<void> => {
    const stored = await take(range);
    if (stored.ok) {
      records += stored.value.records;
      news += stored.value.news;
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
    for (let range = frontier.next(); range !== null; range = frontier.next()) await visit(range);
  };

  while (frontier.isFeeling) {
    const range = frontier.next();
    if (range === null) break;
    await visit(range);
  }
  await Promise.all(Array.from({ length: lanes }, lane));
  const { isFinished, isTrusted, pageCap } = frontier;
  return { records, news, isFinished, isTrusted, pageCap, error };
}
