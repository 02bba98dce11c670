import { createStore, type StoreApi } from 'zustand/vanilla';
import { ok, type AppError, type Result } from '#contract/result.ts';
import { takeActionNumber } from '../action-number.ts';
import { createLatestRequestGuard, createThrottle } from '../async.ts';
import type { ProcedureCalls } from '../bridge.ts';
import { createReviewChange, type DisplayedRequisitionResult } from '../changes/quick-changes.ts';
import type { OutboxStore } from '../sync/outbox.ts';
import { readUnsentChangeNumbers } from '../sync/unsent-changes.ts';
import {
  getReviewEffect,
  listReviewersOfReviewsLeftOpen,
  type OpenReview,
  type ReviewEffect,
} from './open-reviews.ts';
import { createRunningMarks } from './running-marks.ts';

/** A requisition to be marked as reviewed, and what the review will do to its open reviews. */
export interface RequisitionWithReviewEffect {
  readonly id: string;
  readonly name: string;
  readonly patient: string;
  readonly effect: ReviewEffect;
  /** The reviewers whose reviews stay open; empty for one that names no user. */
  readonly others: readonly string[];
  /** The record as it is on screen; missing if it is not open, so the cached version counts. */
  readonly shown?: DisplayedRequisitionResult;
}

/** A requisition with its open reviews, as far as marking it as reviewed needs them. */
export interface ReviewableRequisition
  extends Pick<RequisitionWithReviewEffect, 'id' | 'name' | 'patient' | 'shown'> {
  readonly openReviews: readonly OpenReview[];
}

/**
 * Returns what a review of this user would do.
 * @param own the user of the account; null if unknown
 */
export function toRequisitionWithReviewEffect(
  { id, name, patient, openReviews, shown }: ReviewableRequisition,
  own: string | null,
): RequisitionWithReviewEffect {
  return {
    id,
    name,
    patient,
    effect: getReviewEffect(openReviews, own),
    others: listReviewersOfReviewsLeftOpen(openReviews, own),
    ...(shown === undefined ? {} : { shown }),
  };
}

/** A review that is saved and can still be undone. */
export interface UndoableReview extends RequisitionWithReviewEffect {
  /** The change's number in the outbox. */
  readonly number: number;
  /** The number of the action: its reviews have the same one and are undone together. */
  readonly group: number;
}

/** A review that could not be saved, by its requisition, and why. */
export interface UnsavedReview {
  readonly id: string;
  readonly error: AppError;
}

/** What an undo of reviews has done; nothing where another account was opened meanwhile. */
export interface ReviewsUndo {
  /** The reviews that were taken back, the last one first. */
  readonly undone: readonly UndoableReview[];
  /** How many of the same action were not taken back. */
  readonly left: number;
}

/** Why the last press of the review key marked nothing. */
export interface ReviewRefusal {
  /** `none`: the requisition needs no review; `own`: no review of another user is open; otherwise the effect. */
  readonly reason: 'none' | 'own' | 'beside' | 'unknown';
  /** The users whose open reviews the requisition has. */
  readonly others: readonly string[];
}

export interface ReviewMarkerState {
  /** The reviews that can be undone, in the order in which they were saved. */
  readonly undoable: readonly UndoableReview[];
  readonly refusal: ReviewRefusal | null;
  /** The user has closed the message about the last reviews; they can still be undone. */
  readonly isDismissed: boolean;
}

export interface ReviewMarker {
  readonly store: StoreApi<ReviewMarkerState>;
  /**
   * Saves reviews on this computer. They are sent after a delay, so that they can be undone together; an undo meanwhile ends it.
   * Returns those that could not be saved; a banner says why.
   */
  readonly mark: (reviews: readonly RequisitionWithReviewEffect[]) => Promise<readonly UnsavedReview[]>;
  /** Shows why nothing was marked. */
  readonly refuse: (refusal: ReviewRefusal) => void;
  /** Returns the number of the last action whose reviews can be undone, also while they are being saved; null if there is none. */
  readonly getLastGroup: () => number | null;
  /**
   * Discards the reviews of an action that were not sent yet. One that is being saved is saved first.
   * @param group the number of the action; default: the last one
   */
  readonly undo: (group?: number) => Promise<ReviewsUndo>;
  /** Hides the message about the last reviews. */
  readonly dismiss: () => void;
  /** Called when pending changes were sent or changed: what was sent can no longer be undone. */
  readonly invalidate: () => void;
  readonly reset: () => void;
}

const REFRESH_GAP_MS = 200;

const NONE: ReviewMarkerState = { undoable: [], refusal: null, isDismissed: false };

/** Removes the reviews that were sent from those that can be undone, unless another account was opened meanwhile. */
async function dropSent(
  calls: ProcedureCalls,
  store: StoreApi<ReviewMarkerState>,
  isSameAccount: () => boolean,
): Promise<void> {
  const asked = new Set(store.getState().undoable.map(({ number }) => number));
  if (asked.size === 0) return;
  const unsent = await readUnsentChangeNumbers(calls, asked);
  if (unsent === null || !isSameAccount()) return;
  // Keeps a review that was saved after the outbox was read: it is not in the response.
  store.setState(({ undoable }) => ({
    undoable: undoable.filter(({ number }) => unsent.has(number) || !asked.has(number)),
  }));
}

/** Creates the function that saves one review; returns its number, or null if it is being saved already. */
function createSaver(
  outbox: Pick<OutboxStore, 'saveForUndo' | 'report'>,
  reviewer: () => string | null,
): (review: RequisitionWithReviewEffect) => Promise<Result<number | null>> {
  const saving = new Set<string>();
  return async ({ id, shown }) => {
    if (saving.has(id)) return ok(null);
    saving.add(id);
    const saved = await outbox.saveForUndo(createReviewChange(id, reviewer(), shown));
    saving.delete(id);
    outbox.report(`review ${id}`, saved.ok ? null : saved.error);
    return saved.ok ? ok(saved.value.number) : saved;
  };
}

