import { createStore, type StoreApi } from 'zustand/vanilla';
import type { PreloadBridge } from '#contract/api.ts';
import type { LockState } from '#contract/lock.ts';
import type { AppError } from '#contract/result.ts';
import type { ProcedureCalls } from '../bridge.ts';

/** The lock of the window, and what its screens show. */
export interface LockStoreState {
  /** The lock state; null until the main process has sent it. */
  readonly lock: LockState | null;
  /** Why the state could not be read. */
  readonly readError: AppError | null;
  /** Why the window could not be locked when the user wanted it. */
  readonly lockError: AppError | null;
  /** Time of the page's monotonic clock before which no further PIN may be tried; milliseconds. */
  readonly waitUntil: number;
  /** Time of the page's monotonic clock at which the window locks if it is not used; null where it does not. */
  readonly locksAt: number | null;
  /** Why the wish to stay did not reach the main process; null if it did. */
  readonly stayError: AppError | null;
  /** A new recovery code, which is shown until the user has written it down. */
  readonly recoveryCode: string | null;
  /**
   * What gives the account a new recovery code, until the user has written it down: opening it with the former code, or
   * setting the PIN that the policy requires. Nothing else is shown meanwhile. Null otherwise.
   */
  readonly awaitedCode: 'recovery' | 'required-pin' | null;
}

export interface LockStore {
  readonly store: StoreApi<LockStoreState>;
  readonly load: () => Promise<void>;
  /** Locks the window; main ends this page. */
  readonly lockNow: () => Promise<void>;
  /** The user has read why the window could not be locked. */
  readonly dismissLockError: () => void;
  /** Tells the main process that the user wants to stay: the time without input starts again. */
  readonly stay: () => Promise<void>;
  /** Opens the locked account; `pin` is null where it has none. */
  readonly unlock: (pin: string | null) => Promise<AppError | null>;
  /** Leaves the locked account, which stays locked; the window then offers to sign in. */
  readonly leave: () => Promise<AppError | null>;
  /** Opens the locked account with its recovery code and gives it a new PIN. */
  readonly recover: (code: string, newPin: string) => Promise<AppError | null>;
  /** Gives the open account a PIN, or another one. */
  readonly setPin: (newPin: string, currentPin: string | null) => Promise<AppError | null>;
  /** Gives the open account the PIN that the policy requires; its recovery code is shown before anything else. */
  readonly setRequiredPin: (newPin: string) => Promise<AppError | null>;
  readonly removePin: (pin: string) => Promise<AppError | null>;
  readonly renewRecoveryCode: (pin: string) => Promise<AppError | null>;
  /** Called when the user has written the recovery code down; the store forgets it. */
  readonly forgetRecoveryCode: () => void;
  /** Subscribes to events and loads the state; returns the function that unsubscribes. */
  readonly start: () => () => void;
}

const STARTING: LockStoreState = {
  lock: null,
  readError: null,
  lockError: null,
  waitUntil: 0,
  locksAt: null,
  stayError: null,
  recoveryCode: null,
  awaitedCode: null,
};

/** Returns the functions that open or leave the locked account. No PIN is stored here. */
function createUnlockActions(
  calls: ProcedureCalls,
  store: StoreApi<LockStoreState>,
  adopt: (lock: LockState) => void,
): Pick<LockStore, 'unlock' | 'leave' | 'recover'> {
  return {
    unlock: async (pin) => {
      const done = await calls['lock.unlock']({ pin });
      if (!done.ok) return done.error;
      adopt(done.value);
      return null;
    },
    leave: async () => {
      const done = await calls['lock.leave']({});
      if (!done.ok) return done.error;
      adopt(done.value);
      return null;
    },
    recover: async (code, newPin) => {
      // The event that the window is unlocked comes before the answer with the new code.
      store.setState({ awaitedCode: 'recovery' });
      const done = await calls['lock.recover']({ code, newPin });
      store.setState(done.ok ? { recoveryCode: done.value.recoveryCode } : { awaitedCode: null });
      return done.ok ? null : done.error;
    },
  };
}

/** Returns the functions that change the PIN of the open account. No PIN is stored here. */
function createPinActions(
  calls: ProcedureCalls,
  store: StoreApi<LockStoreState>,
): Pick<LockStore, 'setPin' | 'setRequiredPin' | 'removePin' | 'renewRecoveryCode'> {
  const setPin = async (newPin: string, currentPin: string | null): Promise<AppError | null> => {
    const done = await calls['lock.setPin']({ newPin, currentPin });
    if (!done.ok) return done.error;
    store.setState({ recoveryCode: done.value.recoveryCode });
    return null;
  };
  return {
    setPin,
    setRequiredPin: async (newPin) => {
      // The event that the account has a PIN comes before the answer with the code.
      store.setState({ awaitedCode: 'required-pin' });
      const failure = await setPin(newPin, null);
      if (store.getState().recoveryCode === null) store.setState({ awaitedCode: null });
      return failure;
    },
    removePin: async (pin) => {
      const done = await calls['lock.removePin']({ pin });
      return done.ok ? null : done.error;
    },
    renewRecoveryCode: async (pin) => {
      const done = await calls['lock.renewRecoveryCode']({ pin });
      if (!done.ok) return done.error;
      store.setState({ recoveryCode: done.value.recoveryCode });
      return null;
    },
  };
}

/** Creates the store of the lock. It is the only one that may load while the window is locked. */
export function createLockStore(
  calls: ProcedureCalls,
  events: Pick<PreloadBridge['on'], 'lock' | 'lockSoon'>,
): LockStore {
  const store = createStore<LockStoreState>(() => STARTING);
  const adopt = (lock: LockState): void =>
    store.setState({
      lock,
      readError: null,
      lockError: null,
      waitUntil: performance.now() + lock.waitMs,
      ...(lock.state === 'unlocked' ? {} : { locksAt: null }),
    });
  const load = async (): Promise<void> => {
    const answer = await calls['lock.state']({});
    if (answer.ok) adopt(answer.value);
    else store.setState({ readError: answer.error });
  };
  return {
    store,
    load,
    lockNow: async () => {
      const done = await calls['lock.now']({});
      if (done.ok) adopt(done.value);
      else store.setState({ lockError: done.error });
    },
    dismissLockError: () => store.setState({ lockError: null }),
    stay: async () => {
      const { locksAt } = store.getState();
      store.setState({ locksAt: null, stayError: null });
      const done = await calls['lock.stay']({});
      // The window still locks: the warning comes back, unless a newer one has arrived meanwhile.
      if (!done.ok) store.setState((state) => ({ locksAt: state.locksAt ?? locksAt, stayError: done.error }));
    },
    ...createUnlockActions(calls, store, adopt),
    ...createPinActions(calls, store),
    forgetRecoveryCode: () => store.setState({ recoveryCode: null, awaitedCode: null }),
    start: () => {
      const endings = [
        events.lock(adopt),
        events.lockSoon(({ inMs }) =>
          store.setState({ locksAt: inMs === null ? null : performance.now() + inMs, stayError: null }),
        ),
      ];
      void load();
      return () => endings.forEach((end) => end());
    },
  };
}
