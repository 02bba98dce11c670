import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorSentence } from '#contract/error-text.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { useFormat } from '../use-format.ts';
import { useNow } from '../use-now.ts';
import type { EditorOnScreen } from './on-screen.ts';

interface EditorHeaderProps {
  readonly open: EditorOnScreen;
  readonly title: string;
  /** Which record it is about. */
  readonly about: ReactNode;
  readonly onLeave: () => void;
}

/** What is edited, whether it is kept, and the way out. It stays in sight. */
export function EditorHeader({ open, title, about, onLeave }: EditorHeaderProps) {
  const text = useText();
  return (
    <header className="editor-head">
      <div className="editor-title">
        <h1>{title}</h1>
        <SavedText open={open} />
        <Button
          size="small"
          icon={<Icon of={X} size={14} />}
          hint={text('editor.backHint')}
          onPress={onLeave}
        >
          {text('editor.back')}
        </Button>
      </div>
      {about !== null && <div className="editor-of">{about}</div>}
    </header>
  );
}

/** Whether what stands there is on the disk, and since when. */
function SavedText({ open }: { readonly open: EditorOnScreen }) {
  const text = useText();
  const now = useNow();
  const { asOf } = useFormat();
  const { savedAt, isBehind, draftError } = open;
  if (draftError !== null)
    return (
      <p className="editor-kept" data-failed="" role="alert">
        {text('editor.notKept')} {errorSentence(draftError)}
      </p>
    );
  const isSaving = isBehind && savedAt === null;
  const words =
    savedAt === null ? text('editor.nothingTyped') : text('editor.kept', { when: asOf(savedAt, now) });
  return <output className="editor-kept">{isSaving ? text('editor.keeping') : words}</output>;
}
