import type { Question } from '#contract/outbox.ts';
import type { Operation } from '#contract/writes.ts';
import type { StoredOperation } from './protocol.ts';

/**
 * Whether a write must never be sent a second time by the program once it may have left: a second create would make a
 * second record, a second publish another version, and of a review nobody knows (service's document, sections 3 and 4).
 * Everything else sets absolute values.
 */
export function isOnceOnly(operation: Operation, data: object): boolean {
  switch (operation) {
    case 'forms.create':
    case 'requisitions.create':
    case 'forms.publish':
      return true;
    case 'requisitions.update':
      return 'review' in data;
    default:
      return false;
  }
}

/** The operations that make a record that the service does not know yet. */
export const CREATES: readonly Operation[] = ['forms.create', 'requisitions.create'];

/** Whether a write makes a record that the service does not know yet. */
export function isCreate(operation: Operation): boolean {
  return CREATES.includes(operation);
}

/** Questions that a look answers by itself once it finds what was lost. */
export const LOST_QUESTIONS: readonly Question[] = ['none-found', 'several-found', 'not-seen', 'not-listed'];

/**
 * Whether it has to be found out what became of a write. Of a create of which no attempt is known the look right before it is sent is
 * enough; where no list could be read for that, a later look may read one.
 */
export function needsReconcile({ operation, state, question, evidence }: StoredOperation): boolean {
  const mayHaveLeft = !isCreate(operation) || evidence.mayHaveLeft === true;
  if (state === 'uncertain') return mayHaveLeft;
  if (state !== 'needs-you' || question === null) return false;
  return LOST_QUESTIONS.includes(question) && (mayHaveLeft || question === 'not-listed');
}
