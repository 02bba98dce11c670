import { useText } from '#renderer/text/text.ts';
import { Question } from '#renderer/ui/Question.tsx';

interface ShareQuestionProps {
  readonly isOpen: boolean;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** Asks before a requisition is shown to the patient: what was seen cannot be taken back. */
export function ShareQuestion(props: ShareQuestionProps) {
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
