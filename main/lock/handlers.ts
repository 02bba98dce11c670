import type { ParsedInput } from '#contract/api.ts';
import { PROCEDURES_ALLOWED_WHILE_LOCKED } from '#contract/lock.ts';
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
    'lock.inputSaved': async ({ isSaved }: ParsedInput<'lock.inputSaved'>) => {
      lock.handleInputSaved(isSaved);
      return ok({});
    },
    'lock.stay': async () => {
      idle.noteInput();
      return ok({});
    },
    // Opening counts as input: where the system does not report the pressed key, the window would lock again as idle.
    'lock.unlock': ({ pin }: ParsedInput<'lock.unlock'>) => {
      idle.noteInput();
      return lock.unlock(pin);
    },
    'lock.recover': ({ code, newPin }: ParsedInput<'lock.recover'>) => {
      idle.noteInput();
      return lock.recover(code, newPin);
    },
    'lock.leave': () => lock.leave(),
    'lock.setPin': ({ newPin, currentPin }: ParsedInput<'lock.setPin'>) =>
      lock.change((account) => account.setPin(newPin, currentPin)),
    'lock.removePin': ({ pin }: ParsedInput<'lock.removePin'>) =>
      lock.change((account) => account.removePin(pin)),
    'lock.renewRecoveryCode': ({ pin }: ParsedInput<'lock.renewRecoveryCode'>) =>
      lock.change((account) => account.renewRecoveryCode(pin)),
  };
}

type Route = (name: ProcedureName, input: unknown, signal?: AbortSignal) => Promise<Result<unknown>>;

const ALLOWED: ReadonlySet<string> = new Set(PROCEDURES_ALLOWED_WHILE_LOCKED);

/**
 * Returns a route that answers only a few procedures while the window is locked or its account needs a PIN, and gives no
 * result of a call that began before it was.
 */
export function refuseWhileLocked(
  route: Route,
  lock: Pick<WindowLock, 'isUnlocked' | 'showsRecords'>,
): Route {
  return async (name, input, signal) => {
    if (ALLOWED.has(name) || (name === 'lock.setPin' && lock.isUnlocked)) return route(name, input, signal);
    if (!lock.showsRecords) return err('locked');
    const answer = await route(name, input, signal);
    return lock.showsRecords ? answer : err('locked');
  };
}
