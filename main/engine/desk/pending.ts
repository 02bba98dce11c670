import type { PendingField, PendingOperation } from '#contract/outbox.ts';
import type { JsonObject } from '#main/engine/service/wire/fields.ts';
import type { DeskOperation } from './protocol.ts';
import { isSameCreate } from './save.ts';

function valueIn(source: JsonObject, field: string): string | null {
  return Object.hasOwn(source, field) ? JSON.stringify(source[field]) : null;
}

function fieldsOf({ data, base, theirs }: DeskOperation): readonly PendingField[] {
  return Object.entries(data).map(([field, mine]) => ({
    field,
    base: valueIn(base, field),
    mine: JSON.stringify(mine),
    theirs: valueIn(theirs, field),
  }));
}

/**
 * The write that has to go first: an earlier one of the same record, or a create of the very same content of which nobody knows
 * what became.
 */
export function waitsFor(operation: DeskOperation, all: readonly DeskOperation[]): number | null {
  const earlier = all.filter(({ number }) => number < operation.number);
  const first = earlier.find(
    (other) =>
      other.target === operation.target || (isSameCreate(other, operation) && other.state !== 'rejected'),
  );
  return first?.number ?? null;
}

/** A write as people see it. */
export function pendingOperation(operation: DeskOperation, all: readonly DeskOperation[]): PendingOperation {
  const { number, kind, target, label, state, question, candidates, error, attempts } = operation;
  const { savedAt, triedAt } = operation;
  return {
    number,
    operation: operation.operation,
    kind,
    id: target,
    label,
    state,
    fields: fieldsOf(operation),
    question,
    candidates,
    error,
    attempts,
    savedAt,
    triedAt,
    waitsFor: waitsFor(operation, all),
  };
}
