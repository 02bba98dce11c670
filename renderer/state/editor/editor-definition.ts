import type { z } from 'zod';
import type { CallInput } from '#contract/api.ts';
import type { Kind } from '#contract/records.ts';
import type { OperationName } from '#contract/changes.ts';
import type { SavedChangeAction } from '../toasts/toast.ts';

/** A raw resource of the service, or some of its fields. */
export type RawResourceFields = Readonly<Record<string, unknown>>;

/** Returns whether a value is an object and not an array. */
export function isObject(value: unknown): value is RawResourceFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a text field of a raw resource; empty if it is missing. */
export function getRawTextField(raw: RawResourceFields, field: string): string {
  const value = raw[field];
  return typeof value === 'string' ? value : '';
}

/** Parses the JSON of a record; returns an object without fields if it is not an object. */
export function parseRawFields(json: string): RawResourceFields {
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Compares two field values by content. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export type ChangeToSaveInput = CallInput<'outbox.save'>;

/**
 * What an editor is used for. Every kind of record can be created and edited; `ExtraPurpose` are additional purposes.
 */
export type EditorPurpose<ExtraPurpose extends string> = 'create' | 'edit' | ExtraPurpose;

/** A problem that prevents an editor from being saved. */
export interface EditorProblem {
  /** Path of the field that has the problem, such as `name` or `diagnoses.2`. */
  readonly at: string;
}

/** The input that every editor has, as typed; each kind of record adds its own fields. */
export interface BaseEditorFields {
  readonly name: string;
}

export type EditorFieldName<Fields> = keyof Fields & string;

/** An editor's input at the time of saving. */
export interface EditorSnapshot<ExtraPurpose extends string, Fields extends BaseEditorFields> {
  readonly purpose: EditorPurpose<ExtraPurpose>;
  readonly target: string | null;
  readonly fields: Fields;
  /** The fields when the editor opened. */
  readonly start: Fields;
  readonly seen: RawResourceFields;
  readonly saveId: string;
}

/** What a save depends on besides the input: the user, the time zone and the time. */
export interface EditorSaveContext {
  readonly userId: string | null;
  readonly zone: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** What differs between the editors of requisitions and forms. */
export interface EditorDefinition<
  ExtraPurpose extends string,
  Fields extends BaseEditorFields,
  Problem extends EditorProblem,
> {
  readonly kind: Extract<Kind, 'requisition' | 'form'>;
  /** The operation that each purpose submits. */
  readonly operations: Readonly<Record<EditorPurpose<ExtraPurpose>, OperationName>>;
  /** What a message calls that which each purpose has saved. */
  readonly savedAs: Readonly<Record<EditorPurpose<ExtraPurpose>, SavedChangeAction>>;
  /**
   * Suffix of a draft's key that distinguishes purposes with the same record and operation; empty for the
   * others.
   */
  readonly suffixes: Readonly<Record<EditorPurpose<ExtraPurpose>, string>>;
  /** The fields that each purpose shows, in the order of the editor. */
  readonly fieldsByPurpose: Readonly<Record<EditorPurpose<ExtraPurpose>, readonly EditorFieldName<Fields>[]>>;
  /** The API's names of the fields that an update may change. */
  readonly sentAs: Readonly<Partial<Record<EditorFieldName<Fields>, string>>>;
  /** The fields that an editor displays but never changes. */
  readonly readOnlyFields: readonly EditorFieldName<Fields>[];
  readonly emptyFields: Fields;
  /** The field in which each purpose begins with the user of the account. */
  readonly ownUserFields: Readonly<Partial<Record<EditorPurpose<ExtraPurpose>, EditorFieldName<Fields>>>>;
  readonly schema: z.ZodType<Fields>;
  /** Reads the editor's fields from a record. A value of an unexpected type counts as empty. */
  readonly readFields: (raw: RawResourceFields) => Fields;
  /** Validates the input, in the order of the editor; for an edit, only the changed fields. */
  readonly findProblems: (
    finished: EditorSnapshot<ExtraPurpose, Fields>,
    context: EditorSaveContext,
  ) => readonly Problem[];
  /** Returns whether saving would change anything. */
  readonly hasChanges: (finished: EditorSnapshot<ExtraPurpose, Fields>) => boolean;
  /** Converts the input to a pending change; null if the contract's schema rejects it. */
  readonly toChange: (
    finished: EditorSnapshot<ExtraPurpose, Fields>,
    context: EditorSaveContext,
  ) => ChangeToSaveInput | null;
  /**
   * The changes that are saved with it, each with a save id of its own, so that a second attempt after a failure saves none
   * twice; null if the contract's schema rejects one.
   */
  readonly toFurtherChanges?: (
    finished: EditorSnapshot<ExtraPurpose, Fields>,
    context: EditorSaveContext,
  ) => readonly ChangeToSaveInput[] | null;
}

/** The API's names of the fields that an update may change. */
export function listUpdatableApiNames(definition: {
  readonly sentAs: Readonly<Record<string, string | undefined>>;
}): readonly string[] {
  return Object.values(definition.sentAs).filter((name) => name !== undefined);
}

/**
 * The record's values of the fields that an update may change, by the API's names; used to detect later
 * changes.
 */
export function pickUpdatableFields(
  definition: { readonly sentAs: Readonly<Record<string, string | undefined>> },
  raw: RawResourceFields,
): RawResourceFields {
  const names = listUpdatableApiNames(definition).filter((name) => Object.hasOwn(raw, name));
  return Object.fromEntries(names.map((name) => [name, raw[name]]));
}

/** Returns the fields of an editor whose values differ from those at its start. */
export function listChangedEditorFields<
  ExtraPurpose extends string,
  Fields extends BaseEditorFields,
  Problem extends EditorProblem,
>(
  { fieldsByPurpose }: Pick<EditorDefinition<ExtraPurpose, Fields, Problem>, 'fieldsByPurpose'>,
  { purpose, fields, start }: Pick<EditorSnapshot<ExtraPurpose, Fields>, 'purpose' | 'fields' | 'start'>,
): readonly EditorFieldName<Fields>[] {
  return fieldsByPurpose[purpose].filter((field) => !isSameValue(fields[field], start[field]));
}
