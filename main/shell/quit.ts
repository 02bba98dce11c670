import { app } from 'electron';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import { describeThrown, type Log } from '#main/base/log.ts';

/** So long may the ending take; what is written durably by then is all that counts. */
const DEADLINE = 5 * SECOND;

export interface QuitOptions {
  /** Brings everything to rest: closes files, ends processes. */
  readonly drain: () => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Holds the last step of quitting until everything is at rest, or the deadline has passed. */
export function drainOnQuit({ drain, clock, log }: QuitOptions): void {
  let draining = false;
  const finish = async (): Promise<void> => {
    const inTime = await Promise.race([
      drain().then(() => true),
      clock.wait(DEADLINE).then(() => false),
    ]).catch((thrown: unknown) => {
      log.error('quitting was not clean', { thrown: describeThrown(thrown) });
      return true;
    });
    if (!inTime) log.warn('quitting took too long');
    app.exit();
  };
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (draining) return;
    draining = true;
    void finish();
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
}
