import { X } from 'lucide-react';
import { errorSentence } from '#contract/error-text.ts';
import { useFormat } from '#renderer/records/use-format.ts';
import { useNow } from '#renderer/records/use-now.ts';
import type { OpenEditor } from '#renderer/state/draft-open.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Clamp } from '#renderer/ui/Clamp.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { IdText } from '#renderer/ui/IdText.tsx';

interface EditorHeadProps {
  readonly open: OpenEditor;
  readonly onLeave: () => void;
}

/** What is edited, whether it is kept, and the way out. It stays in sight. */
export function EditorHead({ open, onLeave }: EditorHeadProps) {
  const text = useText();
  return (
    <header className="editor-head">
      <div className="editor-title">
        <h1>{text(`editor.title.${open.purpose}`)}</h1>
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
      {open.target !== null && (
        <div className="editor-of">
          <Clamp text={open.label || text('requisition.unnamed')} lines={2} isFocusable />
          {open.fields.patient !== '' && <IdText id={open.fields.patient} show="end" />}
        </div>
      )}
    </header>
  );
}

/** Whether what stands there is on the disk, and since when. */
function KeptWords({ open }: { readonly open: OpenEditor }) {
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
