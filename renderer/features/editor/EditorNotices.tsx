import { useEffect, useRef, type RefObject } from 'react';
import { errorSentence } from '#contract/error-text.ts';
import { useFormat } from '#renderer/records/use-format.ts';
import { useNow } from '#renderer/records/use-now.ts';
import type { OpenEditor } from '#renderer/state/draft-open.ts';
import { useText } from '#renderer/text/text.ts';
import { ProblemSummary } from '#renderer/ui/ProblemSummary.tsx';
import { placeLabel, problemWords, sentFieldLabels } from './words.ts';

interface EditorNoticesProps {
  readonly open: OpenEditor;
  readonly form: RefObject<HTMLFormElement | null>;
}

/** What is to be known before the fields: where the draft is from, what changed meanwhile, what keeps it from being saved. */
export function EditorNotices({ open, form }: EditorNoticesProps) {
  const text = useText();
  const now = useNow();
  const { asOf } = useFormat();
  const { isRestored, keptAt, disputed, problems, saveError, isUnchanged, checks } = open;
  const summary = useRef<HTMLDivElement>(null);
  // Who asked to save from further down is brought to what stands in the way.
  useEffect(() => {
    if (checks > 0) summary.current?.focus();
  }, [checks]);
  return (
    <>
      {isRestored && keptAt !== null && (
        <p className="editor-notice">{text('editor.restored', { when: asOf(keptAt, now) })}</p>
      )}
      {disputed.length > 0 && (
        <output className="editor-notice" data-tone="amber">
          {text('editor.disputed', { fields: sentFieldLabels(text, disputed) })}
        </output>
      )}
      <ProblemSummary
        summaryRef={summary}
        title={text('editor.summary', { count: problems.length })}
        problems={problems.map((problem) => ({
          name: problem.at,
          label: placeLabel(text, problem.at),
          words: problemWords(text, problem),
          focus: () => form.current?.querySelector<HTMLElement>(`[data-anchor="${problem.at}"]`)?.focus(),
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
