import type { DeferredComponent } from '#renderer/shared/deferred.tsx';
import {
  DEFERRED_ACTION_TOAST,
  DEFERRED_COMMAND_PALETTE,
  DEFERRED_FORM_EDITOR,
  DEFERRED_GO_TO_DATE,
  DEFERRED_HELP,
  DEFERRED_PRINTED_DAY_SHEETS,
  DEFERRED_RELATED_RECORDS,
  DEFERRED_REQUISITION_EDITOR,
  DEFERRED_REVIEW_TOAST,
  DEFERRED_SHORTCUTS,
  DEFERRED_SYNC_DETAILS,
} from './deferred-parts.ts';
import { SCREEN_VIEWS } from './screen-views.tsx';

/** The parts in the order in which they are likely to be needed. The others are read when they are needed. */
const PARTS: readonly Pick<DeferredComponent<never>, 'load'>[] = [
  SCREEN_VIEWS.requisitions.component,
  SCREEN_VIEWS.notifications.component,
  DEFERRED_REVIEW_TOAST,
  DEFERRED_ACTION_TOAST,
  SCREEN_VIEWS.forms.component,
  SCREEN_VIEWS.day.component,
  SCREEN_VIEWS['completion-requests'].component,
  SCREEN_VIEWS.outbox.component,
  DEFERRED_COMMAND_PALETTE,
  DEFERRED_REQUISITION_EDITOR,
  DEFERRED_RELATED_RECORDS,
  DEFERRED_SYNC_DETAILS,
  DEFERRED_FORM_EDITOR,
  SCREEN_VIEWS.settings.component,
  SCREEN_VIEWS.directory.component,
  SCREEN_VIEWS.account.component,
  SCREEN_VIEWS['access-log'].component,
  DEFERRED_PRINTED_DAY_SHEETS,
  DEFERRED_GO_TO_DATE,
  DEFERRED_SHORTCUTS,
  DEFERRED_HELP,
];

/** A busy page reads the next part after this time all the same. */
const MAX_WAIT_MS = 2_000;

/**
 * Reads the parts one by one, each when the page has nothing else to do, so that the first visit of a screen is as
 * quick as any other. Returns the function that stops.
 */
export function startReadingPartsWhenIdle(): () => void {
  let isStopped = false;
  const next = (number: number): void => {
    const part = PARTS[number];
    if (part === undefined || isStopped) return;
    requestIdleCallback(() => void part.load().then(() => next(number + 1)), { timeout: MAX_WAIT_MS });
  };
  next(0);
  return () => {
    isStopped = true;
  };
}
