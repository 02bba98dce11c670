import type { EditorFields } from '#renderer/state/requisition-draft-fields.ts';
import type { Problem } from '#renderer/state/requisition-draft-problems.ts';

/** What every form of the editor needs. */
export interface FormProps {
  readonly fields: EditorFields;
  readonly onType: (typed: Partial<EditorFields>) => void;
  /** What is wrong at a place, in words. */
  readonly errorAt: (place: Problem['at']) => string | undefined;
}
