import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { ToastPatient } from '#renderer/shared/ids/ToastPatient.tsx';
import { useWhoseReviewLabel } from '#renderer/shared/record/review-labels.ts';
import { useGetCommandKeyLabel } from '#renderer/shared/use-key-label.ts';
import type { ReviewRefusal, UndoableReview } from '#renderer/state/requisitions/worklist-reviews.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { joinTexts, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { truncateWithEllipsis } from '#renderer/ui/format.ts';
import { Status } from '#renderer/ui/Status.tsx';
import { ToastFrame, ToastNote } from '#renderer/ui/Toast.tsx';

const SHOWN = 80;
/** Maximum number of reviewers that the message names. */
const NAMED = 3;

/** Returns the function that names the open reviews of several people. */
function useReviewList(): (reviewers: readonly string[]) => string {
  const label = useWhoseReviewLabel();
  return (reviewers) =>
    joinTexts([...reviewers.slice(0, NAMED).map(label), ...(reviewers.length > NAMED ? ['…'] : [])]);
}

/**
 * Says what the review key has saved, with an undo button until it is sent; or why nothing was saved.
 */
export function ReviewToast() {
  const { reviews } = useStores().worklist;
  const { undoable, refusal, isDismissed } = useStore(reviews.store);
  const group = undoable.at(-1)?.group;
  const last = undoable.filter((each) => each.group === group);
  return (
    <>
      {refusal !== null && <ReviewRefusalToast refusal={refusal} />}
      {refusal === null && last.length > 0 && !isDismissed && <MarkedReviewsToast reviews={last} />}
    </>
  );
}

function DismissibleReviewToast({ children }: { readonly children: ReactNode }) {
  const text = useText();
  const { reviews } = useStores().worklist;
  return (
    <ToastFrame dismissLabel={text('toast.dismiss')} onDismiss={reviews.dismiss}>
      {children}
    </ToastFrame>
  );
}

function ReviewRefusalToast({ refusal: { reason, others } }: { readonly refusal: ReviewRefusal }) {
  const text = useText();
  const list = useReviewList();
  const keyLabel = useGetCommandKeyLabel();
  const { worklist } = useStores();
  const canAdd = reason === 'beside' || reason === 'unknown';
  const namesNone = reason === 'beside' && others.every((reviewer) => reviewer === '');
  return (
    <DismissibleReviewToast>
      <Status as="p">
        {text(`worklist.review.refused.${namesNone ? 'unassigned' : reason}`, {
          names: list(others),
          key: keyLabel('review.mark') ?? '',
        })}
      </Status>
      {canAdd && (
        <Button size="small" onPress={worklist.addReviewToSelected}>
          {text('worklist.review.add')} <kbd>{keyLabel('review.add')}</kbd>
        </Button>
      )}
    </DismissibleReviewToast>
  );
}

function MarkedReviewsToast({ reviews: saved }: { readonly reviews: readonly UndoableReview[] }) {
  const text = useText();
  const list = useReviewList();
  const keyLabel = useGetCommandKeyLabel();
  const { reviews } = useStores().worklist;
  const [first] = saved;
  const others = saved.length === 1 ? (first?.others ?? []) : [];
  return (
    <DismissibleReviewToast>
      <Status as="p">
        {saved.length > 1 || first === undefined
          ? text('worklist.review.markedMany', { count: saved.length })
          : text(`worklist.review.marked.${first.effect}`, {
              name: truncateWithEllipsis(first.name || text('requisition.unnamed'), SHOWN),
            })}
      </Status>
      {saved.length === 1 && first !== undefined && <ToastPatient patient={first.patient} />}
      {others.length > 0 && (
        <ToastNote>{text('worklist.review.staysOpen', { names: list(others) })}</ToastNote>
      )}
      <Button size="small" onPress={() => void reviews.undo(first?.group)}>
        {text('toast.undo')} <kbd>{keyLabel('mark.undo')}</kbd>
      </Button>
    </DismissibleReviewToast>
  );
}
