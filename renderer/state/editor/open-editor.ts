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

/** The part of an editor that rests on what the record says. */
interface EditorBase<F extends AnyFields> {
  readonly fields: F;
  readonly start: F;
  readonly seen: RawFields;
  /** The service's names of fields that were typed in here and changed in the record meanwhile. */
  readonly disputed: readonly string[];
}

/** Of a record as it is now, the fields that an editor takes over. */
function withFields<F extends AnyFields>(fields: F, now: F, names: readonly FieldOf<F>[]): F {
  return names.reduce((so, name) => ({ ...so, [name]: now[name] }), fields);
}

/** The fields that an editor shows of its record and never changes, as the record has them. */
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
  const sent = Object.keys(subject.sentAs) as readonly FieldOf<F>[]; // its keys are fields
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
  /** Under which its draft is kept. */
  readonly key: string;
  readonly purpose: PurposeOf<X>;
  /** The record that it changes; null for a new one. */
  readonly target: string | null;
  /** What the record is called; empty for a new one. */
  readonly label: string;
  readonly saveId: string;
  /** It was brought back from what was kept. */
  readonly isRestored: boolean;
  /** When what stands there was last kept; null where nothing had to be. */
  readonly savedAt: EpochMs | null;
  /** Something was typed since. */
  readonly isBehind: boolean;
  /** Why it could not be kept. */
  readonly draftError: AppError | null;
  /** The validation errors, once the user has tried to save. */
  readonly problems: readonly W[];
  /** How often that was looked for. */
  readonly checks: number;
  readonly saveError: AppError | null;
  readonly isSaving: boolean;
  /** There was nothing to save. */
  readonly isUnchanged: boolean;
}

/** Names of drafts: the operation, the record or a number of its own, and what for. */
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

/** A new record; something of it may be known already. */
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

/** What an editor of a record begins with. */
export interface Beginning<X extends string> {
  readonly purpose: Exclude<PurposeOf<X>, 'create'>;
  readonly target: string;
  readonly raw: RawFields;
  readonly saveId: string;
}

/** An editor of a record as it is now. */
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
  const purposes = Object.keys(subject.operations) as readonly PurposeOf<X>[]; // its keys are purposes
  return purposes.find((purpose) => draftKey(subject, purpose, target) === key) ?? 'edit';
}

function toSaveId({ fields }: Draft, otherwise: string): string {
  const { saveId } = fields;
  return typeof saveId === 'string' && saveId.length <= 64 ? saveId : otherwise;
}

/**
 * Restores a saved draft, applied over the current record.
 * @param raw the record; null for a new one, and for one that cannot be read
 * @returns null for a draft that is none of these editors'
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

/** An editor over what its record says by now. Only an edit says what fields are to become; the others go with whatever they are. */
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

/** Follows a record that changed while its editor is open. */
export function followed<X extends string, F extends AnyFields, W extends AnyProblem>(
  subject: DraftSubject<X, F, W>,
  open: OpenEditor<X, F, W>,
  json: string,
): OpenEditor<X, F, W> {
  return over(subject, open, rawFields(json));
}

/** Whether there is anything in an editor that is worth keeping. */
export function hasTyped<X extends string, F extends AnyFields, W extends AnyProblem>(
  subject: DraftSubject<X, F, W>,
  open: OpenEditor<X, F, W>,
): boolean {
  return touched(subject, open).length > 0;
}