interface UndoDeps {
  readonly calls: ProcedureCalls;
  readonly store: StoreApi<ReviewMarkerState>;
  readonly outbox: Pick<OutboxStore, 'discard' | 'report'>;
}

/** Offers the undo of those reviews again that were not taken back and are still unsent. */
async function restoreUnsent(
  { calls, store }: UndoDeps,
  left: readonly UndoableReview[],
  isSameAccount: () => boolean,
): Promise<void> {
  const unsent = await readUnsentChangeNumbers(
    calls,
    left.map(({ number }) => number),
  );
  if (!isSameAccount()) return;
  const still = left.filter(({ number }) => unsent?.has(number) ?? true);
  store.setState(({ undoable }) => ({
    undoable: [...undoable, ...still].toSorted((one, other) => one.number - other.number),
  }));
}

/** Saves reviews one after the other, while they are wanted. Returns those that could not be saved. */
async function saveEach(
  { store, save }: Pick<UndoDeps, 'store'> & { readonly save: ReturnType<typeof createSaver> },
  reviews: readonly RequisitionWithReviewEffect[],
  group: number,
  { isSameAccount, isStopped }: { readonly isSameAccount: () => boolean; readonly isStopped: () => boolean },
): Promise<readonly UnsavedReview[]> {
  const unsaved: UnsavedReview[] = [];
  for (const review of reviews) {
    if (isStopped()) break;
    const saved = await save(review);
    if (!isSameAccount()) break;
    if (!saved.ok) unsaved.push({ id: review.id, error: saved.error });
    else if (saved.value !== null) {
      const marked = { ...review, number: saved.value, group };
      store.setState(({ undoable }) => ({ undoable: [...undoable, marked] }));
    }
  }
  return unsaved;
}

/** What an undo returns where another account was opened meanwhile, in which nothing was undone. */
const NOTHING_HERE: ReviewsUndo = { undone: [], left: 0 };

/** Takes back those of the reviews that were marked together that can be. One that cannot does not keep the others. */
async function undoGroup(deps: UndoDeps, group: number, isSameAccount: () => boolean): Promise<ReviewsUndo> {
  const { store, outbox } = deps;
  const { undoable } = store.getState();
  const wanted = undoable.filter((each) => each.group === group);
  // The message about an earlier action would stand beside the one that says what was undone.
  store.setState({
    undoable: undoable.filter((each) => each.group !== group),
    refusal: null,
    isDismissed: true,
  });
  const undone: UndoableReview[] = [];
  const left: UndoableReview[] = [];
  let problem: AppError | null = null;
  for (const review of wanted.toReversed()) {
    const error = await outbox.discard({ number: review.number });
    if (!isSameAccount()) return NOTHING_HERE;
    problem ??= error;
    (error === null ? undone : left).push(review);
  }
  outbox.report(`undo reviews ${group}`, problem);
  if (left.length > 0) await restoreUnsent(deps, left, isSameAccount);
  return isSameAccount() ? { undone, left: left.length } : NOTHING_HERE;
}

/** Of actions that save at the same time, the one that was begun last may be saved first. */
function findLastGroup(undoable: readonly UndoableReview[], running: readonly number[]): number | null {
  const groups = [...running, ...undoable.map(({ group }) => group)];
  return groups.length === 0 ? null : Math.max(...groups);
}

/**
 * Creates the store that marks requisitions as reviewed and can undo that until they are sent.
 * @param reviewer returns the current user of the open account; null if unknown
 */
export function createReviewMarker(
  calls: ProcedureCalls,
  outbox: Pick<OutboxStore, 'saveForUndo' | 'discard' | 'report'>,
  reviewer: () => string | null,
): ReviewMarker {
  const store = createStore<ReviewMarkerState>(() => NONE);
  const save = createSaver(outbox, reviewer);
  const accounts = createLatestRequestGuard();
  const running = createRunningMarks();

  const isUndoable = (id: string): boolean => store.getState().undoable.some((each) => each.id === id);
  const refresh = createThrottle(() => dropSent(calls, store, accounts.follow()), REFRESH_GAP_MS);

  async function mark(reviews: readonly RequisitionWithReviewEffect[]): Promise<readonly UnsavedReview[]> {
    const isSameAccount = accounts.follow();
    const group = takeActionNumber();
    const run = running.begin(group);
    store.setState({ refusal: null, isDismissed: false });
    const wanted = reviews.filter(({ id }) => !isUndoable(id));
    const unsaved = await saveEach({ store, save }, wanted, group, {
      isSameAccount,
      isStopped: run.isStopped,
    });
    run.end();
    return unsaved;
  }

  const getLastGroup = (): number | null => findLastGroup(store.getState().undoable, running.listGroups());

  async function undo(group = getLastGroup()): Promise<ReviewsUndo> {
    const isSameAccount = accounts.follow();
    if (group === null) return NOTHING_HERE;
    await running.stop(group);
    return isSameAccount() ? undoGroup({ calls, store, outbox }, group, isSameAccount) : NOTHING_HERE;
  }

  return {
    store,
    mark,
    refuse: (refusal) => store.setState({ refusal }),
    getLastGroup,
    undo,
    dismiss: () => {
      const { refusal } = store.getState();
      store.setState(refusal === null ? { isDismissed: true } : { refusal: null });
    },
    invalidate: refresh.request,
    reset: () => {
      accounts.cancel();
      refresh.reset();
      store.setState(NONE);
    },
  };
}
