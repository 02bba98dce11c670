import type { LockReason } from '#contract/lock.ts';
import { createDeferredPromise, type DeferredPromise } from '#main/base/async.ts';

/** A lock that begins once the pages have saved what is typed. */
export interface UpcomingLock {
  reason: LockReason;
  /** Monotonic time at which it was asked for. */
  readonly since: number;
  /** Number of pages that were asked to save what is typed; null until they were. */
  asked: number | null;
  /** Number of pages that show nothing any more. */
  covered: number;
  /** For each page that has answered, whether it has saved what is typed. */
  readonly answers: boolean[];
  /** Resolved with whether all pages have saved what is typed; with false where they have no more time. */
  readonly saved: DeferredPromise<boolean>;
}

/** @param since monotonic time at which the lock was asked for */
export function createUpcomingLock(reason: LockReason, since: number): UpcomingLock {
  return { reason, since, asked: null, covered: 0, answers: [], saved: createDeferredPromise() };
}

/** Returns whether every page that was asked shows nothing any more. */
export function areAllCovered({ asked, covered }: UpcomingLock): boolean {
  return asked !== null && covered >= asked;
}

/** Resolves `saved` once every page that was asked has answered. */
export function resolveIfAnswered({ asked, answers, saved }: UpcomingLock): void {
  if (asked !== null && answers.length >= asked) saved.resolve(!answers.includes(false));
}
