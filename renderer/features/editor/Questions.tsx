import { errorSentence } from '#contract/error-text.ts';
import type { AppError } from '#contract/result.ts';
import { useText } from '#renderer/text/text.ts';
import { Question } from '#renderer/ui/Question.tsx';

interface AskedProps {
  readonly isOpen: boolean;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** Asks before a requisition is shown to the patient: what was seen cannot be taken back. */
export function ShareQuestion(props: AskedProps) {
  const text = useText();
  return (
    <Question
      {...props}
      question={text('editor.shareQuestion')}
      yes={text('editor.shareSaveYes')}
      no={text('editor.goOn')}
    >
      <p>{text('editor.shareHint')}</p>
    </Question>
  );
}

/** Asks before what could not be kept is lost. */
export function LeaveQuestion({ error, ...props }: AskedProps & { readonly error: AppError | null }) {
  const text = useText();
  return (
    <Question
      {...props}
      isLoss
      question={text('editor.leaveQuestion')}
      yes={text('editor.leaveYes')}
      no={text('editor.goOn')}
    >
      <p>
        {text('editor.leaveWhat')} {error !== null && errorSentence(error)}
      </p>
    </Question>
  );
}
