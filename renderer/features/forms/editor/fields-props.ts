import type { OpenForm } from '#renderer/state/forms/draft.ts';
import type { FormFields } from '#renderer/state/forms/form-draft-fields.ts';
import type { FormProblem } from '#renderer/state/forms/draft-validation.ts';

/** What every part of the editor needs. */
export interface FormFieldsProps {
  readonly open: OpenForm;
  readonly onType: (typed: Partial<FormFields>) => void;
  /** What is wrong at a place, in words. */
  readonly errorAt: (place: FormProblem['at']) => string | undefined;
}
