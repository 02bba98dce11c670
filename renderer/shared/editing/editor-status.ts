import type { OpenEditor } from '#renderer/state/editor/open-editor.ts';
import type { BaseEditorFields, EditorProblem } from '#renderer/state/editor/editor-definition.ts';

/** The state of an open editor that is independent of the kind of record. */
export type OpenEditorStateOfAnyKind = Omit<
  OpenEditor<never, BaseEditorFields, EditorProblem>,
  'fields' | 'start' | 'purpose' | 'problems'
>;

/** A problem that prevents saving: the field and the message. */
export interface LabelledEditorProblem {
  /** Identifies the field. */
  readonly at: string;
  readonly label: string;
  readonly message: string;
}
