import { useEffect, useRef, type RefObject } from 'react';
import {
  getIdPrefixOfFamily,
  type ListedIdKind,
  type RejectedIdAndReason,
} from '#renderer/state/forms/form-draft-ids.ts';
import { getErrorSentence, useText, type TextFunction } from '#renderer/text/text.ts';
import { ProblemSummary } from '#renderer/ui/ProblemSummary.tsx';
import { truncateWithEllipsis } from '#renderer/ui/format.ts';
import { formatFieldLabels } from '../pending/pending-labels.ts';
import { useDateFormat, useCurrentTime } from '../record/date-time.tsx';
import styles from './editing.module.css';
import { Status } from '#renderer/ui/Status.tsx';
import type { OpenEditor } from '#renderer/state/editor/open-editor.ts';
import type { BaseEditorFields, EditorProblem } from '#renderer/state/editor/editor-definition.ts';

interface EditorNoticesProps {
  readonly open: OpenEditorStateOfAnyKind;
  readonly problems: readonly LabelledEditorProblem[];
  readonly form: RefObject<HTMLFormElement | null>;
}

/**
 * Messages above the fields: that the input was restored from a draft, what changed meanwhile, why the input
 * cannot be saved.
 */
export function EditorNotices({ open, problems, form }: EditorNoticesProps) {
  const text = useText();
  const now = useCurrentTime();
  const { asOf } = useDateFormat();
  const { isRestored, savedAt, disputed, saveError, isUnchanged, checks } = open;
  // A save is answered with 'not-found' only where the record was discarded before it was sent, such as in another window.
  const isRecordDiscarded = saveError?.code === 'not-found';
  const summary = useRef<HTMLDivElement>(null);
  // Saving from further down the page moves the focus to the first problem.
  useEffect(() => {
    if (checks > 0) summary.current?.focus();
  }, [checks]);
  return (
    <>
      {isRestored && savedAt !== null && (
        <p className={styles.editorNotice}>{text('editor.restored', { when: asOf(savedAt, now) })}</p>
      )}
      {disputed.length > 0 && (
        <div className={styles.editorNotice} data-tone="warning">
          <Status>{text('editor.disputed', { fields: formatFieldLabels(text, disputed) })}</Status>
        </div>
      )}
      <ProblemSummary
        summaryRef={summary}
        title={text('editor.summary', { count: problems.length })}
        problems={problems.map(({ at, label, message }) => ({
          name: at,
          label,
          message,
          focus: () => form.current?.querySelector<HTMLElement>(`[data-anchor="${at}"]`)?.focus(),
        }))}
      />
      {saveError !== null && (
        <p className="error-text" role="alert">
          {text('editor.notSaved')}{' '}
          {isRecordDiscarded ? text('editor.recordDiscarded') : getErrorSentence(saveError)}
        </p>
      )}
      {isUnchanged && (
        <Status as="p" className={styles.editorNotice}>
          {text('editor.unchanged')}
        </Status>
      )}
    </>
  );
}

const MAX_NAMED = 5;
const ID_LENGTH = 60;

function toText(text: TextFunction, family: ListedIdKind, { id: whole, why }: RejectedIdAndReason): string {
  const id = truncateWithEllipsis(whole, ID_LENGTH);
  const prefix = getIdPrefixOfFamily(family) ?? '';
  if (why === 'id')
    return text(prefix === '' ? 'formEditor.refused.idPlain' : 'formEditor.refused.id', { id, prefix });
  return text(`formEditor.refused.${why}`, { id, prefix });
}

/** Which ids were rejected, and why, as text. */
export function formatRejectedIds(
  text: TextFunction,
  family: ListedIdKind,
  refused: readonly RejectedIdAndReason[],
): string {
  const named = refused.slice(0, MAX_NAMED).map((refusal) => toText(text, family, refusal));
  const more = refused.length - named.length;
  return [...named, ...(more > 0 ? [text('formEditor.refused.more', { count: more })] : [])].join(' ');
}

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
