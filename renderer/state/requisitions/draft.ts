import { ID_PREFIXES, isId } from '#contract/records.ts';
import { isLongTextField } from '#contract/requisition-fields.ts';
import { changeToSaveSchema, toFurtherSaveId } from '#contract/changes.ts';
import type { EditorStore } from '../editor/editor.ts';
import type { OpenEditor } from '../editor/open-editor.ts';
import {
  isSameValue,
  type RawResourceFields,
  type EditorSaveContext,
  type ChangeToSaveInput,
  type EditorDefinition,
} from '../editor/editor-definition.ts';
import { trimStartOfTypedId } from '../editor/typed-id.ts';
import {
  formatLastMinuteOfDay,
  getRequisitionProblems,
  type RequisitionProblem,
} from './draft-validation.ts';
import {
  isBlankDiagnosisOrScript,
  UPDATABLE_REQUISITION_FIELDS,
  REQUISITION_UPDATE_API_NAMES,
  type RequisitionDraftFields,
  type RequisitionEditorSnapshot,
  type DiagnosisOrScriptFields,
  type UpdatableRequisitionField,
  REQUISITION_FIELDS_BY_PURPOSE,
  requisitionDraftFieldsSchema,
  readRequisitionDraftFields,
  EMPTY_REQUISITION_FIELDS,
} from './requisition-draft-fields.ts';

function toServiceEntries(
  parts: readonly DiagnosisOrScriptFields[],
  head: 'code' | 'name',
): readonly RawResourceFields[] {
  return parts
    .filter((part) => !isBlankDiagnosisOrScript(part))
    .map((part) => ({
      ...part.more,
      ...(part.id === '' ? {} : { id: part.id }),
      [head]: part.head.trim(),
      description: part.description,
    }));
}

/** Converts a field to the service's format (section 2.3). */
function toServiceValue(field: UpdatableRequisitionField, fields: RequisitionDraftFields): unknown {
  if (isLongTextField(field)) return fields[field];
  switch (field) {
    case 'diagnoses':
      return toServiceEntries(fields.diagnoses, 'code');
    case 'scripts':
      return toServiceEntries(fields.scripts, 'name');
    case 'orderingProvider':
    case 'serviceFacility':
      return trimStartOfTypedId(fields[field]);
    case 'name':
      return fields.name.trim();
    case 'isShared':
      return fields.isShared;
  }
}

function isEmptyValue(value: unknown): boolean {
  return value === '' || value === false || (Array.isArray(value) && value.length === 0);
}

/**
 * Returns the review to request, with the field names of a review (see `reviewSent` in
 * preload/contract/assumptions.ts); an empty object without a reviewer.
 */
function getReview(
  { reviewer, deadline }: RequisitionDraftFields,
  { userId, zone }: EditorSaveContext,
): RawResourceFields {
  const at = formatLastMinuteOfDay(deadline, zone);
  if (trimStartOfTypedId(reviewer) === '') return {};
  return {
    review: {
      reviewer: trimStartOfTypedId(reviewer),
      ...(isId('user', userId) ? { requested_by: userId } : {}),
      ...(at === null ? {} : { review_deadline: at }),
    },
  };
}

function toServiceFields(
  fields: readonly UpdatableRequisitionField[],
  source: RequisitionDraftFields,
): RawResourceFields {
  return Object.fromEntries(
    fields.map((field) => [REQUISITION_UPDATE_API_NAMES[field], toServiceValue(field, source)]),
  );
}

/** The fields to send: those that differ from the start. Rows without text are ignored. */
function listChangedFields({
  fields,
  start,
}: RequisitionEditorSnapshot): readonly UpdatableRequisitionField[] {
  return UPDATABLE_REQUISITION_FIELDS.filter(
    (field) => !isSameValue(toServiceValue(field, fields), toServiceValue(field, start)),
  );
}

