import type { LazyComponent } from '#renderer/shared/lazy.tsx';
import {
  LAZY_ACTION_TOAST,
  LAZY_COMMAND_PALETTE,
  LAZY_FORM_EDITOR,
  LAZY_GO_TO_DATE,
  LAZY_HELP,
  LAZY_PRINTED_DAY_SHEETS,
  LAZY_RELATED_RECORDS,
  LAZY_REQUISITION_EDITOR,
  LAZY_REVIEW_TOAST,
  LAZY_SHORTCUTS,
  LAZY_SYNC_DETAILS,
} from './lazy-parts.ts';
import type { StoresReader } from '#renderer/state/stores-reader.ts';
import { SCREEN_VIEWS } from './screen-views.tsx';

/**
 * The parts in the order in which they are likely to be needed; screens that are not named come last. The others are read when
 * they are needed.
 */
const PARTS: readonly Pick<LazyComponent<never>, 'load'>[] = [
  SCREEN_VIEWS.requisitions.component,
  SCREEN_VIEWS.notifications.component,
  LAZY_REVIEW_TOAST,
  LAZY_ACTION_TOAST,
  SCREEN_VIEWS.forms.component,
  SCREEN_VIEWS.day.component,
  SCREEN_VIEWS['completion-requests'].component,
  SCREEN_VIEWS.outbox.component,
  LAZY_COMMAND_PALETTE,
  LAZY_REQUISITION_EDITOR,
  LAZY_RELATED_RECORDS,
  LAZY_SYNC_DETAILS,
  LAZY_FORM_EDITOR,
  LAZY_PRINTED_DAY_SHEETS,
  LAZY_GO_TO_DATE,
  LAZY_SHORTCUTS,
  LAZY_HELP,
  ...Object.values(SCREEN_VIEWS).map(({ component }) => component),
];

/** A busy page reads the next part after this time all the same. */
const MAX_WAIT_MS = 2_000;

/**
 * Reads the parts one by one, each when the page has nothing else to do, so that the first visit of a screen is as
 * quick as any other. Returns the function that stops.
 * @param stores those of the screens, which every part needs
 */
export function startReadingPartsWhenIdle(stores: Pick<StoresReader, 'load'>): () => void {
  const parts = [stores, ...PARTS];
  let isStopped = false;
  const next = (number: number): void => {
    const part = parts[number];
    if (part === undefined || isStopped) return;
    requestIdleCallback(() => void part.load().then(() => next(number + 1)), { timeout: MAX_WAIT_MS });
  };
  next(0);
  return () => {
    isStopped = true;
  };
}
