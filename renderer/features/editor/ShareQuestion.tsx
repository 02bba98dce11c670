import { useText } from '#renderer/text/text.ts';
import { ConfirmDialog } from '#renderer/ui/Question.tsx';

interface ShareConfirmDialogProps {
  readonly isOpen: boolean;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** Asks before a requisition is shown to the patient: what was seen cannot be taken back. */
export function ShareConfirmDialog(props: ShareConfirmDialogProps) {
  const text = useText();
  return (
    <ConfirmDialog
      {...props}
      question={text('editor.shareQuestion')}
      yes={text('editor.shareSaveYes')}
      no={text('editor.goOn')}
    >
      <p>{text('editor.shareHint')}</p>
    </ConfirmDialog>
  );
}
