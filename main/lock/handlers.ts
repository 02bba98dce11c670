import type { ValidatedInput } from '#contract/api.ts';
import { PROCEDURES_ALLOWED_WHILE_LOCKED, PROCEDURES_THAT_SAVE_INPUT } from '#contract/lock.ts';
import type { ProcedureName } from '#contract/procedures.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { IdleWatch } from './idle-watch.ts';
import type { WindowLock } from './lock.ts';

/** Creates the handlers of the lock's procedures. */
export function createLockHandlers(lock: WindowLock, idle: Pick<IdleWatch, 'noteInput'>) {
  return {
    'lock.state': async () => ok(lock.getState()),
    'lock.now': async () => {
      await lock.lock('user');
      return ok(lock.getState());
    },
    'lock.pageCovered': async () => {
      lock.handlePageCovered();
      return ok({});
    },
    'lock.inputSaved': async ({ isSaved }: ValidatedInput<'lock.inputSaved'>) => {
      lock.handleInputSaved(isSaved);
      return ok({});
    },
    'lock.stay': async () => {
      idle.noteInput();
      return ok({});
    },
    // Opening counts as input: where the system does not report the pressed key, the window would lock again as idle.
    'lock.unlock': ({ pin }: ValidatedInput<'lock.unlock'>) => {
      idle.noteInput();
      return lock.unlock(pin);
    },
    'lock.recover': ({ code, newPin }: ValidatedInput<'lock.recover'>) => {
      idle.noteInput();
      return lock.recover(code, newPin);
    },
    'lock.leave': () => lock.leave(),
    'lock.setPin': ({ newPin, currentPin }: ValidatedInput<'lock.setPin'>) =>
      lock.change((account) => account.setPin(newPin, currentPin)),
    'lock.removePin': ({ pin }: ValidatedInput<'lock.removePin'>) =>
      lock.change((account) => account.removePin(pin)),
    'lock.renewRecoveryCode': ({ pin }: ValidatedInput<'lock.renewRecoveryCode'>) =>
      lock.change((account) => account.renewRecoveryCode(pin)),
  };
}

type Route = (name: ProcedureName, input: unknown, signal?: AbortSignal) => Promise<Result<unknown>>;

const ALLOWED: ReadonlySet<string> = new Set(PROCEDURES_ALLOWED_WHILE_LOCKED);
const SAVING: ReadonlySet<string> = new Set(PROCEDURES_THAT_SAVE_INPUT);

/**
 * Returns a route that answers only a few procedures while the window is locked or its account needs a PIN, and gives no
 * result of a call that began before it was. A page that has covered itself for a lock may only save what is typed.
 */
export function refuseWhileLocked(
  route: Route,
  lock: Pick<WindowLock, 'isUnlocked' | 'showsRecords' | 'arePagesCovered'>,
): Route {
  const isRefused = (name: ProcedureName): boolean =>
    !lock.showsRecords || (lock.arePagesCovered && !SAVING.has(name));
  return async (name, input, signal) => {
    if (ALLOWED.has(name)) return route(name, input, signal);
    if (name === 'lock.setPin' && lock.isUnlocked && !lock.arePagesCovered) return route(name, input, signal);
    if (isRefused(name)) return err('locked');
    const answer = await route(name, input, signal);
    return isRefused(name) ? err('locked') : answer;
  };
}
