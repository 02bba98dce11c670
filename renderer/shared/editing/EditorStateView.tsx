import { useEffect, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { EditorStore } from '#renderer/state/editor/editor.ts';
import type { OpenEditor } from '#renderer/state/editor/open-editor.ts';
import type { BaseEditorFields, EditorProblem } from '#renderer/state/editor/editor-definition.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { EmptyPaneMessage } from '#renderer/ui/Banner.tsx';
import { SingleColumnPage } from '#renderer/ui/Page.tsx';
import { Skeleton } from '#renderer/ui/Skeleton.tsx';

const SKELETON_ROWS = 6;
const SKELETON_HEIGHT = 60;

interface EditorStatesProps<
  ExtraPurpose extends string,
  Fields extends BaseEditorFields,
  Problem extends EditorProblem,
> {
  readonly editor: EditorStore<ExtraPurpose, Fields, Problem>;
  /** Renders the editor once it is open. */
  readonly children: (open: OpenEditor<ExtraPurpose, Fields, Problem>) => ReactNode;
}

/** An editor in each of its states. The input is kept when the user goes to another screen. */
export function EditorStateView<
  ExtraPurpose extends string,
  Fields extends BaseEditorFields,
  Problem extends EditorProblem,
>({ editor, children }: EditorStatesProps<ExtraPurpose, Fields, Problem>) {
  const text = useText();
  const state = useStore(editor.store);
  useEffect(() => () => void editor.saveDraft(), [editor]);
  switch (state.phase) {
    case 'closed':
      return null;
    case 'opening':
      return (
        <SingleColumnPage>
          <Skeleton label={text('editor.loading')} rows={SKELETON_ROWS} rowHeight={SKELETON_HEIGHT} />
        </SingleColumnPage>
      );
    case 'failed':
      return (
        <SingleColumnPage>
          <EmptyPaneMessage
            role="alert"
            title={text('editor.failed')}
            hint={getErrorSentence(state.error)}
            action={{ label: text('editor.back'), run: () => void editor.saveAndClose() }}
          />
        </SingleColumnPage>
      );
    case 'open':
      return children(state);
  }
}
