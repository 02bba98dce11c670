import type { Editor } from './draft-editor.ts';
import type { OpenEditor } from './draft-open.ts';
import type { DraftSubject } from './draft-subject.ts';
import {
  ASKED,
  editorFieldsSchema,
  fieldsOf,
  NO_FIELDS,
  SERVICE_FIELD,
  type EditorFields,
} from './requisition-draft-fields.ts';
import { problemsOf, type Problem } from './requisition-draft-problems.ts';
import { hasChanges, writeOf } from './requisition-draft-write.ts';

/** The editor of requisitions. */
export type OrderEditor = Editor<'review', EditorFields, Problem>;
export type OpenOrder = OpenEditor<'review', EditorFields, Problem>;

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
  fieldsOf,
  problemsOf,
  hasChanges,
  writeOf,
};
