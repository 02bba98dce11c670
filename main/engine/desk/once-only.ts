import type { Operation } from '#contract/writes.ts';

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
