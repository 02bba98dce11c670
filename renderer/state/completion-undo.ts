import type { PendingOperation } from '#contract/outbox.ts';

/** Ids of patients in a field of a write; none where it holds something else. */
function findPatients(write: Pick<PendingOperation, 'fields'>, name: 'ask' | 'withdraw'): readonly string[] {
  const json = write.fields.find(({ field }) => field === name)?.mine;
  const value: unknown = json === undefined ? [] : JSON.parse(json);
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** A wish about one patient and one form that is not sent yet. */
export interface Wish {
  readonly form: string;
  readonly patient: string;
  readonly wish: 'ask' | 'withdraw';
}

/** What takes a wish out of a write. */
export interface Undoing {
  readonly number: number;
  /** The write without it; null where nothing is left to wish. */
  readonly data: Readonly<Record<'ask' | 'withdraw', readonly string[]>> | null;
}

/**
 * What takes an unsent wish back: the newest write that holds it goes on without.
 * @param writes the unsent writes of the form, oldest first
 * @returns null where no write holds it any more: it was sent
 */
export function getUndoing(
  writes: readonly PendingOperation[],
  { patient, wish }: Omit<Wish, 'form'>,
): Undoing | null {
  const write = writes.findLast(
    (each) => each.operation === 'forms.completion' && findPatients(each, wish).includes(patient),
  );
  if (write === undefined) return null;
  const others = (name: 'ask' | 'withdraw'): readonly string[] =>
    findPatients(write, name).filter((each) => name !== wish || each !== patient);
  const data = { ask: others('ask'), withdraw: others('withdraw') };
  return { number: write.number, data: data.ask.length + data.withdraw.length === 0 ? null : data };
}
