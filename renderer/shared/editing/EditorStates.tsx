import { useEffect, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { errorSentence } from '#contract/result.ts';
import type { Editor } from '#renderer/state/editor/editor.ts';
import type { OpenEditor } from '#renderer/state/editor/open-editor.ts';
import type { AnyFields, AnyProblem } from '#renderer/state/editor/subject.ts';
import { useText } from '#renderer/text/text.ts';
import { Notice } from '#renderer/ui/Banner.tsx';
import { Page } from '#renderer/ui/Page.tsx';
import { Skeleton } from '#renderer/ui/Skeleton.tsx';

const SKELETON_ROWS = 6;
const SKELETON_HEIGHT = 60;

interface EditorScreenAreaProps<X extends string, F extends AnyFields, W extends AnyProblem> {
  readonly editor: Editor<X, F, W>;
  /** Renders the open editor. */
  readonly children: (open: OpenEditor<X, F, W>) => ReactNode;
}

/** An editor in each of its states. The input is kept when the user goes to another screen. */
export function EditorScreenArea<X extends string, F extends AnyFields, W extends AnyProblem>({
  editor,
  children,
}: EditorScreenAreaProps<X, F, W>) {
  const text = useText();
  const state = useStore(editor.store);
  useEffect(() => () => void editor.saveDraft(), [editor]);
  switch (state.phase) {
    case 'closed':
      return null;
    case 'opening':
      return (
        <Page>
          <Skeleton label={text('editor.loading')} rows={SKELETON_ROWS} rowHeight={SKELETON_HEIGHT} />
        </Page>
      );
    case 'failed':
      return (
        <Page>
          <Notice
            role="alert"
            title={text('editor.failed')}
            hint={errorSentence(state.error)}
            action={{ label: text('editor.back'), run: () => void editor.leave() }}
          />
        </Page>
      );
    case 'open':
      return children(state);
  }
}
