import { Undo2, X } from 'lucide-react';
import type { CompletionRow } from '#contract/completions.ts';
import { NamedId } from '#renderer/records/NamedId.tsx';
import { withdrawal } from '#renderer/state/presses.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { ConfirmButton } from '#renderer/ui/ConfirmButton.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';

interface WithdrawButtonProps {
  readonly row: CompletionRow;
  /** A row that nobody has selected has no stop of the Tab key in it. */
  readonly isTabStop: boolean;
}

/** Asks a patient no longer; what is not sent yet is taken back instead. */
export function WithdrawButton({ row, isTabStop }: WithdrawButtonProps) {
  const text = useText();
  const { outbox } = useStores();
  const { form, patient, formName, unsent } = row;
  if (unsent !== null) return <TakeBackButton {...row} wish={unsent} isTabStop={isTabStop} />;
  return (
    <ConfirmButton
      size="small"
      icon={<Icon of={X} size={14} />}
      label={text('requests.withdraw')}
      question={text('requests.withdrawQuestion')}
      yes={text('requests.withdrawYes')}
      no={text('requests.goBack')}
      isTabStop={isTabStop}
      onConfirm={() => void outbox.press(withdrawal(form, patient))}
    >
      <p>
        <bdi>{formName || text('form.unnamed')}</bdi> · <NamedId id={patient} show="whole" />
      </p>
      <p>{text('requests.withdrawWhat')}</p>
    </ConfirmButton>
  );
}

interface TakeBackButtonProps extends Pick<CompletionRow, 'form' | 'patient'> {
  readonly wish: 'ask' | 'withdraw';
  readonly isTabStop: boolean;
}

function TakeBackButton({ form, patient, wish, isTabStop }: TakeBackButtonProps) {
  const text = useText();
  const { completions } = useStores();
  return (
    <Button
      size="small"
      icon={<Icon of={Undo2} size={14} />}
      excludeFromTabOrder={!isTabStop}
      onPress={() => void completions.takeBack({ form, patient, wish })}
    >
      {text(wish === 'ask' ? 'requests.undoAsk' : 'requests.undo')}
    </Button>
  );
}
