import { X } from 'lucide-react';
import { useStore } from 'zustand';
import { NamedId } from '#renderer/shared/ids/NamedId.tsx';
import { getOwnUserId } from '#renderer/state/sync/session.ts';
import type { ReviewTarget } from '#renderer/state/requisitions/worklist-reviews.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { shorten } from '#renderer/ui/format.ts';
import { Icon } from '#renderer/ui/Icon.tsx';
import styles from './worklist.module.css';

const SHOWN = 80;

/** Explains that a review requested from another user stays open. */
function StaysOpen({ reviewer }: Pick<ReviewTarget, 'reviewer'>) {
  const text = useText();
  const own = useStore(useStores().session.store, ({ accounts }) => getOwnUserId(accounts));
  if (reviewer === '' || reviewer === own) return null;
  return (
    <p className={styles.toastNote}>
      {text('worklist.review.staysOpen')} <NamedId id={reviewer} show="end" />
    </p>
  );
}

/**
 * Confirms that the review key marked a requisition, with an undo button; or says that no review was open.
 */
export function ReviewToast() {
  const text = useText();
  const { reviews } = useStores().worklist;
  const { undoable, isRefused } = useStore(reviews.store);
  const last = undoable.at(-1);
  return (
    <div className={styles.toasts} aria-live="polite">
      {isRefused && (
        <div className={styles.toast} data-part="toast" data-print="hide">
          <p>{text('worklist.review.refused')}</p>
          <Button
            size="small"
            tone="quiet"
            icon={<Icon of={X} size={14} />}
            aria-label={text('worklist.review.dismiss')}
            onPress={reviews.dismiss}
          />
        </div>
      )}
      {!isRefused && last !== undefined && (
        <div className={styles.toast} data-part="toast" data-print="hide">
          <p dir="auto">
            {text('worklist.review.marked', {
              name: shorten(last.name || text('requisition.unnamed'), SHOWN),
            })}
          </p>
          <StaysOpen reviewer={last.reviewer} />
          <Button size="small" onPress={() => void reviews.undo()}>
            {text('worklist.review.undo')} <kbd>Ctrl+Z</kbd>
          </Button>
        </div>
      )}
    </div>
  );
}
