import path from 'node:path';
import { z } from 'zod';
import { err, ok, type Result } from '#contract/result.ts';
import type { Clock } from '#main/base/clock.ts';
import { DAY } from '#main/base/durations.ts';
import { readJsonFile, writeJsonFile } from '#main/base/json-file.ts';
import { getSystemErrorCode } from '#main/base/system-errors.ts';

const FILE = 'retention.json';
/** A clock that has gone on by no more than this since it was last believed is believed again. */
const MAX_PAUSE = 2 * DAY;
/** A clock is believed that differs from the service's by no more than this. */
const TOLERANCE = DAY;

/** When the clock was last believed, in epoch milliseconds. Files that were written before have it as `removedAt`. */
const fileSchema = z.union([
  z.object({ believedAt: z.number() }),
  z.object({ removedAt: z.number() }).transform(({ removedAt }) => ({ believedAt: removedAt })),
]);

export interface RetentionClockDeps {
  readonly dataDir: string;
  readonly clock: Pick<Clock, 'now'>;
  /** Asks the service of the open account for its time, in epoch milliseconds; null where it does not say. */
  readonly readServiceTime: () => Promise<Result<{ readonly serverTime: number | null }>>;
}

function readBelievedAt(file: string): number | null {
  const reading = readJsonFile(file);
  const parsed = fileSchema.safeParse(reading.state === 'found' ? reading.value : null);
  return parsed.success ? parsed.data.believedAt : null;
}

async function compareWithService({ clock, readServiceTime }: RetentionClockDeps): Promise<Result<void>> {
  const response = await readServiceTime();
  if (!response.ok) return response;
  const { serverTime } = response.value;
  if (serverTime === null)
    return err('clock-unconfirmed', { detail: 'the service does not say what time it is' });
  return Math.abs(clock.now() - serverTime) <= TOLERANCE
    ? ok(undefined)
    : err('clock-unconfirmed', { detail: 'the clock of this computer is not that of the service' });
}

/**
 * Returns whether unused copies may be removed by the computer's clock, and remembers the time where they may. A clock
 * that is years ahead would remove all of them: where it has gone on by more than two days since it was last believed, or
 * none is known, it has to agree with the service's within a day. A computer that was off for long removes once it
 * reaches the service. Never throws.
 * @returns the error of asking the service; 'clock-unconfirmed' where the clocks differ; the storage error where the time
 * cannot be remembered
 */
export async function checkRetentionClock(deps: RetentionClockDeps): Promise<Result<void>> {
  const file = path.join(deps.dataDir, FILE);
  const last = readBelievedAt(file);
  const isBelieved = last !== null && deps.clock.now() - last <= MAX_PAUSE;
  const confirmed = isBelieved ? ok(undefined) : await compareWithService(deps);
  if (!confirmed.ok) return confirmed;
  try {
    writeJsonFile(file, { believedAt: deps.clock.now() });
    return ok(undefined);
  } catch (thrown) {
    return err('storage-read-only', { detail: `${FILE}: ${getSystemErrorCode(thrown)}` });
  }
}
