import { ID_PREFIXES, isId } from '#contract/records.ts';
import { isTextField } from '#contract/requisition-fields.ts';
import { writeSchema } from '#contract/writes.ts';
import type { Editor } from '../editor/editor.ts';
import type { OpenEditor } from '../editor/open-editor.ts';
import {
  isSame,
  type RawFields,
  type DraftContext,
  type Write,
  type DraftSubject,
} from '../editor/subject.ts';
import { typedId } from '../editor/typed-id.ts';
import { getLastMinute, getProblems, type Problem } from './draft-validation.ts';
import {
  isBlankPart,
  SENT_FIELDS,
  SERVICE_FIELD,
  type EditorFields,
  type FinishedOrder,
  type PartFields,
  type SentField,
  ASKED,
  editorFieldsSchema,
  getFields,
  NO_FIELDS,
} from './requisition-draft-fields.ts';

function getParts(parts: readonly PartFields[], head: 'code' | 'name'): readonly RawFields[] {
  return parts
    .filter((part) => !isBlankPart(part))
    .map((part) => ({
      ...part.more,
      ...(part.id === '' ? {} : { id: part.id }),
      [head]: part.head.trim(),
      description: part.description,
    }));
}

/** The value of a field as the service takes it (section 2.3). */
function valueOf(field: SentField, fields: EditorFields): unknown {
  if (isTextField(field)) return fields[field];
  switch (field) {
    case 'diagnoses':
      return getParts(fields.diagnoses, 'code');
    case 'scripts':
      return getParts(fields.scripts, 'name');
    case 'orderingProvider':
    case 'serviceFacility':
      return typedId(fields[field]);
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
 * The requested review, with the field names of a review (see the assumptions); nothing without a reviewer.
 */
function getReview({ reviewer, deadline }: EditorFields, { userId, zone }: DraftContext): RawFields {
  const at = getLastMinute(deadline, zone);
  if (typedId(reviewer) === '') return {};
  return {
    review: {
      reviewer: typedId(reviewer),
      ...(isId('user', userId) ? { requested_by: userId } : {}),
      ...(at === null ? {} : { review_deadline: at }),
    },
  };
}

function named(fields: readonly SentField[], source: EditorFields): RawFields {
  return Object.fromEntries(fields.map((field) => [SERVICE_FIELD[field], valueOf(field, source)]));
}

/** The fields that will be sent: those that say something new. A row without a word in it says nothing. */
function changedFields({ fields, start }: FinishedOrder): readonly SentField[] {
  return SENT_FIELDS.filter((field) => !isSame(valueOf(field, fields), valueOf(field, start)));
}

function toData(finished: FinishedOrder, context: DraftContext): RawFields {
  const { purpose, target, fields } = finished;
  switch (purpose) {
    case 'create': {
      const given = SENT_FIELDS.filter((field) => !isEmptyValue(valueOf(field, fields)));
      const review = getReview(fields, context);
      return { patient: typedId(fields.patient), type: fields.type, ...named(given, fields), ...review };
    }
    case 'edit':
      return { id: target, ...named(changedFields(finished), fields) };
    case 'review':
      return { id: target, ...getReview(fields, context) };
  }
}

/** What an editor would change; an edit that changes nothing is not worth a write. */
export function hasChanges(finished: FinishedOrder): boolean {
  return finished.purpose !== 'edit' || changedFields(finished).length > 0;
}

/**
 * The write that an editor asks for: of a change the changed fields alone, with what they were when it began.
 * @returns null where the contract does not take it
 */
export function toWrite(finished: FinishedOrder, context: DraftContext): Write | null {
  const { purpose, seen, saveId } = finished;
  const data = toData(finished, context);
  const before = Object.fromEntries(Object.entries(seen).filter(([name]) => Object.hasOwn(data, name)));
  const write =
    purpose === 'create'
      ? { operation: 'requisitions.create', data, saveId }
      : {
          operation: 'requisitions.update',
          data,
          saveId,
          ...(purpose === 'edit' ? { seen: before } : {}),
        };
  const checked = writeSchema.safeParse(write);
  return checked.success ? checked.data : null;
}

/** Whether a patient is named well enough to look for what is like it. */
export function isPatient(typed: string): boolean {
  return typed.startsWith(ID_PREFIXES.user) && isId('user', typed);
}

/** The editor of requisitions. */
export type RequisitionEditor = Editor<'review', EditorFields, Problem>;
export type OpenRequisition = OpenEditor<'review', EditorFields, Problem>;

/** Requisitions as their editor makes them, edits them, and asks for their review. */
export const REQUISITION_DRAFTS: DraftSubject<'review', EditorFields, Problem> = {
  kind: 'requisition',
  operations: {
    create: 'requisitions.create',
    edit: 'requisitions.update',
    review: 'requisitions.update',
  },
  suffixes: { create: '', edit: '', review: 'review' },
  asked: ASKED,
  sentAs: SERVICE_FIELD,
  shown: ['patient', 'type'],
  nothing: NO_FIELDS,
  schema: editorFieldsSchema,
  fieldsOf: getFields,
  problemsOf: getProblems,
  hasChanges,
  writeOf: toWrite,
};
