import type { OperationName } from '#contract/changes.ts';
import { mayShowLater } from '#main/engine/local/outbox/stored-changes.ts';
import type { StoredChange } from '#main/engine/local/protocol.ts';
import type { SendContext } from './context.ts';
import { findQuestionIfNeverCreated, type AttemptOutcome } from './outcome.ts';
import { recheckAcceptedChange } from './recheck-accepted.ts';
import { sendCompletionRequestChanges } from './send-completion.ts';
import { reconcileCreate, sendCreate } from './send-create.ts';
import { reconcileDelete, reconcilePublish, sendDelete, sendPublish } from './send-form.ts';
import { reconcileReview, sendReadFlag, sendUpdate } from './send-update.ts';

/** Makes one attempt at a change, by sending or reconciling it, and returns the outcome. */
type SendFunction = (context: SendContext, change: StoredChange) => Promise<AttemptOutcome>;

/** Makes no attempt at a change whose record was never created: a local id means nothing to the service. */
function guardAgainstLocalId(attempt: SendFunction): SendFunction {
  return async (context, change) => findQuestionIfNeverCreated(change) ?? attempt(context, change);
}

/** For each kind of change in the outbox, the function that sends it. */
export const SEND_FUNCTION_BY_OPERATION: Readonly<Record<OperationName, SendFunction>> = {
  'forms.create': sendCreate,
  'forms.update': guardAgainstLocalId(sendUpdate),
  'forms.publish': guardAgainstLocalId(sendPublish),
  'forms.delete': guardAgainstLocalId(sendDelete),
  'forms.completion': guardAgainstLocalId(sendCompletionRequestChanges),
  'requisitions.create': sendCreate,
  'requisitions.update': guardAgainstLocalId(sendUpdate),
  'notifications.update': sendReadFlag,
};

/** The functions that reconcile a change, for operations that need one besides sending again. */
export const RECONCILE_FUNCTION_BY_OPERATION: Readonly<Partial<Record<OperationName, SendFunction>>> = {
  'forms.create': reconcileCreate,
  'requisitions.create': reconcileCreate,
  'forms.publish': guardAgainstLocalId(reconcilePublish),
  'forms.delete': guardAgainstLocalId(reconcileDelete),
  'requisitions.update': guardAgainstLocalId(reconcileReview),
};

/** Reconciles a change and returns the outcome; one that can be repeated is sent again. */
export function reconcileChange(context: SendContext, change: StoredChange): Promise<AttemptOutcome> {
  const { operation } = change;
  if (mayShowLater(change)) return recheckAcceptedChange(context, change);
  const reconcile = RECONCILE_FUNCTION_BY_OPERATION[operation] ?? SEND_FUNCTION_BY_OPERATION[operation];
  return reconcile(context, change);
}
