import type { OperationName } from '#contract/changes.ts';
import type { StoredChange } from '#main/engine/local/protocol.ts';
import type { SendContext } from './context.ts';
import type { AttemptOutcome } from './outcome.ts';
import { sendCompletionRequestChanges } from './send-completion.ts';
import { reconcileCreate, sendCreate } from './send-create.ts';
import { reconcileDelete, reconcilePublish, sendDelete, sendPublish } from './send-form.ts';
import { reconcileReview, sendReadFlag, sendUpdate } from './send-update.ts';

/** Makes one attempt at a change, by sending or reconciling it, and returns the outcome. */
type SendFunction = (context: SendContext, change: StoredChange) => Promise<AttemptOutcome>;

/** For each kind of change in the outbox, the function that sends it. */
export const SEND_FUNCTION_BY_OPERATION: Readonly<Record<OperationName, SendFunction>> = {
  'forms.create': sendCreate,
  'forms.update': sendUpdate,
  'forms.publish': sendPublish,
  'forms.delete': sendDelete,
  'forms.completion': sendCompletionRequestChanges,
  'requisitions.create': sendCreate,
  'requisitions.update': sendUpdate,
  'notifications.update': sendReadFlag,
};

/** The functions that reconcile a change, for operations that need one besides sending again. */
export const RECONCILE_FUNCTION_BY_OPERATION: Readonly<Partial<Record<OperationName, SendFunction>>> = {
  'forms.create': reconcileCreate,
  'requisitions.create': reconcileCreate,
  'forms.publish': reconcilePublish,
  'forms.delete': reconcileDelete,
  'requisitions.update': reconcileReview,
};
