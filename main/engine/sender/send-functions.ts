import type { Operation } from '#contract/writes.ts';
import type { StoredOperation } from '#main/engine/local/protocol.ts';
import type { SendContext } from './context.ts';
import type { AttemptOutcome } from './outcome.ts';
import { sendCompletionRequests } from './send-completion.ts';
import { reconcileCreate, sendCreate } from './send-create.ts';
import { reconcileDelete, reconcilePublish, sendDelete, sendPublish } from './send-form.ts';
import { reconcileReview, sendReadFlag, sendUpdate } from './send-update.ts';

/** One attempt at a write. */
type SendFunction = (context: SendContext, operation: StoredOperation) => Promise<AttemptOutcome>;

/** The function that sends each write. */
export const SEND_FUNCTIONS: Readonly<Record<Operation, SendFunction>> = {
  'forms.create': sendCreate,
  'forms.update': sendUpdate,
  'forms.publish': sendPublish,
  'forms.delete': sendDelete,
  'forms.completion': sendCompletionRequests,
  'requisitions.create': sendCreate,
  'requisitions.update': sendUpdate,
  'notifications.update': sendReadFlag,
};

/** The reconcile function of each write that has one of its own. */
export const RECONCILE_FUNCTIONS: Readonly<Partial<Record<Operation, SendFunction>>> = {
  'forms.create': reconcileCreate,
  'requisitions.create': reconcileCreate,
  'forms.publish': reconcilePublish,
  'forms.delete': reconcileDelete,
  'requisitions.update': reconcileReview,
};
