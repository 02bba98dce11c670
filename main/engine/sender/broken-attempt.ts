import { describeThrown, type Log } from '#main/base/log.ts';
import type { LocalClient } from '#main/engine/local/client.ts';
import { isOnceOnlyChange } from '#main/engine/local/outbox/stored-changes.ts';
import type { StoredChange } from '#main/engine/local/protocol.ts';
import type { AttemptOutcome } from './outcome.ts';

export interface BrokenAttemptDeps {
  readonly local: Pick<LocalClient, 'call'>;
  readonly log: Log;
}

/**
 * Runs an attempt at a change. One that throws, by a mistake of the program, ends with an error like any other, so that the
 * changes behind it are sent. Where the local store has noted that the change is being sent, it may have arrived: a
 * once-only change is then uncertain.
 */
export async function runAttempt(
  { local, log }: BrokenAttemptDeps,
  { number, operation, data }: StoredChange,
  attempt: () => Promise<AttemptOutcome>,
): Promise<AttemptOutcome> {
  try {
    return await attempt();
  } catch (thrown) {
    log.error('an attempt at a change failed', { number, operation, thrown: describeThrown(thrown) });
    const found = await local.call('getStoredChange', { number });
    const mayHaveLeft = !found.ok || found.value.state === 'sending';
    const type = mayHaveLeft && isOnceOnlyChange(operation, data) ? 'uncertain' : 'later';
    return { type, error: { code: 'internal' } };
  }
}
