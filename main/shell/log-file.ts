import { appendFileSync, closeSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ValidatedInput } from '#contract/api.ts';
import { ok, type Result } from '#contract/result.ts';
import type { Clock } from '#main/base/clock.ts';
import { MINUTE } from '#main/base/durations.ts';
import type { Log } from '#main/base/log.ts';
import { openForAppending } from '#main/base/write-file.ts';

const MAX_BYTES = 1_000_000;

/** Returns the folder of the log files in a data folder. */
export function getLogFolder(dataDir: string): string {
  return join(dataDir, 'logs');
}

function getSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Opens a file for log lines, with one predecessor; together at most two megabytes.
 * @param folder the folder of both files; created where it is missing
 * @returns a function that writes one line; a line that cannot be written is dropped, because a full disk
 * must not stop Intray
 */
export function openLogFile(folder: string): (line: string) => void {
  const file = join(folder, 'intray.log');
  const attempt = (work: () => void): void => {
    try {
      work();
    } catch {
      // The line is dropped: the log cannot report its own failure.
    }
  };
  attempt(() => mkdirSync(folder, { recursive: true, mode: 0o700 }));
  let size = getSize(file);
  return (line) =>
    attempt(() => {
      if (size > MAX_BYTES) {
        renameSync(file, join(folder, 'intray.1.log'));
        size = 0;
      }
      const handle = openForAppending(file);
      try {
        appendFileSync(handle, `${line}\n`);
      } finally {
        closeSync(handle);
      }
      size += line.length + 1;
    });
}

const MAX_IN_A_MINUTE = 10;

/**
 * Logs errors of the page, with a maximum number per minute: a page that fails in a loop must not displace
 * the other lines.
 */
export function createPageErrorLogHandlers({ log, clock }: { readonly log: Log; readonly clock: Clock }) {
  let since = -Infinity;
  let noted = 0;
  let left = 0;
  const report = async ({
    error,
    components,
  }: ValidatedInput<'app.reportFault'>): Promise<Result<Record<string, never>>> => {
    const now = clock.monotonic();
    if (now - since >= MINUTE) {
      if (left > 0) log.warn('errors of the page were not logged', { count: left });
      since = now;
      noted = 0;
      left = 0;
    }
    if (noted >= MAX_IN_A_MINUTE) left += 1;
    else {
      noted += 1;
      log.error('the page failed', { error, components: components.join(' < ') });
    }
    return ok({});
  };
  return { 'app.reportFault': report };
}
