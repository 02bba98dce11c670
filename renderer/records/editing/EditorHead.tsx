import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorSentence } from '#contract/error-text.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { useFormat } from '../use-format.ts';
import { useNow } from '../use-now.ts';
import type { EditorOnScreen } from './on-screen.ts';

interface EditorHeadProps {
  readonly open: EditorOnScreen;
  readonly title: string;
  /** Which record it is about. */
  readonly about: ReactNode;
  readonly onLeave: () => void;
}

/** What is edited, whether it is kept, and the way out. It stays in sight. */
export function EditorHead({ open, title, about, onLeave }: EditorHeadProps) {
  const text = useText();
  return (
    <header className="editor-head">
      <div className="editor-title">
        <h1>{title}</h1>
        <KeptWords open={open} />
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
function KeptWords({ open }: { readonly open: EditorOnScreen }) {
  const text = useText();
  const now = useNow();
  const { asOf } = useFormat();
  const { keptAt, isBehind, keepError } = open;
  if (keepError !== null)
    return (
      <p className="editor-kept" data-failed="" role="alert">
        {text('editor.notKept')} {errorSentence(keepError)}
      </p>
    );
  const isKeeping = isBehind && keptAt === null;
  const words =
    keptAt === null ? text('editor.nothingTyped') : text('editor.kept', { when: asOf(keptAt, now) });
  return <output className="editor-kept">{isKeeping ? text('editor.keeping') : words}</output>;
}
