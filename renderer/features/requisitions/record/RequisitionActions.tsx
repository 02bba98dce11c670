import { Plus, CalendarClock, Check, Eye, EyeOff, Pencil, Undo2 } from 'lucide-react';
import type { PendingChange } from '#contract/outbox.ts';
import type { Requisition } from '#contract/requisitions.ts';
import { PatientLine } from '#renderer/shared/ids/NamedId.tsx';
import { useProvidedUnsentChanges } from '#renderer/shared/pending/PendingBadge.tsx';
import { CopyButton } from '#renderer/shared/record/CopyButton.tsx';
import { PrintRecordButton } from '#renderer/shared/record/PrintRecordButton.tsx';
import { ActionGroup } from '#renderer/shared/record/RecordHeader.tsx';
import { FollowUpButton } from '#renderer/shared/record/FollowUp.tsx';
import { useOwnUserId, useWhoseReviewLabel } from '#renderer/shared/record/review-labels.ts';
import { useGetCommandKeyLabel } from '#renderer/shared/use-key-label.ts';
import { createShareChange } from '#renderer/state/changes/quick-changes.ts';
import {
  getReviewEffect,
  listOpenReviews,
  listReviewersOfReviewsLeftOpen,
} from '#renderer/state/requisitions/open-reviews.ts';
import { toFieldsForSamePatient, toDraftFieldsOfDuplicate } from '#renderer/state/requisitions/templates.ts';
import { isCertainlyUnsent, isSharingWithPatient } from '#renderer/state/sync/unsent-changes.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { joinTexts, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { ButtonWithConfirmation } from '#renderer/ui/ConfirmDialog.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { MenuButton } from '#renderer/ui/MenuButton.tsx';
import { ButtonWithHint } from '#renderer/ui/ButtonWithHint.tsx';
import { ButtonWithDisabledReason } from '#renderer/ui/ButtonWithDisabledReason.tsx';

/** Button that opens the editor for a new requisition. */
export function NewRequisitionButton() {
  const text = useText();
  const { editor } = useStores();
  const keyLabel = useGetCommandKeyLabel();
  return (
    <ButtonWithHint
      icon={<Icon shape={Plus} />}
      name={text('editor.new')}
      shortcut={keyLabel('record.new')}
      onPress={() => void editor.create()}
    >
      <span>{text('editor.new')}</span>
    </ButtonWithHint>
  );
}

interface RequisitionActionsProps {
  readonly record: Requisition;
}

/** The actions for a requisition, the primary one first. An unavailable action is disabled and says why. */
export function RequisitionActions({ record }: RequisitionActionsProps) {
  const text = useText();
  const { editor } = useStores();
  return (
    <>
      <ActionGroup>
        <ReviewButton record={record} />
        <Button
          size="small"
          icon={<Icon shape={CalendarClock} size={14} />}
          onPress={() => void editor.open('review', record.id)}
        >
          {text('editor.askReview')}
        </Button>
      </ActionGroup>
      <ActionGroup>
        <Button
          size="small"
          icon={<Icon shape={Pencil} size={14} />}
          screenReaderDescription={text('editor.noType')}
          onPress={() => void editor.edit(record.id)}
        >
          {text('editor.edit')}
        </Button>
        <ShareButton record={record} />
      </ActionGroup>
      <ActionGroup>
        <AnotherMenu record={record} />
      </ActionGroup>
      <ActionGroup>
        <FollowUpButton kind="requisition" id={record.id} name={record.name} />
        <PrintRecordButton id={record.id} />
        <CopyButton label={text('record.copyId')} value={record.id} />
      </ActionGroup>
    </>
  );
}

/** Returns the text key of the reason why a requisition cannot be marked as reviewed, or null if it can. */
export function getReviewUnavailableReason({
  needsReview,
  reviews,
}: Requisition): 'noReview' | 'nothingToReview' | null {
  if (needsReview) return null;
  return reviews.length > 0 ? 'noReview' : 'nothingToReview';
}

/**
 * Completes this user's review, or adds it beside those of others; the label says which. The next row is opened
 * if the record is in the list, so that the user can review several in a row. It can be undone until it is sent.
 */
