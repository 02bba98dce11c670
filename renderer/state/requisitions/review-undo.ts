import type { ToastsStore } from '../toasts/toasts.ts';
import type { UndoneRowSelector } from '../list/undone-row.ts';
import type { ReviewMarker, ReviewsUndo } from './worklist-reviews.ts';

interface ShownUndoDeps {
  readonly toasts: Pick<ToastsStore, 'show' | 'dismissUndone'>;
  readonly undoneRow: UndoneRowSelector;
  /** Whether the worklist is on screen: no record is opened behind another screen. */
  readonly isOnScreen: () => boolean;
}

function sayUndone(toasts: Pick<ToastsStore, 'show'>, { undone, left }: ReviewsUndo): void {
  const [first] = undone;
  // Of a review that is alone, the reason says it.
  if (left > 0 && undone.length + left > 1)
    return toasts.show({
      subject: { did: 'reviewsPartlyUndone', undone: undone.length, left },
      undo: null,
      place: { to: 'screen', screen: 'outbox' },
    });
  if (first === undefined) return;
  if (undone.length > 1)
    return toasts.show({ subject: { did: 'reviewsUndone', count: undone.length }, undo: null });
  const { id, name, patient } = first;
  toasts.show({
    subject: { did: 'reviewUndone', kind: 'requisition', name },
    undo: null,
    place: { to: 'record', kind: 'requisition', id },
    patient,
  });
}

/**
 * Makes the undo of reviews say what was undone, and select the requisition of one review again: the list has moved on, and
 * the next review must not be that of another patient.
 */
export function showUndoneReviews(
  reviews: ReviewMarker,
  { toasts, undoneRow, isOnScreen }: ShownUndoDeps,
): ReviewMarker {
  return {
    ...reviews,
    mark: (marked) => {
      toasts.dismissUndone();
      return reviews.mark(marked);
    },
    undo: async (group) => {
      const selectRow = undoneRow.begin();
      const done = await reviews.undo(group);
      sayUndone(toasts, done);
      const [first] = done.undone;
      if (first !== undefined && done.undone.length === 1 && isOnScreen()) await selectRow(first.id);
      return done;
    },
  };
}
