import type { OpenEditor } from '#renderer/state/editor/open-editor.ts';
import type { AnyFields, AnyProblem } from '#renderer/state/editor/subject.ts';

/** What every editor on screen shows of itself, whatever it edits. */
export type EditorOnScreen = Omit<
  OpenEditor<never, AnyFields, AnyProblem>,
  'fields' | 'start' | 'purpose' | 'problems'
>;

/** A problem that prevents saving: its place on the page and its message. */
export interface ProblemText {
  /** By which the field is found. */
  readonly at: string;
  readonly label: string;
  readonly words: string;
}
