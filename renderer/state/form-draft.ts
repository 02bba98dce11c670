import type { Editor } from './draft-editor.ts';
import type { OpenEditor } from './draft-open.ts';
import type { DraftSubject } from './draft-subject.ts';
import {
  FORM_ASKED,
  FORM_SERVICE_FIELD,
  getFormFields,
  formFieldsSchema,
  NO_FORM,
  type FormFields,
} from './form-draft-fields.ts';
import { getFormProblems, type FormProblem } from './form-draft-problems.ts';
import { FORM_OPERATIONS, formHasChanges, toFormWrite } from './form-draft-write.ts';

/** The editor of forms. */
export type FormEditor = Editor<'ask', FormFields, FormProblem>;
export type OpenForm = OpenEditor<'ask', FormFields, FormProblem>;

/** Forms as their editor makes them, edits them, and asks patients to complete them. */
export const FORM_DRAFTS: DraftSubject<'ask', FormFields, FormProblem> = {
  kind: 'form',
  operations: FORM_OPERATIONS,
  suffixes: { create: '', edit: '', ask: '' },
  asked: FORM_ASKED,
  sentAs: FORM_SERVICE_FIELD,
  shown: ['asked'],
  nothing: NO_FORM,
  schema: formFieldsSchema,
  fieldsOf: getFormFields,
  problemsOf: getFormProblems,
  hasChanges: formHasChanges,
  writeOf: toFormWrite,
};
