import type { OpenFormEditor } from '#renderer/state/forms/draft.ts';
import type { FormEditorFields } from '#renderer/state/forms/form-draft-fields.ts';
import type { FormProblem } from '#renderer/state/forms/draft-validation.ts';

/** Properties common to all sections of the form editor. */
export interface FormFieldsProps {
  readonly open: OpenFormEditor;
  readonly onType: (typed: Partial<FormEditorFields>) => void;
  /** Returns the error message of a field, if it has one. */
  readonly errorAt: (place: FormProblem['at']) => string | undefined;
}
