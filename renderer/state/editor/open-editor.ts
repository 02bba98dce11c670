import { writeDraftKey } from '#contract/draft-key.ts';
import type { Draft } from '#contract/local-data.ts';
import type { AppError } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import {
  isSame,
  type RawFields,
  type AnyFields,
  type AnyProblem,
  type DraftSubject,
  type FieldOf,
  rawFields,
  seenFields,
  touched,
  type PurposeOf,
} from './subject.ts';

/** The part of an editor that is derived from the current record. */
interface EditorBase<F extends AnyFields> {
  readonly fields: F;
  readonly start: F;
  readonly seen: RawFields;
  /** The API's names of fields that the user changed here and that changed in the record too. */
  readonly disputed: readonly string[];
}

/** Copies the named fields from the current record. */
function withFields<F extends AnyFields>(fields: F, now: F, names: readonly FieldOf<F>[]): F {
  return names.reduce((so, name) => ({ ...so, [name]: now[name] }), fields);
}

/** Copies the fields that an editor displays but never changes from the current record. */
function withShown<X extends string, F extends AnyFields, W extends AnyProblem>(
  { shown, fieldsOf: getFields }: DraftSubject<X, F, W>,
  fields: F,
  raw: RawFields,
): F {
  return withFields(fields, getFields(raw), shown);
}

/**
 * Applies the input of an editor to the current record (a three-way merge per field). Fields without input follow
 * the record; fields with input keep it, with their base, and those that changed in both are named.
 */
export function rebased<X extends string, F extends AnyFields, W extends AnyProblem>(
  subject: DraftSubject<X, F, W>,
  base: EditorBase<F>,
  raw: RawFields,
): EditorBase<F> {
  const now = subject.fieldsOf(raw);
  const sent = Object.keys(subject.sentAs) as readonly FieldOf<F>[]; // the keys are fields
  return sent.reduce<EditorBase<F>>(
    (so, field) => {
      const name = subject.sentAs[field];
      if (name === undefined || isSame(so.seen[name], raw[name])) return so;
      const isTouched = !isSame(so.fields[field], so.start[field]);
      if (isTouched) return { ...so, disputed: [...so.disputed, name] };
      return {
        ...so,
        fields: withFields(so.fields, now, [field]),
        start: withFields(so.start, now, [field]),
        seen: { ...so.seen, [name]: raw[name] },
      };
    },
    { ...base, disputed: [] },
  );
}

/** An open editor. */
export interface OpenEditor<X extends string, F extends AnyFields, W extends AnyProblem>
  extends EditorBase<F> {
  readonly phase: 'open';
  /** Key of its draft. */
  readonly key: string;
  readonly purpose: PurposeOf<X>;
  /** Id of the edited record; null for a new one. */
  readonly target: string | null;
  /** Display name of the record; empty for a new one. */
  readonly label: string;
  readonly saveId: string;
  /** The input was restored from a draft. */
  readonly isRestored: boolean;
  /** When the input was last saved; null if there was nothing to save. */
  readonly savedAt: EpochMs | null;
  /** There is input that is not saved yet. */
  readonly isBehind: boolean;
  /** Why the draft could not be saved. */
  readonly draftError: AppError | null;
  /** The validation errors, once the user has tried to save. */
  readonly problems: readonly W[];
  /** How often saving was refused; the focus moves to the problems each time it changes. */
  readonly checks: number;
  readonly saveError: AppError | null;
  readonly isSaving: boolean;
  /** The user saved without having changed anything. */
  readonly isUnchanged: boolean;
}

/** The key of a draft: the operation, the record's id or a random one, and a suffix for the purpose. */
export function draftKey<X extends string, F extends AnyFields, W extends AnyProblem>(
  { operations, suffixes }: Pick<DraftSubject<X, F, W>, 'operations' | 'suffixes'>,
  purpose: PurposeOf<X>,
  id: string,
): string {
  return writeDraftKey({ operation: operations[purpose], id, purpose: suffixes[purpose] });
}

const FRESH = {
  phase: 'open',
  isRestored: false,
  savedAt: null,
  isBehind: false,
  draftError: null,
  problems: [],
  checks: 0,
  saveError: null,
  isSaving: false,
  isUnchanged: false,
  disputed: [],
} as const;

