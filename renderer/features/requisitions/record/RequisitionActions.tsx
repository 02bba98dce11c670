import { Plus, CalendarClock, Check, Eye, EyeOff, Pencil } from 'lucide-react';
import { useStore } from 'zustand';
import type { Requisition } from '#contract/requisitions.ts';
import { NamedId } from '#renderer/shared/ids/NamedId.tsx';
import { CopyButton } from '#renderer/shared/record/CopyButton.tsx';
import { FollowUpButton } from '#renderer/shared/record/FollowUp.tsx';
import { createShareWrite } from '#renderer/state/quick-writes.ts';
import { getOpenReviewer } from '#renderer/state/requisitions/list.ts';
import { getOwnUserId } from '#renderer/state/sync/session.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { ConfirmButton } from '#renderer/ui/ConfirmDialog.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { IdText } from '#renderer/ui/IdText.tsx';
import { ButtonWithReason } from '#renderer/ui/ButtonWithReason.tsx';

/** Button that opens the editor for a new requisition. */
export function NewRequisitionButton() {
  const text = useText();
  const { editor } = useStores();
  return (
    <Button icon={<Icon of={Plus} />} onPress={() => void editor.create()}>
      <span>{text('editor.new')}</span>
    </Button>
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
      <ReviewButton record={record} />
      <Button
        size="small"
        icon={<Icon of={Pencil} size={14} />}
        hint={text('editor.noType')}
        onPress={() => void editor.edit(record.id)}
      >
        {text('editor.edit')}
      </Button>
      <Button
        size="small"
        icon={<Icon of={CalendarClock} size={14} />}
        onPress={() => void editor.open('review', record.id)}
      >
        {text('editor.askReview')}
      </Button>
      <ShareButton record={record} />
      <FollowUpButton kind="requisition" id={record.id} />
      <CopyButton label={text('record.copyId')} value={record.id} />
    </>
  );
}

/** Returns the text key of the reason why a requisition cannot be marked as reviewed, or null if it can. */
export function getNoReviewReason({
  needsReview,
  reviews,
}: Requisition): 'noReview' | 'nothingToReview' | null {
  if (needsReview) return null;
  return reviews.length > 0 ? 'noReview' : 'nothingToReview';
}

function ReviewButton({ record }: { readonly record: Requisition }) {
  const text = useText();
  const { worklist, session, browsers } = useStores();
  const reviewer = useStore(session.store, ({ accounts }) => getOwnUserId(accounts));
  const icon = <Icon of={Check} size={14} />;
  const reason = getNoReviewReason(record);
  const requestedReviewer = getOpenReviewer(record);

  /**
   * Marks as reviewed and moves to the next row if the record is in the list, so that the user can review
   * several in a row.
   */
  function review(): void {
    const { list, move } = browsers.requisition;
    void worklist.reviews.mark({
      id: record.id,
      name: record.name,
      reviewer: requestedReviewer,
      shown: record,
    });
    if (list.store.getState().rows.some(({ id }) => id === record.id)) move(1);
  }
  if (reason !== null)
    return (
      <ButtonWithReason size="small" icon={icon} reason={text(`editor.${reason}`)} onPress={() => {}}>
        {text('requisition.review')}
      </ButtonWithReason>
    );
  return (
    <ConfirmButton
      size="small"
      icon={icon}
      label={text('requisition.review')}
      question={text('requisition.reviewQuestion')}
      yes={text('requisition.review')}
      no={text('requisition.goBack')}
      onConfirm={review}
    >
      <p>
        <bdi>{record.name}</bdi>
      </p>
      <p>{text('requisition.reviewWhat')}</p>
      {requestedReviewer !== '' && requestedReviewer !== reviewer && (
        <p>
          {text('requisition.reviewOther')} <NamedId id={requestedReviewer} show="end" />
        </p>
      )}
      {reviewer !== null && (
        <p>
          {text('requisition.reviewBy')} <IdText id={reviewer} show="whole" />
        </p>
      )}
    </ConfirmButton>
  );
}

function ShareButton({ record }: { readonly record: Requisition }) {
  const text = useText();
  const { outbox } = useStores();
  const action = record.shareWithPatient ? 'unshare' : 'share';
  return (
    <ConfirmButton
      size="small"
      icon={<Icon of={record.shareWithPatient ? EyeOff : Eye} size={14} />}
      label={text(`requisition.${action}`)}
      question={text(`requisition.${action}Question`)}
      yes={text(`requisition.${action}Yes`)}
      no={text('requisition.goBack')}
      onConfirm={() =>
        void outbox.saveAndReport(createShareWrite(record.id, !record.shareWithPatient, record))
      }
    >
      <p>
        <bdi>{record.name}</bdi> <IdText id={record.patient} show="end" />
      </p>
      <p>{text(`requisition.${action}What`)}</p>
    </ConfirmButton>
  );
}
