import { ID_PREFIXES, isId, type IdFamily, MAX_ID_LENGTH } from '#contract/records.ts';
import { isLongTextField } from '#contract/requisition-fields.ts';
import { parseDateSpan } from '#contract/search/date-range.ts';
import { MAX_TESTS_ORDERED_WITH_FIRST } from '#contract/templates.ts';
import { toEpochMs } from '#contract/time.ts';
import { listChangedEditorFields, type EditorSaveContext } from '../editor/editor-definition.ts';
import { trimStartOfTypedId } from '../editor/typed-id.ts';
import {
  REQUISITION_FIELDS_BY_PURPOSE,
  isBlankDiagnosisOrScript,
  type RequisitionDraftFields,
  type RequisitionDraftFieldName,
  type RequisitionEditorSnapshot,
  type DiagnosisOrScriptFields,
} from './requisition-draft-fields.ts';

const MINUTE_MS = 60_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Any time will do: parsing a complete date does not depend on the present time. */
const NO_MATTER_WHEN = toEpochMs(0);

/**
 * The last minute of a day in a time zone, in the service's format (section 2.1); null for an invalid day.
 * @param day `2026-03-12`
 * @param zone IANA name, or `system`
 */
export function formatLastMinuteOfDay(day: string, zone: string): string | null {
  const span = DAY.test(day) ? parseDateSpan(day, { now: NO_MATTER_WHEN, zone }, 'ahead') : null;
  return span === null || span.until === null ? null : new Date(span.until - MINUTE_MS).toISOString();
}

/** Maximum length in the contract, in UTF-16 code units. */
export const MAX_NAME_LENGTH = 500;
export const MAX_TEXT_LENGTH = 65_536;

/**
 * Validates a text; null if it is valid. NUL and lone surrogates are rejected because they would not survive
 * the round trip to the service.
 */
export function findTextProblem(value: string, length: number): 'too-long' | 'characters' | null {
  if (value.length > length) return 'too-long';
  return value.isWellFormed() && !value.includes('\0') ? null : 'characters';
}

/** Validates an id. Returns `prefix` if it has another family's prefix, `id` if it is no id, null if it is valid. */
export function findIdProblem(family: IdFamily, id: string): 'prefix' | 'id' | null {
  if (isId(family, id)) return null;
  return /^[a-z]+_/.test(id) && !id.startsWith(ID_PREFIXES[family]) ? 'prefix' : 'id';
}

/** What can be wrong with a field; the messages are in `renderer/text`. */
export type RequisitionProblemReason =
  | 'missing'
  | 'prefix'
  | 'id'
  | 'too-long'
  | 'characters'
  | 'head'
  | 'unnamed'
  | 'too-many'
  | 'day'
  | 'past'
  | 'no-reviewer';

export interface RequisitionProblem {
  /** Path of the field with the problem, or of one of its rows: `diagnoses.2`. */
  readonly at: RequisitionDraftFieldName | `${'diagnoses' | 'scripts' | 'furtherTests'}.${number}`;
  readonly wrong: RequisitionProblemReason;
  /** The prefix that an id should have. */
  readonly prefix?: string;
}

/** The id fields: the family of each, and whether it is required (section 4.2). */
const ID_FIELDS = {
  patient: { family: 'user', isNeeded: true },
  orderingProvider: { family: 'user', isNeeded: true },
  serviceFacility: { family: 'facility', isNeeded: false },
  reviewer: { family: 'user', isNeeded: false },
} as const satisfies Partial<Record<RequisitionDraftFieldName, { family: IdFamily; isNeeded: boolean }>>;

// Maximum number of diagnoses or scripts in the contract.
const MAX_ENTRIES = 200;

type IdField = keyof typeof ID_FIELDS;

function isIdField(field: RequisitionDraftFieldName): field is IdField {
  return Object.hasOwn(ID_FIELDS, field);
}

function findIdFieldProblems(at: IdField, typed: string): readonly RequisitionProblem[] {
  const { family, isNeeded } = ID_FIELDS[at];
  const id = trimStartOfTypedId(typed);
  if (id === '') return isNeeded ? [{ at, wrong: 'missing' }] : [];
  const wrong = findIdProblem(family, id);
  return wrong === null ? [] : [{ at, wrong, prefix: ID_PREFIXES[family] }];
}

