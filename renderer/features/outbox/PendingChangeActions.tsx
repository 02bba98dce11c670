import type { AppError } from '#contract/result.ts';
import type { PendingOperation } from '#contract/outbox.ts';
import { PatientLine } from '#renderer/shared/ids/NamedId.tsx';
import { DiscardButton } from '#renderer/shared/pending/DiscardButton.tsx';
import { isCreate, isEditable } from '#renderer/shared/pending/pending-labels.ts';
import { useGoToRecord } from '#renderer/shared/use-open-record.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { ButtonWithConfirmation } from '#renderer/ui/ConfirmDialog.tsx';
import { getSendAgainTextKey, getResendAndReconcileActions } from './conflict-choices.ts';
import type { ActionRunner } from '#renderer/shared/use-action.ts';
import styles from './outbox.module.css';

interface PendingChangeActionsProps {
  readonly write: PendingOperation;
  readonly actionState: ActionRunner<AppError>;
}

/** The actions for a pending change, except the choices of a conflict. */
export function PendingChangeActions({ write, actionState }: PendingChangeActionsProps) {
  const text = useText();
  const { outbox, undoable, view } = useStores();
  const openRecord = useGoToRecord();
  const { number, kind, state } = write;
  const canDiscard = state === 'needs-you' || state === 'saved' || state === 'rejected';

  function discard(): void {
    actionState.act(() => undoable.discardChange(write));
  }

  return (
    <div className={styles.writeActions}>
      {isEditable(write) && (
        <Button size="small" onPress={() => view.showWrite(number, 'edit')}>
          {text('pending.edit')}
        </Button>
      )}
      <SendAgain write={write} actionState={actionState} />
      {getResendAndReconcileActions(write).canReconcile && (
        <Button
          size="small"
          isDisabled={actionState.isBusy}
          onPress={() => actionState.act(() => outbox.retry(number))}
        >
          {text('activity.lookAgain')}
        </Button>
      )}
      {canDiscard && (
        <DiscardButton
          write={write}
          {...(write.question === 'not-seen' ? { label: text('activity.doneAlready') } : {})}
          onDiscard={discard}
        />
      )}
      <Button size="small" tone="quiet" onPress={() => openRecord(kind, write.id)}>
        {text('activity.openRecord')}
      </Button>
    </div>
  );
}

/** Returns the text key of what can go wrong if a change is sent again. */
function describeRisk(write: PendingOperation) {
  if (!isCreate(write)) return 'activity.againOther';
  return write.question === 'already-there' ? 'activity.againBeside' : 'activity.againCreate';
}

function SendAgain({ write, actionState }: PendingChangeActionsProps) {
  const text = useText();
  const { outbox } = useStores();
  const { sendAgain } = getResendAndReconcileActions(write);
  const { number, state } = write;
  const send = (): void =>
    actionState.act(() =>
      state === 'rejected' ? outbox.retry(number) : outbox.resolve(number, { take: 'mine' }),
    );
  if (sendAgain === null) return null;
  if (sendAgain === 'calm')
    return (
      <Button size="small" isDisabled={actionState.isBusy} onPress={send}>
        {text(`activity.${getSendAgainTextKey(write)}`)}
      </Button>
    );
  return (
    <ButtonWithConfirmation
      size="small"
      label={text('activity.sendAgain')}
      isDisabled={actionState.isBusy}
      question={text('activity.againQuestion')}
      yes={text('activity.again')}
      no={text('activity.decideNo')}
      onConfirm={send}
    >
      <p>
        <bdi>{write.label}</bdi>
      </p>
      <PatientLine patient={write.patient} />
      <p>{text(describeRisk(write))}</p>
    </ButtonWithConfirmation>
  );
}
