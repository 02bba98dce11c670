import { BellRing, Undo2, X } from 'lucide-react';
import type { CompletionRequestRow } from '#contract/completion-requests.ts';
import { NamedId } from '#renderer/shared/ids/NamedId.tsx';
import { ReminderEditor } from '#renderer/shared/record/ReminderEditor.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { ButtonWithConfirmation } from '#renderer/ui/ConfirmDialog.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { PopoverDialog, useOpener } from '#renderer/ui/PopoverDialog.tsx';

interface RemindButtonProps {
  readonly row: CompletionRequestRow;
  /** In a row that is not the current one the button is not a tab stop. */
  readonly isTabStop: boolean;
}

/** Sets a local reminder for a request, with a note. It is never sent to the service. */
export function SetLocalReminderButton({ row: { form, patient, reminder }, isTabStop }: RemindButtonProps) {
  const text = useText();
  const { completions } = useStores();
  const opener = useOpener();
  const keep = (saved: Parameters<typeof completions.remind>[0]['reminder']) =>
    completions.remind({ form, patient, reminder: saved });
  return (
    <>
      <Button
        {...opener.buttonProps}
        size="small"
        icon={<Icon shape={BellRing} size={14} />}
        excludeFromTabOrder={!isTabStop}
      >
        {text(reminder === null ? 'requests.remind' : 'requests.changeReminder')}
      </Button>
      <PopoverDialog opener={opener} placement="bottom end" label={text('requests.remindTitle')}>
        {(close) => (
          <ReminderEditor
            place={{ editor: 'request-reminder', subjectId: JSON.stringify([form, patient]) }}
            saved={reminder}
            help={text('requests.remindHelp')}
            missing={text('requests.remindMissing')}
            words={{ keep: text('requests.keep'), clear: text('requests.clear') }}
            onSave={({ remindOn, note }) => keep(remindOn === null ? null : { remindOn, note })}
            onClear={() => keep(null)}
            onDone={close}
          />
        )}
      </PopoverDialog>
    </>
  );
}

interface WithdrawButtonProps {
  readonly row: CompletionRequestRow;
  /** In a row that is not the current one the button is not a tab stop. */
  readonly isTabStop: boolean;
}

/** Withdraws a completion request; if the request has not been sent yet, discards it. */
export function WithdrawButton({ row, isTabStop }: WithdrawButtonProps) {
  const text = useText();
  const { formActions } = useStores();
  const { form, patient, formName, unsent } = row;
  if (unsent !== null) return <UndoUnsentButton {...row} action={unsent} isTabStop={isTabStop} />;
  return (
    <ButtonWithConfirmation
      size="small"
      icon={<Icon shape={X} size={14} />}
      label={text('requests.withdraw')}
      question={text('requests.withdrawQuestion')}
      yes={text('requests.withdrawYes')}
      no={text('requests.goBack')}
      isTabStop={isTabStop}
      onConfirm={() => void formActions.withdraw({ id: form, name: formName }, patient)}
    >
      <p>
        <bdi>{formName || text('form.unnamed')}</bdi> · <NamedId id={patient} show="whole" />
      </p>
      <p>{text('requests.withdrawWhat')}</p>
    </ButtonWithConfirmation>
  );
}

interface UndoUnsentButtonProps extends Pick<CompletionRequestRow, 'form' | 'patient'> {
  readonly action: 'ask' | 'withdraw';
  readonly isTabStop: boolean;
}

function UndoUnsentButton({ form, patient, action, isTabStop }: UndoUnsentButtonProps) {
  const text = useText();
  const { completions } = useStores();
  return (
    <Button
      size="small"
      icon={<Icon shape={Undo2} size={14} />}
      excludeFromTabOrder={!isTabStop}
      onPress={() => void completions.undoUnsent({ form, patient, action })}
    >
      {text(action === 'ask' ? 'requests.undoAsk' : 'requests.undo')}
    </Button>
  );
}
