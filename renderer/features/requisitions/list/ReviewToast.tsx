import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { useReviewLabels } from '#renderer/shared/record/review-labels.ts';
import { useKeyLabel } from '#renderer/shared/use-key-label.ts';
import type { ReviewRefusal, UndoableReview } from '#renderer/state/requisitions/worklist-reviews.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { joinTexts, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { truncateWithEllipsis } from '#renderer/ui/format.ts';
import { Icon } from '#renderer/ui/Icon.tsx';
import styles from './worklist.module.css';

const SHOWN = 80;
/** Maximum number of reviewers that are named. */
const NAMED = 3;

/** Returns the function that names the open reviews of several people. */
function useReviewList(): (reviewers: readonly string[]) => string {
  const label = useReviewLabels();
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
    <div className={styles.toasts} aria-live="polite">
      {refusal !== null && <Refusal refusal={refusal} />}
      {refusal === null && last.length > 0 && !isDismissed && <Marked reviews={last} />}
    </div>
  );
}

/** The frame of a message, which stays until the user closes it or it no longer applies. */
function Toast({ children }: { readonly children: ReactNode }) {
  const text = useText();
  const { reviews } = useStores().worklist;
  return (
    <div className={styles.toast} data-part="toast" data-print="hide">
      {children}
      <Button
        size="small"
        tone="quiet"
        icon={<Icon of={X} size={14} />}
        aria-label={text('worklist.review.dismiss')}
        onPress={reviews.dismiss}
      />
    </div>
  );
}

function Refusal({ refusal: { reason, others } }: { readonly refusal: ReviewRefusal }) {
  const text = useText();
  const list = useReviewList();
  const keyLabel = useKeyLabel();
  const { worklist } = useStores();
  const canAdd = reason === 'beside' || reason === 'unknown';
  const namesNone = reason === 'beside' && others.every((reviewer) => reviewer === '');
  return (
    <Toast>
      <p>
        {text(`worklist.review.refused.${namesNone ? 'unassigned' : reason}`, {
          names: list(others),
          key: keyLabel('review.mark') ?? '',
        })}
      </p>
      {canAdd && (
        <Button size="small" onPress={worklist.addReviewToSelected}>
          {text('worklist.review.add')} <kbd>{keyLabel('review.add')}</kbd>
        </Button>
      )}
    </Toast>
  );
}

function Marked({ reviews: saved }: { readonly reviews: readonly UndoableReview[] }) {
  const text = useText();
  const list = useReviewList();
  const keyLabel = useKeyLabel();
  const { reviews } = useStores().worklist;
  const [first] = saved;
  const others = saved.length === 1 ? (first?.others ?? []) : [];
  return (
    <Toast>
      <p dir="auto">
        {saved.length > 1 || first === undefined
          ? text('worklist.review.markedMany', { count: saved.length })
          : text(`worklist.review.marked.${first.effect}`, {
              name: truncateWithEllipsis(first.name || text('requisition.unnamed'), SHOWN),
            })}
      </p>
      {others.length > 0 && (
        <p className={styles.toastNote}>{text('worklist.review.staysOpen', { names: list(others) })}</p>
      )}
      <Button size="small" onPress={() => void reviews.undo()}>
        {text('worklist.review.undo')} <kbd>{keyLabel('mark.undo')}</kbd>
      </Button>
    </Toast>
  );
}
