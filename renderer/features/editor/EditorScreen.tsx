import { useEffect } from 'react';
import { useStore } from 'zustand';
import { errorSentence } from '#contract/error-text.ts';
import { useDesk } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Notice } from '#renderer/ui/Notice.tsx';
import { Skeleton } from '#renderer/ui/Skeleton.tsx';
import { EditorForm } from './EditorForm.tsx';
import './editor.css';

const SKELETON_ROWS = 6;
const SKELETON_HEIGHT = 60;

interface EditorScreenProps {
  /** Shows a record, once it was saved or found to be nearly the same. */
  readonly onOpenRecord: (id: string) => void;
}

/** The editor of requisitions, in the place of the list and the record. What is typed stays, wherever somebody goes. */
export function EditorScreen({ onOpenRecord }: EditorScreenProps) {
  const text = useText();
  const { editor } = useDesk();
  const state = useStore(editor.store);
  useEffect(() => () => void editor.keep(), [editor]);
  switch (state.phase) {
    case 'closed':
      return null;
    case 'opening':
      return (
        <div className="page" data-pane="list" tabIndex={-1}>
          <Skeleton label={text('editor.loading')} rows={SKELETON_ROWS} rowHeight={SKELETON_HEIGHT} />
        </div>
      );
    case 'failed':
      return (
        <div className="page" data-pane="list" tabIndex={-1}>
          <Notice
            role="alert"
            title={text('editor.failed')}
            hint={errorSentence(state.error)}
            action={{ label: text('editor.back'), run: () => void editor.leave() }}
          />
        </div>
      );
    case 'open':
      return <EditorForm key={state.key} open={state} onOpenRecord={onOpenRecord} />;
  }
}
