import { createStore, type StoreApi } from 'zustand/vanilla';
import { reviewed } from './presses.ts';
import type { Outbox } from './outbox.ts';

/** A review mark by a single key. It is held for a moment, because what the service has of it cannot be taken back. */
export interface HeldReview {
  readonly id: string;
  readonly name: string;
}

export interface ReviewsState {
  /** In the order in which they were made. */
  readonly held: readonly HeldReview[];
  /** The last press marked nothing, because nothing waited for it. */
  readonly isRefused: boolean;
}

export interface Reviews {
  readonly store: StoreApi<ReviewsState>;
  /** Holds a mark, and keeps it as a write once the moment is over. */
  readonly mark: (review: HeldReview) => void;
  /** Says that the record does not wait for a review. */
  readonly refuse: () => void;
  /** Lets the last mark go that is still held. */
  readonly undo: () => void;
  /** Keeps at once what is held: the desk is left, or the window closes. */
  readonly flush: () => void;
  /** Puts the words about it away. */
  readonly dismiss: () => void;
  readonly reset: () => void;
}

/** How long a mark can be taken back, in milliseconds. */
export const HOLD_MS = 6_000;

/** How long it is said that a press marked nothing, in milliseconds. */
const REFUSED_MS = 4_000;

const NONE: ReviewsState = { held: [], isRefused: false };

/** @param reviewer the user of the open account as it is when it is called; null where nobody knows */
export function createReviews(outbox: Pick<Outbox, 'press'>, reviewer: () => string | null): Reviews {
  const store = createStore<ReviewsState>(() => NONE);
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  let refusal: ReturnType<typeof setTimeout> | undefined;

  function dismiss(): void {
    clearTimeout(refusal);
    store.setState({ isRefused: false });
  }

  function release(id: string): void {
    clearTimeout(timers.get(id));
    timers.delete(id);
    store.setState(({ held }) => ({ held: held.filter((each) => each.id !== id) }));
  }

  function keep(id: string): void {
    void outbox.press(reviewed(id, reviewer()));
    release(id);
  }

  return {
    store,
    mark: (review) => {
      if (timers.has(review.id)) return;
      timers.set(
        review.id,
        setTimeout(() => keep(review.id), HOLD_MS),
      );
      dismiss();
      store.setState(({ held }) => ({ held: [...held, review] }));
    },
    refuse: () => {
      dismiss();
      refusal = setTimeout(dismiss, REFUSED_MS);
      store.setState({ isRefused: true });
    },
    undo: () => {
      const last = store.getState().held.at(-1);
      if (last !== undefined) release(last.id);
    },
    flush: () => {
      for (const { id } of store.getState().held) keep(id);
    },
    dismiss,
    reset: () => {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      clearTimeout(refusal);
      store.setState(NONE);
    },
  };
}
