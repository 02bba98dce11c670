import type { z } from 'zod';
import type { Input } from '#contract/api.ts';
import type { Kind } from '#contract/records.ts';
import type { Operation } from '#contract/writes.ts';

/** A raw resource, or some fields of one. */
export type RawFields = Readonly<Record<string, unknown>>;

/** Whether a value is an object with fields, and no list. */
export function isObject(value: unknown): value is RawFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text of a raw resource; empty where there is none. */
export function findText(raw: RawFields, field: string): string {
  const value = raw[field];
  return typeof value === 'string' ? value : '';
}

/** The JSON of a record as an object; what is no object has no fields. */
export function rawFields(json: string): RawFields {
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Whether two values of a field say the same. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export type Write = Input<'writes.save'>;

/** What an editor is for. Every kind of record is made and edited; `X` is what else is done with it in an editor. */
export type PurposeOf<X extends string> = 'create' | 'edit' | X;

/** What keeps an editor from being saved. */
export interface AnyProblem {
  /** A field, or a place in it: `diagnoses.2`. */
  readonly at: string;
}

/** Everything that stands in an editor, as it was typed. A purpose shows some of it. */
export interface AnyFields {
  readonly name: string;
}

export type FieldOf<F> = keyof F & string;

/** An editor that is ready to be saved. */
export interface Finished<X extends string, F extends AnyFields> {
  readonly purpose: PurposeOf<X>;
  readonly target: string | null;
  readonly fields: F;
  /** The fields as they stood when the editor opened. */
  readonly start: F;
  readonly seen: RawFields;
  readonly saveId: string;
}

/** Who saves, when, and in which zone the days are. */
export interface DraftContext {
  readonly userId: string | null;
  readonly zone: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** What the editors of one kind of record have to know of it. */
export interface DraftSubject<X extends string, F extends AnyFields, W extends AnyProblem> {
  readonly kind: Extract<Kind, 'requisition' | 'form'>;
  /** The write that a purpose ends in. */
  readonly operations: Readonly<Record<PurposeOf<X>, Operation>>;
  /** What tells drafts of one record and one operation apart; empty for the others. */
  readonly suffixes: Readonly<Record<PurposeOf<X>, string>>;
  /** The fields that a purpose asks for, in the order of the form. */
  readonly asked: Readonly<Record<PurposeOf<X>, readonly FieldOf<F>[]>>;
  /** The service's names of the fields that an update may change. */
  readonly sentAs: Readonly<Partial<Record<FieldOf<F>, string>>>;
  /** What an editor shows of its record and never changes. */
  readonly shown: readonly FieldOf<F>[];
  readonly nothing: F;
  readonly schema: z.ZodType<F>;
  /** The fields of an editor as a record has them. A value of another kind than described counts as empty. */
  readonly fieldsOf: (raw: RawFields) => F;
  /** In the order of the form; of a change, only what was touched. */
  readonly problemsOf: (finished: Finished<X, F>, context: DraftContext) => readonly W[];
  /** Whether an editor would change anything: else it is not worth a write. */
  readonly hasChanges: (finished: Finished<X, F>) => boolean;
  /** Null where the contract does not take it. */
  readonly writeOf: (finished: Finished<X, F>, context: DraftContext) => Write | null;
}

/** The service's names of what an update may change. */
export function sentNames(subject: {
  readonly sentAs: Readonly<Record<string, string | undefined>>;
}): readonly string[] {
  return Object.values(subject.sentAs).filter((name) => name !== undefined);
}

/** What a record says of the fields that an update may change, by the service's names; to be compared with later. */
export function seenFields(
  subject: { readonly sentAs: Readonly<Record<string, string | undefined>> },
  raw: RawFields,
): RawFields {
  const names = sentNames(subject).filter((name) => Object.hasOwn(raw, name));
  return Object.fromEntries(names.map((name) => [name, raw[name]]));
}

/** The fields of an editor that are not as they were. */
export function touched<X extends string, F extends AnyFields, W extends AnyProblem>(
  { asked }: Pick<DraftSubject<X, F, W>, 'asked'>,
  { purpose, fields, start }: Pick<Finished<X, F>, 'purpose' | 'fields' | 'start'>,
): readonly FieldOf<F>[] {
  return asked[purpose].filter((field) => !isSame(fields[field], start[field]));
}