function findEntryProblem(
  field: 'diagnoses' | 'scripts',
  part: DiagnosisOrScriptFields,
): RequisitionProblemReason | null {
  if (isBlankDiagnosisOrScript(part)) return null;
  if (part.head.trim() === '') return 'head';
  return (
    findTextProblem(part.head, field === 'diagnoses' ? MAX_ID_LENGTH : MAX_NAME_LENGTH) ??
    findTextProblem(part.description, MAX_TEXT_LENGTH)
  );
}

function findEntryProblems(
  field: 'diagnoses' | 'scripts',
  parts: readonly DiagnosisOrScriptFields[],
): readonly RequisitionProblem[] {
  if (parts.length > MAX_ENTRIES) return [{ at: field, wrong: 'too-many' }];
  return parts.flatMap((part, index) => {
    const wrong = findEntryProblem(field, part);
    return wrong === null ? [] : [{ at: `${field}.${index}` as const, wrong }];
  });
}

function findDeadlineProblem(
  { deadline, reviewer }: RequisitionDraftFields,
  zone: string,
  now: number,
): RequisitionProblemReason | null {
  if (deadline === '') return null;
  const at = formatLastMinuteOfDay(deadline, zone);
  if (at === null) return 'day';
  if (Date.parse(at) < now) return 'past';
  return reviewer.trim() === '' ? 'no-reviewer' : null;
}

function findFurtherTestProblems(
  tests: RequisitionDraftFields['furtherTests'],
): readonly RequisitionProblem[] {
  if (tests.length > MAX_TESTS_ORDERED_WITH_FIRST) return [{ at: 'furtherTests', wrong: 'too-many' }];
  return tests.flatMap(({ name }, index) => {
    // A row that is left out unsaid could be an order that is never placed.
    const wrong = name.trim() === '' ? 'unnamed' : findTextProblem(name, MAX_NAME_LENGTH);
    return wrong === null ? [] : [{ at: `furtherTests.${index}` as const, wrong }];
  });
}

function findFieldProblems(
  field: RequisitionDraftFieldName,
  fields: RequisitionDraftFields,
  { zone, now }: EditorSaveContext,
): readonly RequisitionProblem[] {
  const one = (wrong: RequisitionProblemReason | null): readonly RequisitionProblem[] =>
    wrong === null ? [] : [{ at: field, wrong }];
  if (isIdField(field)) return findIdFieldProblems(field, fields[field]);
  if (isLongTextField(field)) return one(findTextProblem(fields[field], MAX_TEXT_LENGTH));
  switch (field) {
    case 'name':
      return one(findTextProblem(fields.name, MAX_NAME_LENGTH));
    case 'furtherTests':
      return findFurtherTestProblems(fields.furtherTests);
    case 'diagnoses':
    case 'scripts':
      return findEntryProblems(field, fields[field]);
    case 'deadline':
      return one(findDeadlineProblem(fields, zone, now));
    case 'type':
    case 'isShared':
      return [];
  }
}

/** Validates an editor, in the order of the fields; for an edit, only the changed fields. */
export function getRequisitionProblems(
  finished: RequisitionEditorSnapshot,
  context: EditorSaveContext,
): readonly RequisitionProblem[] {
  const { purpose, fields } = finished;
  // Values that the service sent and that are not sent again are not validated.
  const asked =
    purpose === 'edit'
      ? listChangedEditorFields({ fieldsByPurpose: REQUISITION_FIELDS_BY_PURPOSE }, finished)
      : REQUISITION_FIELDS_BY_PURPOSE[purpose];
  const found = asked.flatMap((field) => findFieldProblems(field, fields, context));
  const isUnnamed = purpose === 'review' && fields.reviewer.trim() === '';
  return isUnnamed
    ? [{ at: 'reviewer', wrong: 'missing' }, ...found.filter(({ at }) => at !== 'reviewer')]
    : found;
}
