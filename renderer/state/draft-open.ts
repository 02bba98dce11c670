import type { Draft } from '#contract/keepsakes.ts';
import type { AppError } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import {
  editorFieldsSchema,
  fieldsOf,
  NO_FIELDS,
  PURPOSES,
  rawFields,
  seenFields,
  touched,
  type EditorFields,
  type Purpose,
  type RawFields,
} from './draft-fields.ts';
import type { Problem } from './draft-problems.ts';
import { rebased, type Grounded } from './draft-rebase.ts';

/** An editor that somebody has in front of them. */
export interface OpenEditor extends Grounded {
  readonly phase: 'open';
  /** Under which its draft is kept. */
  readonly key: string;
  readonly purpose: Purpose;
  /** The record that it changes; null for a new one. */
  readonly target: string | null;
  /** What the record is called; empty for a new one. */
  readonly label: string;
  readonly intention: string;
  /** It was brought back from what was kept. */
  readonly isRestored: boolean;
  /** When what stands there was last kept; null where nothing had to be. */
  readonly keptAt: EpochMs | null;
  /** Something was typed since. */
  readonly isBehind: boolean;
  /** Why it could not be kept. */
  readonly keepError: AppError | null;
  /** What is wrong, once somebody asked to save. */
  readonly problems: readonly Problem[];
  /** How often that was looked for. */
  readonly checks: number;
  readonly saveError: AppError | null;
  readonly isSaving: boolean;
  /** There was nothing to save. */
  readonly isUnchanged: boolean;
}

/** Names of drafts: the operation, the record or a number of its own, and what for. */
export function draftKey(purpose: Purpose, subject: string): string {
  switch (purpose) {
    case 'create':
      return `requisitions.create:${subject}`;
    case 'edit':
      return `requisitions.update:${subject}`;
    case 'review':
      return `requisitions.update:${subject}:review`;
  }
}

const FRESH = {
  phase: 'open',
  isRestored: false,
  keptAt: null,
  isBehind: false,
  keepError: null,
  problems: [],
  checks: 0,
  saveError: null,
  isSaving: false,
  isUnchanged: false,
  disputed: [],
} as const;

/** A new requisition; the patient may be known already. */
export function newEditor(subject: string, known: Partial<EditorFields>): OpenEditor {
  const fields = { ...NO_FIELDS, ...known };
  return {
    ...FRESH,
    key: draftKey('create', subject),
    purpose: 'create',
    target: null,
    label: '',
    intention: subject,
    fields,
    start: fields,
    seen: {},
  };
}

/** An editor of a record as it is now. */
export function editorOf(
  purpose: 'edit' | 'review',
  target: string,
  raw: RawFields,
  intention: string,
): OpenEditor {
  const fields = fieldsOf(raw);
  return {
    ...FRESH,
    key: draftKey(purpose, target),
    purpose,
    target,
    label: fields.name,
    intention,
    fields,
    start: fields,
    seen: seenFields(raw),
  };
}

function purposeOf({ key, target }: Pick<Draft, 'key' | 'target'>): Purpose {
  if (target === null) return 'create';
  return PURPOSES.find((purpose) => draftKey(purpose, target) === key) ?? 'edit';
}

function intentionOf({ fields }: Draft, otherwise: string): string {
  const { intention } = fields;
  return typeof intention === 'string' && intention.length <= 64 ? intention : otherwise;
}

/**
 * Brings a kept draft back, laid over what the record says by now.
 * @param raw the record; null for a new one, and for one that cannot be read
 * @returns null for a draft that is none of this editor's
 */
export function restored(draft: Draft, raw: RawFields | null, intention: string): OpenEditor | null {
  const typed = editorFieldsSchema.safeParse(draft.fields);
  if (!typed.success || !draft.operation.startsWith('requisitions.')) return null;
  const purpose = purposeOf(draft);
  const before = raw === null ? {} : { patient: raw['patient'], type: raw['type'] };
  const start = purpose === 'create' ? NO_FIELDS : fieldsOf({ ...before, ...draft.seen });
  const open: OpenEditor = {
    ...FRESH,
    key: draft.key,
    purpose,
    target: draft.target,
    label: purpose === 'create' ? '' : draft.label,
    intention: intentionOf(draft, intention),
    isRestored: true,
    keptAt: draft.savedAt,
    fields: typed.data,
    start,
    seen: draft.seen,
  };
  return purpose === 'edit' && raw !== null ? { ...open, ...rebased(open, raw) } : open;
}

/** Follows a record that changed while its editor is open. */
export function followed(open: OpenEditor, json: string): OpenEditor {
  return { ...open, ...rebased(open, rawFields(json)) };
}

/** Whether there is anything in an editor that is worth keeping. */
export function hasTyped({ fields, start, purpose }: OpenEditor): boolean {
  return touched(fields, start, purpose).length > 0;
}
