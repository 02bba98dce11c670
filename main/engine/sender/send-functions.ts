import type { Operation } from '#contract/writes.ts';
import type { StoredOperation } from '#main/engine/local/protocol.ts';
import type { SendContext } from './context.ts';
import type { AttemptOutcome } from './outcome.ts';
import { sendCompletionRequestChanges } from './send-completion.ts';
import { reconcileCreate, sendCreate } from './send-create.ts';
import { reconcileDelete, reconcilePublish, sendDelete, sendPublish } from './send-form.ts';
import { reconcileReview, sendReadFlag, sendUpdate } from './send-update.ts';

/** Makes one attempt at a write, by sending or reconciling it, and returns the outcome. */
type SendFunction = (context: SendContext, operation: StoredOperation) => Promise<AttemptOutcome>;

/** For each operation of the outbox, the function that sends it. */
export const SEND_FUNCTION_BY_OPERATION: Readonly<Record<Operation, SendFunction>> = {
  'forms.create': sendCreate,
  'forms.update': sendUpdate,
  'forms.publish': sendPublish,
  'forms.delete': sendDelete,
  'forms.completion': sendCompletionRequestChanges,
  'requisitions.create': sendCreate,
  'requisitions.update': sendUpdate,
  'notifications.update': sendReadFlag,
};

/** The functions that reconcile a write, for operations that need one besides sending again. */
export const RECONCILE_FUNCTION_BY_OPERATION: Readonly<Partial<Record<Operation, SendFunction>>> = {
  'forms.create': reconcileCreate,
  'requisitions.create': reconcileCreate,
  'forms.publish': reconcilePublish,
  'forms.delete': reconcileDelete,
  'requisitions.update': reconcileReview,
};
