import { createStore, type StoreApi } from 'zustand/vanilla';
import { createLatestRequestGuard } from '../async.ts';
import { createReviewWrite, type DisplayedResult } from '../quick-writes.ts';
import type { OutboxStore } from '../sync/outbox.ts';

/** A requisition to mark as reviewed. */
export interface ReviewTarget {
  readonly id: string;
  readonly name: string;
  /** The reviewer of the open review; empty if none is named. */
  readonly reviewer: string;
  /** The record as it is on screen; missing if it is not open, so the cached version counts. */
  readonly shown?: DisplayedResult;
}

/** A review that is saved and can still be undone. */
export interface UndoableReview extends ReviewTarget {
  /** The change's number in the outbox. */
  readonly number: number;
}

export interface ReviewMarkerState {
  /** In the order in which they were saved. */
  readonly undoable: readonly UndoableReview[];
  /** The last press marked nothing, because no review was open. */
  readonly isRefused: boolean;
}

export interface ReviewMarker {
  readonly store: StoreApi<ReviewMarkerState>;
  /** Saves a review. It is sent after a delay, so that it can be undone. */
  readonly mark: (review: ReviewTarget) => Promise<void>;
  /** Shows that the record has no open review. */
  readonly refuse: () => void;
  /** Discards the last review that was not sent yet. */
  readonly undo: () => Promise<void>;
  /** Hides the message. */
  readonly dismiss: () => void;
  readonly reset: () => void;
}

/** For how long a review can be undone, in milliseconds. */
export const UNDO_PERIOD_MS = 6_000;

/** The engine waits a little longer than the screen offers to undo, so that a late undo still succeeds. */
const SEND_AFTER_MS = UNDO_PERIOD_MS + 1_000;

/** For how long the message that nothing was marked is shown, in milliseconds. */
const REFUSED_MS = 4_000;

const NONE: ReviewMarkerState = { undoable: [], isRefused: false };

/** Manages the reviews that can still be undone; each is removed after UNDO_PERIOD_MS. */
function createUndoableReviews(store: StoreApi<ReviewMarkerState>) {
  const timers = new Map<number, ReturnType<typeof setTimeout>>();

  function release(number: number): void {
    clearTimeout(timers.get(number));
    timers.delete(number);
    store.setState(({ undoable }) => ({ undoable: undoable.filter((each) => each.number !== number) }));
  }
  return {
    release,
    hold: (review: UndoableReview): void => {
      const { number } = review;
      timers.set(
        number,
        setTimeout(() => release(number), UNDO_PERIOD_MS),
      );
      store.setState(({ undoable }) => ({ undoable: [...undoable, review] }));
    },
    reset: (): void => {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}

/**
 * Creates the store that marks requisitions as reviewed and can undo that for a few seconds.
 * @param reviewer returns the current user of the open account; null if unknown
 */
export function createReviewMarker(
  outbox: Pick<OutboxStore, 'saveAndGetNumber' | 'discard' | 'report'>,
  reviewer: () => string | null,
): ReviewMarker {
  const store = createStore<ReviewMarkerState>(() => NONE);
  const holds = createUndoableReviews(store);
  const saving = new Set<string>();
  const accounts = createLatestRequestGuard();
  let refusal: ReturnType<typeof setTimeout> | undefined;

  function dismiss(): void {
    clearTimeout(refusal);
    store.setState({ isRefused: false });
  }

  return {
    store,
    mark: async (review) => {
      if (saving.has(review.id) || store.getState().undoable.some(({ id }) => id === review.id)) return;
      dismiss();
      saving.add(review.id);
      const isSameAccount = accounts.follow();
      const saved = await outbox.saveAndGetNumber({
        ...createReviewWrite(review.id, reviewer(), review.shown),
        holdMs: SEND_AFTER_MS,
      });
      if (!isSameAccount()) return;
      saving.delete(review.id);
      outbox.report(saved.ok ? null : saved.error);
      if (saved.ok) holds.hold({ ...review, number: saved.value.number });
    },
    refuse: () => {
      dismiss();
      refusal = setTimeout(dismiss, REFUSED_MS);
      store.setState({ isRefused: true });
    },
    undo: async () => {
      const last = store.getState().undoable.at(-1);
      if (last === undefined) return;
      holds.release(last.number);
      outbox.report(await outbox.discard(last.number));
    },
    dismiss,
    reset: () => {
      accounts.cancel();
      saving.clear();
      holds.reset();
      clearTimeout(refusal);
      store.setState(NONE);
    },
  };
}