/** Creates an editor for a new record, with some fields filled in. */
export function newEditor<X extends string, F extends AnyFields, W extends AnyProblem>(
  subject: DraftSubject<X, F, W>,
  saveId: string,
  known: Partial<F>,
): OpenEditor<X, F, W> {
  const fields = { ...subject.nothing, ...known };
  return {
    ...FRESH,
    key: draftKey(subject, 'create', saveId),
    purpose: 'create',
    target: null,
    label: '',
    saveId,
    fields,
    start: fields,
    seen: {},
  };
}

/** How an editor of an existing record is opened. */
export interface Beginning<X extends string> {
  readonly purpose: Exclude<PurposeOf<X>, 'create'>;
  readonly target: string;
  readonly raw: RawFields;
  readonly saveId: string;
}

/** Creates an editor for an existing record. */
export function getEditor<X extends string, F extends AnyFields, W extends AnyProblem>(
  subject: DraftSubject<X, F, W>,
  { purpose, target, raw, saveId }: Beginning<X>,
): OpenEditor<X, F, W> {
  const fields = subject.fieldsOf(raw);
  return {
    ...FRESH,
    key: draftKey(subject, purpose, target),
    purpose,
    target,
    label: fields.name,
    saveId,
    fields,
    start: fields,
    seen: seenFields(subject, raw),
  };
}

function getPurpose<X extends string, F extends AnyFields, W extends AnyProblem>(
  subject: DraftSubject<X, F, W>,
  { key, target }: Pick<Draft, 'key' | 'target'>,
): PurposeOf<X> {
  if (target === null) return 'create';
  const purposes = Object.keys(subject.operations) as readonly PurposeOf<X>[]; // the keys are purposes
  return purposes.find((purpose) => draftKey(subject, purpose, target) === key) ?? 'edit';
}

function toSaveId({ fields }: Draft, otherwise: string): string {
  const { saveId } = fields;
  return typeof saveId === 'string' && saveId.length <= 64 ? saveId : otherwise;
}

/**
 * Restores a saved draft, applied over the current record.
 * @param raw the record; null for a new one, and for one that cannot be read
 * @returns null if the draft does not belong to this kind of record
 */
export function restored<X extends string, F extends AnyFields, W extends AnyProblem>(
  subject: DraftSubject<X, F, W>,
  draft: Draft,
  raw: RawFields | null,
  saveId: string,
): OpenEditor<X, F, W> | null {
  const typed = subject.schema.safeParse(draft.fields);
  if (!typed.success || !draft.operation.startsWith(`${subject.kind}s.`)) return null;
  const purpose = getPurpose(subject, draft);
  const before = withShown(subject, subject.fieldsOf(draft.seen), raw ?? {});
  const open: OpenEditor<X, F, W> = {
    ...FRESH,
    key: draft.key,
    purpose,
    target: draft.target,
    label: purpose === 'create' ? '' : draft.label,
    saveId: toSaveId(draft, saveId),
    isRestored: true,
    savedAt: draft.savedAt,
    fields: typed.data,
    start: purpose === 'create' ? subject.nothing : before,
    seen: draft.seen,
  };
  return raw === null ? open : over(subject, open, raw);
}

/**
 * Rebases an editor on the current record. Only edits contain field values to merge; the other purposes stay
 * as they are.
 */
function over<X extends string, F extends AnyFields, W extends AnyProblem>(
  subject: DraftSubject<X, F, W>,
  open: OpenEditor<X, F, W>,
  raw: RawFields,
): OpenEditor<X, F, W> {
  const { fields, start } = open;
  const showing = {
    ...open,
    fields: withShown(subject, fields, raw),
    start: withShown(subject, start, raw),
  };
  return open.purpose === 'edit' ? { ...showing, ...rebased(subject, showing, raw) } : showing;
}

/** Updates an open editor when its record changes. */
export function followed<X extends string, F extends AnyFields, W extends AnyProblem>(
  subject: DraftSubject<X, F, W>,
  open: OpenEditor<X, F, W>,
  json: string,
): OpenEditor<X, F, W> {
  return over(subject, open, rawFields(json));
}

/** Returns whether the user has changed any field. */
export function hasTyped<X extends string, F extends AnyFields, W extends AnyProblem>(
  subject: DraftSubject<X, F, W>,
  open: OpenEditor<X, F, W>,
): boolean {
  return touched(subject, open).length > 0;
}
