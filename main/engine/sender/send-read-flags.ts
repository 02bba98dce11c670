import type { Err } from '#contract/result.ts';
import type { LocalClient } from '#main/engine/local/client.ts';
import type { StoredOperation } from '#main/engine/local/protocol.ts';
import type { SendContext } from './context.ts';
import type { AttemptOutcome } from './outcome.ts';
import { sendReadFlagMarkedAsSending } from './send-update.ts';

/** Maximum number of read flags of which the local store notes at once that they are being sent. */
const MAX_TAKEN = 20;

export interface ReadFlagBatchDeps {
  readonly context: SendContext;
  readonly local: Pick<LocalClient, 'call'>;
  /** Numbers of the writes that wait. */
  readonly except: readonly number[];
  /** Returns whether the next one may be sent now; something more urgent may have been saved meanwhile. */
  readonly mayGoOn: () => boolean;
}

/** A read flag that was sent, and how that ended. */
export interface SentReadFlagAndOutcome {
  readonly operation: StoredOperation;
  readonly outcome: AttemptOutcome;
  /** Whether the local store has the outcome. */
  readonly isRecorded: boolean;
}

type Done = Extract<AttemptOutcome, { is: 'done' }>;

function isDone(sent: { readonly outcome: AttemptOutcome }): sent is {
  readonly operation: StoredOperation;
  readonly outcome: Done;
} {
  return sent.outcome.is === 'done';
}

/** What is known of a read flag that is given back without an attempt, where the local store did not take it. */
function toUnsent(operation: StoredOperation, { error }: Err): SentReadFlagAndOutcome {
  return {
    operation,
    outcome: { is: 'later', error, evidence: operation.evidence },
    isRecorded: false,
  };
}

/**
 * Sends the next read flags one after the other, and commits only once before and once after all of them, in the local
 * store as in the cache: there may be thousands. As with any write the cache commits first, and a flag whose record may
 * be lost there is sent again.
 * @returns those whose attempt has ended; null where the next write has to be sent on its own
 */
export async function sendReadFlags({
  context,
  local,
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
  const sent: { operation: StoredOperation; outcome: AttemptOutcome }[] = [];
  for (const operation of taken.value) {
    if (!mayGoOn()) break;
    sent.push({ operation, outcome: await sendReadFlagMarkedAsSending(deferring.context, operation) });
  }
  const committed = await deferring.commit();
  const outcomes = sent.map((each): { operation: StoredOperation; outcome: AttemptOutcome } =>
    committed.ok || !isDone(each)
      ? each
      : { operation: each.operation, outcome: { is: 'later', error: committed.error } },
  );
  const unsent = taken.value.slice(sent.length);
  const settled = await local.call('closeOrReleaseReadFlags', {
    sent: outcomes.filter(isDone).map(({ operation, outcome: { how, answer } }) => ({
      operation,
      how,
      ...(answer === undefined ? {} : { answer }),
    })),
    unsent,
  });
  if (settled.ok) return outcomes.map((each) => ({ ...each, isRecorded: isDone(each) }));
  return [
    ...outcomes.map((each) => ({ ...each, isRecorded: false })),
    ...unsent.map((operation) => toUnsent(operation, settled)),
  ];
}