function ReviewButton({ record }: { readonly record: Requisition }) {
  const text = useText();
  const { worklist } = useStores();
  const own = useOwnUserId();
  const label = useWhoseReviewLabel();
  const keyLabel = useGetCommandKeyLabel();
  const icon = <Icon shape={Check} size={14} />;
  const reason = getReviewUnavailableReason(record);
  const open = listOpenReviews(record);
  const effect = getReviewEffect(open, own);
  const others = listReviewersOfReviewsLeftOpen(open, own);
  if (reason !== null)
    return (
      <ButtonWithDisabledReason size="small" icon={icon} reason={text(`editor.${reason}`)} onPress={() => {}}>
        {text('requisition.review.first')}
      </ButtonWithDisabledReason>
    );
  return (
    <ButtonWithHint
      size="small"
      tone="primary"
      icon={icon}
      shortcut={keyLabel(effect === 'beside' || effect === 'unknown' ? 'review.add' : 'review.mark')}
      hint={
        others.length === 0
          ? text('requisition.reviewWhat')
          : text('requisition.reviewOthers', { names: joinTexts(others.map(label)) })
      }
      onPress={() => worklist.review(record)}
    >
      {text(`requisition.review.${effect}`)}
    </ButtonWithHint>
  );
}

/** Begins another requisition for the same patient, empty or as a duplicate of this one. */
function AnotherMenu({ record }: RequisitionActionsProps) {
  const text = useText();
  const { editor, recordWindow, showInMainWindow } = useStores();
  const label = text('requisition.another.title');
  return (
    <MenuButton
      label={label}
      groups={[
        {
          label,
          choices: (['another', 'duplicate'] as const).map((id) => ({
            id,
            label: text(`requisition.another.${id}`),
            reason: record.patient === '' ? text('requisition.another.noPatient') : null,
          })),
        },
      ]}
      chosen={null}
      onChoose={(id) => {
        const purpose = id === 'duplicate' ? 'duplicate' : 'another';
        if (recordWindow !== null)
          showInMainWindow({ to: 'editor', purpose, record: { kind: 'requisition', id: record.id } });
        else
          void editor.create(
            purpose === 'duplicate' ? toDraftFieldsOfDuplicate(record) : toFieldsForSamePatient(record),
          );
      }}
    >
      {label}
    </MenuButton>
  );
}

/** The pending change that shares a requisition, if nothing of it can have reached the service. */
function findUnsentShare(changes: readonly PendingChange[]): PendingChange | undefined {
  return changes.find(
    (change) =>
      isSharingWithPatient(change) &&
      isCertainlyUnsent(change) &&
      // Of a create that was tried the state alone does not say whether it may have arrived.
      (change.operation === 'requisitions.update' || change.attempts === 0),
  );
}

/**
 * Shares a requisition with its patient, or stops that. Until a share is sent the button undoes it; afterwards the
 * patient may have seen it, which the button says.
 */
function ShareButton({ record }: { readonly record: Requisition }) {
  const text = useText();
  const { outbox, undoable } = useStores();
  const unsentShare = findUnsentShare(useProvidedUnsentChanges());
  const about = `share ${record.id}`;
  if (record.shareWithPatient && unsentShare !== undefined)
    return (
      <Button
        size="small"
        icon={<Icon shape={Undo2} size={14} />}
        screenReaderDescription={text('requisition.undoShareHint')}
        onPress={() => void undoable.unshare(unsentShare.number).then((error) => outbox.report(about, error))}
      >
        {text('requisition.undoShare')}
      </Button>
    );
  const action = record.shareWithPatient ? 'unshare' : 'share';
  return (
    <ButtonWithConfirmation
      size="small"
      icon={<Icon shape={record.shareWithPatient ? EyeOff : Eye} size={14} />}
      label={text(`requisition.${action}`)}
      question={text(`requisition.${action}Question`)}
      yes={text(`requisition.${action}Yes`)}
      no={text('requisition.goBack')}
      onConfirm={() =>
        void (record.shareWithPatient
          ? outbox.saveAndReport(about, createShareChange(record.id, false, record))
          : undoable.share(record))
      }
    >
      <p>
        <bdi>{record.name}</bdi>
      </p>
      <PatientLine patient={record.patient} />
      <p>{text(`requisition.${action}What`)}</p>
    </ButtonWithConfirmation>
  );
}
