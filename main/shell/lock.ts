import { powerMonitor } from 'electron';
import type { EventName } from '#contract/ipc-names.ts';
import { runInBackground, waitForPromiseAtMost } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { MINUTE, SECOND } from '#main/base/durations.ts';
import type { Log } from '#main/base/log.ts';
import { IdleWatch } from '#main/lock/idle-watch.ts';
import { WindowLock } from '#main/lock/lock.ts';
import type { AccessLogRecorder } from '#main/session/access-log.ts';
import type { AccountSession } from '#main/session/session.ts';
import type { Vault } from '#main/vault/vault.ts';
import type { ClipboardWriter } from './clipboard.ts';
import { dismissDialogs } from './dialogs.ts';
import type { EngineProcess } from './engine-process.ts';
import type { TempCopies } from './temp-copies.ts';
import type { ProgramWindows } from './window.ts';

/** Events that a locked window may receive; the others are about records. */
const LOCK_EVENTS: ReadonlySet<EventName> = new Set<EventName>([
  'lock',
  'accounts',
  'settings',
  'engine',
  'loggingOff',
]);

type OnEvent = (name: EventName, payload: unknown) => void;

/** Returns a listener that passes on only what a window that shows no records may receive. */
export function filterEventsWhileLocked(showsRecords: () => boolean, onEvent: OnEvent): OnEvent {
  return (name, payload) => {
    if (LOCK_EVENTS.has(name) || showsRecords()) onEvent(name, payload);
  };
}

/** How long an entry of the access log may wait for the keychain before the engine ends. */
export const MAX_ACCESS_LOG_WAIT_MS = SECOND;

export interface ReplaceEngineProcessDeps {
  readonly engine: Pick<EngineProcess, 'renew'>;
  readonly accessLog: Pick<AccessLogRecorder, 'settle'>;
  readonly clock: Clock;
}

/** Ends the engine, once the entries of the access log are with it, and starts an empty one. */
export async function endAndRestartEngine({
  engine,
  accessLog,
  clock,
}: ReplaceEngineProcessDeps): Promise<void> {
  await waitForPromiseAtMost(accessLog.settle(), MAX_ACCESS_LOG_WAIT_MS, clock);
  await engine.renew();
}

export interface LockAndIdleWatchDeps extends ReplaceEngineProcessDeps {
  readonly windows: Pick<ProgramWindows, 'send' | 'renewPage' | 'list'>;
  readonly session: AccountSession;
  readonly vault: Pick<Vault, 'cancelQuestion'>;
  readonly copies: Pick<TempCopies, 'purge'>;
  readonly copied: Pick<ClipboardWriter, 'remove'>;
  readonly log: Log;
}

function createAppLock({
  windows,
  session,
  vault,
  copies,
  copied,
  log,
  ...renewal
}: LockAndIdleWatchDeps): WindowLock {
  return new WindowLock({
    account: session.locking,
    clock: renewal.clock,
    log,
    askPagesToSave: () => {
      windows.send('saveInput', {});
      return windows.list().length;
    },
    cover: windows.renewPage,
    dismissQuestions: () => {
      dismissDialogs();
      vault.cancelQuestion();
    },
    removeTraces: async () => {
      await Promise.all([copies.purge(), copied.remove()]);
    },
    endAndRestartEngine: () => endAndRestartEngine(renewal),
    onChanged: (state) => windows.send('lock', state),
  });
}

/** Creates the lock of the window, and what locks it when the computer is not used. */
export function createLockAndIdleWatch({
  getMinutes,
  ...options
}: LockAndIdleWatchDeps & {
  /** Returns after how many idle minutes the window locks, by the settings within the policy's limit. */
  readonly getMinutes: () => number;
}): { readonly lock: WindowLock; readonly idleWatch: IdleWatch } {
  const lock = createAppLock(options);
  const { clock, windows } = options;
  const idleWatch = new IdleWatch({
    getIdleSeconds: () => powerMonitor.getSystemIdleTime(),
    getLimit: () => getMinutes() * MINUTE,
    clock,
    onLock: (reason) => lock.lockSoon(reason),
    onSoon: (inMs) => {
      if (lock.isUnlocked) windows.send('lockSoon', { inMs });
    },
  });
  return { lock, idleWatch };
}

/**
 * Locks the window when the computer sleeps, when its screen is locked (reported on macOS and Windows only), and when
 * it is not used.
 */
export function lockOnSleepAndIdle(
  {
    lock,
    idleWatch,
    log,
  }: {
    readonly lock: Pick<WindowLock, 'lockSoon'>;
    readonly idleWatch: IdleWatch;
    readonly log: Log;
  },
  signal: AbortSignal,
): void {
  powerMonitor.on('suspend', () => lock.lockSoon('suspend'));
  powerMonitor.on('resume', () => idleWatch.handleWaking());
  powerMonitor.on('lock-screen', () => lock.lockSoon('system'));
  runInBackground(idleWatch.watch(signal), 'idleness is not watched', log);
}
