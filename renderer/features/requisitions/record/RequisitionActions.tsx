import { Plus, CalendarClock, Check, Eye, EyeOff, Pencil } from 'lucide-react';
import type { Requisition } from '#contract/requisitions.ts';
import { CopyButton } from '#renderer/shared/record/CopyButton.tsx';
import { ActionGroup } from '#renderer/shared/record/RecordHeader.tsx';
import { FollowUpButton } from '#renderer/shared/record/FollowUp.tsx';
import { useOwnUserId, useReviewLabels } from '#renderer/shared/record/review-labels.ts';
import { useKeyLabel } from '#renderer/shared/use-key-label.ts';
import { createShareWrite } from '#renderer/state/quick-writes.ts';
import {
  getReviewEffect,
  listOpenReviews,
  listOtherReviewers,
} from '#renderer/state/requisitions/open-reviews.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { joinTexts, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { ConfirmButton } from '#renderer/ui/ConfirmDialog.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { IdText } from '#renderer/ui/IdText.tsx';
import { ButtonWithHint } from '#renderer/ui/ButtonWithHint.tsx';
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
      <ActionGroup>
        <ReviewButton record={record} />
        <Button
          size="small"
          icon={<Icon of={CalendarClock} size={14} />}
          onPress={() => void editor.open('review', record.id)}
        >
          {text('editor.askReview')}
        </Button>
      </ActionGroup>
      <ActionGroup>
        <Button
          size="small"
          icon={<Icon of={Pencil} size={14} />}
          hint={text('editor.noType')}
          onPress={() => void editor.edit(record.id)}
        >
          {text('editor.edit')}
        </Button>
        <ShareButton record={record} />
      </ActionGroup>
      <ActionGroup>
        <FollowUpButton kind="requisition" id={record.id} />
        <CopyButton label={text('record.copyId')} value={record.id} />
      </ActionGroup>
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

/**
 * Completes this user's review, or adds it beside those of others; the label says which. The next row is opened
 * if the record is in the list, so that the user can review several in a row. It can be undone until it is sent.
 */
function ReviewButton({ record }: { readonly record: Requisition }) {
  const text = useText();
  const { worklist } = useStores();
  const own = useOwnUserId();
  const label = useReviewLabels();
  const keyLabel = useKeyLabel();
  const icon = <Icon of={Check} size={14} />;
  const reason = getNoReviewReason(record);
  const open = listOpenReviews(record);
  const effect = getReviewEffect(open, own);
  const others = listOtherReviewers(open, own);
  if (reason !== null)
    return (
      <ButtonWithReason size="small" icon={icon} reason={text(`editor.${reason}`)} onPress={() => {}}>
        {text('requisition.review.first')}
      </ButtonWithReason>
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
