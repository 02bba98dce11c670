import { useEffect, useRef, type RefObject } from 'react';
import { errorSentence } from '#contract/error-text.ts';
import { useText } from '#renderer/text/text.ts';
import { ProblemSummary } from '#renderer/ui/ProblemSummary.tsx';
import { fieldLabels } from '../pending-words.ts';
import { useFormat } from '../use-format.ts';
import { useNow } from '../use-now.ts';
import type { EditorOnScreen, ProblemText } from './on-screen.ts';

interface EditorNoticesProps {
  readonly open: EditorOnScreen;
  readonly problems: readonly ProblemText[];
  readonly form: RefObject<HTMLFormElement | null>;
}

/** What is to be known before the fields: where the draft is from, what changed meanwhile, what keeps it from being saved. */
export function EditorNotices({ open, problems, form }: EditorNoticesProps) {
  const text = useText();
  const now = useNow();
  const { asOf } = useFormat();
  const { isRestored, savedAt, disputed, saveError, isUnchanged, checks } = open;
  const summary = useRef<HTMLDivElement>(null);
  // Who asked to save from further down is brought to what stands in the way.
  useEffect(() => {
    if (checks > 0) summary.current?.focus();
  }, [checks]);
  return (
    <>
      {isRestored && savedAt !== null && (
        <p className="editor-notice">{text('editor.restored', { when: asOf(savedAt, now) })}</p>
      )}
      {disputed.length > 0 && (
        <output className="editor-notice" data-tone="amber">
          {text('editor.disputed', { fields: fieldLabels(text, disputed) })}
        </output>
      )}
      <ProblemSummary
        summaryRef={summary}
        title={text('editor.summary', { count: problems.length })}
        problems={problems.map(({ at, label, words }) => ({
          name: at,
          label,
          words,
          focus: () => form.current?.querySelector<HTMLElement>(`[data-anchor="${at}"]`)?.focus(),
        }))}
      />
      {saveError !== null && (
        <p className="page-error" role="alert">
          {text('editor.notSaved')} {errorSentence(saveError)}
        </p>
      )}
      {isUnchanged && <output className="editor-notice">{text('editor.unchanged')}</output>}
    </>
  );
}