function toData(finished: RequisitionEditorSnapshot, context: EditorSaveContext): RawResourceFields {
  const { purpose, target, fields } = finished;
  switch (purpose) {
    case 'create': {
      const given = UPDATABLE_REQUISITION_FIELDS.filter(
        (field) => !isEmptyValue(toServiceValue(field, fields)),
      );
      const review = getReview(fields, context);
      return {
        patient: trimStartOfTypedId(fields.patient),
        type: fields.type,
        ...toServiceFields(given, fields),
        ...review,
      };
    }
    case 'edit':
      return { id: target, ...toServiceFields(listChangedFields(finished), fields) };
    case 'review':
      return { id: target, ...getReview(fields, context) };
  }
}

/** Returns whether saving the requisition editor would change anything. */
export function hasRequisitionChanges(finished: RequisitionEditorSnapshot): boolean {
  return finished.purpose !== 'edit' || listChangedFields(finished).length > 0;
}

/**
 * Converts the input to a pending change. An edit contains only the changed fields, and their values when the
 * editor opened.
 * @returns null if the contract's schema rejects it
 */
export function toRequisitionChange(
  finished: RequisitionEditorSnapshot,
  context: EditorSaveContext,
): ChangeToSaveInput | null {
  const { purpose, seen, saveId } = finished;
  const data = toData(finished, context);
  const before = Object.fromEntries(Object.entries(seen).filter(([name]) => Object.hasOwn(data, name)));
  const change =
    purpose === 'create'
      ? { operation: 'requisitions.create', data, saveId }
      : {
          operation: 'requisitions.update',
          data,
          saveId,
          ...(purpose === 'edit' ? { seen: before } : {}),
        };
  const checked = changeToSaveSchema.safeParse(change);
  return checked.success ? checked.data : null;
}

/**
 * Converts the further tests of a new requisition to pending changes of their own: the same order with another name and type.
 * Tests without a name are ignored. Null if the contract's schema rejects one.
 */
export function toFurtherRequisitionChanges(
  finished: RequisitionEditorSnapshot,
  context: EditorSaveContext,
): readonly ChangeToSaveInput[] | null {
  if (finished.purpose !== 'create') return [];
  const tests = finished.fields.furtherTests.filter(({ name }) => name.trim() !== '');
  const changes = tests.map((test, index) =>
    toRequisitionChange(
      {
        ...finished,
        fields: { ...finished.fields, ...test },
        saveId: toFurtherSaveId(finished.saveId, index + 1),
      },
      context,
    ),
  );
  return changes.every((change) => change !== null) ? changes : null;
}

/** Returns whether a text is a complete patient id, so that similar requisitions can be searched. */
export function isPatientId(typed: string): boolean {
  return typed.startsWith(ID_PREFIXES.user) && isId('user', typed);
}

/** The editor store of requisitions. */
export type RequisitionEditorStore = EditorStore<'review', RequisitionDraftFields, RequisitionProblem>;
export type OpenRequisitionEditor = OpenEditor<'review', RequisitionDraftFields, RequisitionProblem>;

/** The requisition editor's description for the generic editor store. */
export const REQUISITION_EDITOR_DEFINITION: EditorDefinition<
  'review',
  RequisitionDraftFields,
  RequisitionProblem
> = {
  kind: 'requisition',
  operations: {
    create: 'requisitions.create',
    edit: 'requisitions.update',
    review: 'requisitions.update',
  },
  savedAs: { create: 'ordered', edit: 'edited', review: 'reviewAsked' },
  suffixes: { create: '', edit: '', review: 'review' },
  fieldsByPurpose: REQUISITION_FIELDS_BY_PURPOSE,
  sentAs: REQUISITION_UPDATE_API_NAMES,
  readOnlyFields: ['patient', 'type'],
  emptyFields: EMPTY_REQUISITION_FIELDS,
  ownUserFields: { create: 'orderingProvider', review: 'reviewer' },
  schema: requisitionDraftFieldsSchema,
  readFields: readRequisitionDraftFields,
  findProblems: getRequisitionProblems,
  hasChanges: hasRequisitionChanges,
  toChange: toRequisitionChange,
  toFurtherChanges: toFurtherRequisitionChanges,
};
