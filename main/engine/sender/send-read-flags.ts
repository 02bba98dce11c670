import type { Err } from '#contract/result.ts';
import type { StoredChange } from '#main/engine/local/protocol.ts';
import { runAttempt, type BrokenAttemptDeps } from './broken-attempt.ts';
import type { SendContext } from './context.ts';
import type { AttemptOutcome } from './outcome.ts';
import { sendReadFlagMarkedAsSending } from './send-update.ts';

/** Maximum number of read flags of which the local store notes at once that they are being sent. */
const MAX_TAKEN = 20;

export interface ReadFlagBatchDeps extends BrokenAttemptDeps {
  readonly context: SendContext;
  /** Numbers of the changes that wait. */
  readonly except: readonly number[];
  /** Returns whether the next one may be sent now; something more urgent may have been saved meanwhile. */
  readonly mayGoOn: () => boolean;
}

/** A read flag that was sent, and how that ended. */
export interface SentReadFlagAndOutcome {
  readonly change: StoredChange;
  readonly outcome: AttemptOutcome;
  /** Whether the local store has the outcome. */
  readonly isRecorded: boolean;
}

type Done = Extract<AttemptOutcome, { type: 'done' }>;

function isDone(sent: { readonly outcome: AttemptOutcome }): sent is {
  readonly change: StoredChange;
  readonly outcome: Done;
} {
  return sent.outcome.type === 'done';
}

/** What is known of a read flag that is given back without an attempt, where the local store did not take it. */
function toUnsent(change: StoredChange, { error }: Err): SentReadFlagAndOutcome {
  return {
    change,
    outcome: { type: 'later', error, evidence: change.evidence },
    isRecorded: false,
  };
}

/**
 * Sends the next read flags one after the other, and commits only once before and once after all of them, in the local
 * store as in the cache: there may be thousands. As with any change the cache commits first, and a flag whose record may
 * be lost there is sent again.
 * @returns those whose attempt has ended; null where the next change has to be sent on its own
 */
export async function sendReadFlags({
  context,
  local,
  log,
  except,
  mayGoOn,
}: ReadFlagBatchDeps): Promise<readonly SentReadFlagAndOutcome[] | null> {
  const taken = await local.call('markNextReadFlagsSending', {
    except,
    limit: MAX_TAKEN,
    userId: context.userId,
  });
  if (!taken.ok || taken.value.length === 0) return null;
  const deferring = context.deferCommits();
  const sent: { change: StoredChange; outcome: AttemptOutcome }[] = [];
  for (const change of taken.value) {
    if (!mayGoOn()) break;
    const outcome = await runAttempt({ local, log }, change, () =>
      sendReadFlagMarkedAsSending(deferring.context, change),
    );
    sent.push({ change, outcome });
  }
  const committed = await deferring.commit();
  const outcomes = sent.map((each): { change: StoredChange; outcome: AttemptOutcome } =>
    committed.ok || !isDone(each)
      ? each
      : { change: each.change, outcome: { type: 'later', error: committed.error } },
  );
  const unsent = taken.value.slice(sent.length);
  const settled = await local.call('closeOrReleaseReadFlags', {
    sent: outcomes.filter(isDone).map(({ change, outcome: { ending, answer } }) => ({
      change,
      ending,
      ...(answer === undefined ? {} : { answer }),
    })),
    unsent,
  });
  if (settled.ok) return outcomes.map((each) => ({ ...each, isRecorded: isDone(each) }));
  return [
    ...outcomes.map((each) => ({ ...each, isRecorded: false })),
    ...unsent.map((change) => toUnsent(change, settled)),
  ];
}
