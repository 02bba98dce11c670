import type { Editor } from './draft-editor.ts';
import type { OpenEditor } from './draft-open.ts';
import type { DraftSubject } from './draft-subject.ts';
import {
  ASKED,
  editorFieldsSchema,
  getFields,
  NO_FIELDS,
  SERVICE_FIELD,
  type EditorFields,
} from './requisition-draft-fields.ts';
import { getProblems, type Problem } from './requisition-draft-problems.ts';
import { hasChanges, toWrite } from './requisition-draft-write.ts';

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
