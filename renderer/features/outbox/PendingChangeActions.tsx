import type { AppError } from '#contract/result.ts';
import type { PendingChange } from '#contract/outbox.ts';
import { PatientLine } from '#renderer/shared/ids/NamedId.tsx';
import { DiscardButton } from '#renderer/shared/pending/DiscardButton.tsx';
import { isCreateChange, isEditable } from '#renderer/shared/pending/pending-labels.ts';
import { useGoToRecord } from '#renderer/shared/use-open-record.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { ButtonWithConfirmation } from '#renderer/ui/ConfirmDialog.tsx';
import { asksMoreThanBefore, getSendAgainTextKey, getResendAndReconcileActions } from './conflict-choices.ts';
import type { ActionRunner } from '#renderer/shared/use-action.ts';
import styles from './outbox.module.css';

interface PendingChangeActionsProps {
  readonly change: PendingChange;
  readonly actionState: ActionRunner<AppError>;
}

/** The actions for a pending change, except the choices of a conflict. */
export function PendingChangeActions({ change, actionState }: PendingChangeActionsProps) {
  const text = useText();
  const { outbox, undoable, view } = useStores();
  const openRecord = useGoToRecord();
  const { number, kind, state } = change;
  const canDiscard = state === 'needs-you' || state === 'saved' || state === 'rejected';

  function discard(): void {
    actionState.act(() => undoable.discardChange(change));
  }

  return (
    <div className={styles.writeActions}>
      {isEditable(change) && (
        <Button size="small" onPress={() => view.showChange(number, 'edit')}>
          {text('pending.edit')}
        </Button>
      )}
      {/* A confirmation that is open is about this version of the change. */}
      <SendAgain key={change.version} change={change} actionState={actionState} />
      {asksMoreThanBefore(change) && (
        <Button
          size="small"
          isPending={actionState.isBusy}
          onPress={() => actionState.act(() => outbox.resolve(change, { take: 'server' }))}
        >
          {text('activity.sendWithoutThem')}
        </Button>
      )}
      {getResendAndReconcileActions(change).canReconcile && (
        <Button
          size="small"
          isPending={actionState.isBusy}
          onPress={() => actionState.act(() => outbox.retry(number))}
        >
          {text('activity.lookAgain')}
        </Button>
      )}
      {canDiscard && (
        <DiscardButton
          change={change}
          {...(change.question === 'not-seen' ? { label: text('activity.doneAlready') } : {})}
          onDiscard={discard}
        />
      )}
      <Button size="small" tone="quiet" onPress={() => openRecord(kind, change.id)}>
        {text('activity.openRecord')}
      </Button>
    </div>
  );
}

/** Returns the text key of what can go wrong if a change is sent again. */
function describeRisk(change: PendingChange) {
  if (!isCreateChange(change)) return 'activity.againOther';
  return change.question === 'already-there' ? 'activity.againBeside' : 'activity.againCreate';
}

function SendAgain({ change, actionState }: PendingChangeActionsProps) {
  const text = useText();
  const { outbox } = useStores();
  const { sendAgain } = getResendAndReconcileActions(change);
  const { number, state } = change;
  const send = (): void =>
    actionState.act(() =>
      state === 'rejected' ? outbox.retry(number) : outbox.resolve(change, { take: 'mine' }),
    );
  if (sendAgain === null) return null;
  const key = getSendAgainTextKey(change);
  const label = text(`activity.${key}`);
  if (sendAgain === 'calm')
    return (
      <Button size="small" isPending={actionState.isBusy} onPress={send}>
        {label}
      </Button>
    );
  const isFirst = key === 'sendAllTheSame';
  return (
    <ButtonWithConfirmation
      size="small"
      label={label}
      isPending={actionState.isBusy}
      question={text(isFirst ? 'activity.anywayQuestion' : 'activity.againQuestion')}
      yes={isFirst ? label : text('activity.again')}
      no={text('activity.decideNo')}
      onConfirm={send}
    >
      <p>
        <bdi>{change.label}</bdi>
      </p>
      <PatientLine patient={change.patient} />
      <p>{text(describeRisk(change))}</p>
    </ButtonWithConfirmation>
  );
}
