import { errorSentence } from '#contract/error-text.ts';
import type { AppError } from '#contract/result.ts';
import { useText } from '#renderer/text/text.ts';
import { Question } from '#renderer/ui/Question.tsx';

interface LeaveQuestionProps {
  readonly isOpen: boolean;
  /** Why it could not be kept. */
  readonly error: AppError | null;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** Asks before what could not be kept is lost. */
export function LeaveQuestion({ error, ...props }: LeaveQuestionProps) {
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
