import type { LockState } from '#contract/lock.ts';
import { ok, type Result } from '#contract/result.ts';
import { createDeferredPromise } from '#main/base/async.ts';
import { SECOND } from '#main/base/durations.ts';
import { silentLog, type Log } from '#main/base/log.ts';
import { WindowLock } from '#main/lock/lock.ts';
import { manualClock } from '../../support/clocks.ts';

/** How the account of the test is protected. */
const PROTECTION = {
  account: 'a'.repeat(16),
  hasPin: true,
  canHavePin: true,
  needsPin: false,
  hasRecoveryCode: true,
  hasAdministratorKey: false,
  triesLeft: null,
  waitMs: 0,
};

/** Lets all ready promises run. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resume) => setImmediate(resume));
}

/** A lock that records what it does; the test answers for the page and the account. */
export function setUp({ account = PROTECTION.account }: { readonly account?: string | null } = {}) {
  const clock = manualClock();
  const steps: string[] = [];
  const states: LockState[] = [];
  const warnings: string[] = [];
  const errors: string[] = [];
  const log: Log = {
    ...silentLog,
    warn: (message) => void warnings.push(message),
    error: (message) => void errors.push(message),
  };
  /** Names of the steps that throw. */
  const broken = new Set<string>();
  const take = (step: string): void => {
    steps.push(step);
    if (broken.has(step)) throw new Error('broken');
  };
  const closing = { done: createDeferredPromise<number | null>(), isImmediate: true };
  const page = { count: 1, answer: true as boolean | null };
  const opening = { answer: ok(undefined) as Result<void>, done: null as Promise<void> | null };
  const unused = (): never => {
    throw new Error('not used here');
  };
  const lock = new WindowLock({
    account: {
      describe: () => ({ ...PROTECTION, account }),
      getUnsentOfLocked: () => 5,
      lock: async (withinMs) => {
        steps.push(`close within ${withinMs / SECOND}`);
        return closing.isImmediate ? 2 : closing.done.promise;
      },
      unlock: async (pin) => {
        take(`try ${pin}`);
        await opening.done;
        return opening.answer;
      },
      recover: async () => (opening.answer.ok ? ok({ recoveryCode: 'NEW' }) : opening.answer),
      leave: async () => {
        steps.push('leave');
        return ok(undefined);
      },
      setPin: async () => ok({ recoveryCode: 'CODE' }),
      removePin: async () => ok({}),
      renewRecoveryCode: unused,
    },
    clock,
    log,
    askPagesToSave: () => {
      take('ask');
      if (page.answer !== null) lock.handleInputSaved(page.answer);
      return page.count;
    },
    cover: () => take('cover'),
    dismissQuestions: () => take('dismiss'),
    removeTraces: async () => take('remove traces'),
    endAndRestartEngine: async () => take('renew'),
    onChanged: (state) => {
      if (broken.has('announce')) throw new Error('broken');
      states.push(state);
    },
  });
  return { lock, clock, steps, states, warnings, errors, broken, closing, opening, page };
}
