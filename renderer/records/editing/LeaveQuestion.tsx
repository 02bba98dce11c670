import { errorSentence } from '#contract/error-text.ts';
import type { AppError } from '#contract/result.ts';
import { useText } from '#renderer/text/text.ts';
import { ConfirmDialog } from '#renderer/ui/Question.tsx';

interface LeaveConfirmDialogProps {
  readonly isOpen: boolean;
  /** Why it could not be kept. */
  readonly error: AppError | null;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** Asks before what could not be kept is lost. */
export function LeaveConfirmDialog({ error, ...props }: LeaveConfirmDialogProps) {
  const text = useText();
  return (
    <ConfirmDialog
      {...props}
      isLoss
      question={text('editor.leaveQuestion')}
      yes={text('editor.leaveYes')}
      no={text('editor.goOn')}
    >
      <p>
        {text('editor.leaveWhat')} {error !== null && errorSentence(error)}
      </p>
    </ConfirmDialog>
  );
}
