import { EventEmitter, once } from 'node:events';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDeferredPromise } from '#main/base/async.ts';
import { systemClock, type Clock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import {
  closeAll,
  delayQuitUntilDrained,
  PendingChangesLossGuard,
  quitOnSignals,
  type ClosedAtQuit,
} from '#main/shell/quit.ts';
import { fakeApp, resetElectron, askedNames, hostEvent } from '../../support/fake-electron.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);
afterEach(resetElectron);

const NEVER: Clock = { ...systemClock, wait: () => new Promise(() => {}) };

/** The user does not start the program while it ends. */
const NO = (): boolean => false;

function exits(): number {
  return askedNames().filter((name) => name === 'app.exit').length;
}

describe('a signal of the system', () => {
  it.each(['SIGTERM', 'SIGHUP'])(
    'ends the program without a question, whatever would be lost: %s',
    (signal) => {
      const signals = new EventEmitter();
      const guard = new PendingChangesLossGuard({
        unsent: () => 3,
        isUpdating: NO,
        window: () => null,
        platform: 'linux',
        log: silentLog,
      });
      quitOnSignals(signals as never, guard); // `once` is all that it needs of a process
      signals.emit(signal);
      expect(askedNames()).toContain('app.quit');
      const event = hostEvent();
      fakeApp.emit('before-quit', event);
      expect(event.defaultPrevented).toBe(false);
    },
  );
});

describe('closing before the program quits', () => {
  it.each(['copied', 'copies'] as const)(
    'ends the engine also where what others could read cannot be removed: %s',
    async (failing) => {
      const steps: string[] = [];
      const take = (step: string) => async (): Promise<void> => {
        steps.push(step);
        if (step === failing) throw new Error('the clipboard or the disk fails');
      };
      const parts: ClosedAtQuit = {
        systemNotifications: { removeAll: () => void steps.push('notifications') },
        vault: { cancelQuestion: () => void steps.push('cancel'), close: () => void steps.push('vault') },
        lock: { hurry: () => void steps.push('lock') },
        session: { close: take('session') },
        accessLog: { close: take('log') },
        copied: { remove: take('copied') },
        copies: { close: take('copies') },
        engine: { stop: take('engine') },
        clock: NEVER,
        log: silentLog,
      };
      await closeAll(parts);
      expect(steps).toEqual([
        'notifications',
        'copied',
        'copies',
        'cancel',
        'lock',
        'session',
        'log',
        'vault',
        'engine',
      ]);
    },
  );
});

describe('quitting', () => {
  it('waits until all work has ended', async () => {
    const rest = createDeferredPromise<void>();
    delayQuitUntilDrained({
      drain: () => rest.promise,
      removeCopies: () => {},
      startsAgain: NO,
      variables: {},
      clock: NEVER,
      log: silentLog,
    });
    const event = hostEvent();
    fakeApp.emit('will-quit', event);
    expect([event.defaultPrevented, exits()]).toEqual([true, 0]);
    rest.resolve();
    await once(fakeApp, 'fake-exit');
    expect(exits()).toBe(1);
  });

  it('happens once, however often it is requested', async () => {
    const drain = vi.fn(async () => {});
    delayQuitUntilDrained({
      drain,
      removeCopies: () => {},
      startsAgain: NO,
      variables: {},
      clock: NEVER,
      log: silentLog,
    });
    const exited = once(fakeApp, 'fake-exit');
    const events = [hostEvent(), hostEvent()];
    for (const event of events) fakeApp.emit('will-quit', event);
    await exited;
    expect(drain).toHaveBeenCalledOnce();
    expect(events.every(({ defaultPrevented }) => defaultPrevented)).toBe(true);
  });

  it('does not wait longer than five seconds, and removes readable copies of documents that are left', async () => {
    const waits: number[] = [];
    const removeCopies = vi.fn(() => expect(exits()).toBe(0));
    const clock: Clock = { ...systemClock, wait: async (ms) => void waits.push(ms) };
    delayQuitUntilDrained({
      drain: () => new Promise(() => {}),
      removeCopies,
      startsAgain: NO,
      variables: {},
      clock,
      log: silentLog,
    });
    const exited = once(fakeApp, 'fake-exit');
    fakeApp.emit('will-quit', hostEvent());
    await exited;
    expect(waits).toEqual([5_000]);
    expect(removeCopies).toHaveBeenCalledOnce();
  });

  it('starts the program again where the user wants it by then, with the secrets of its environment', async () => {
    onTestFinished(() => void delete process.env['INTRAY_JWT']);
    const rest = createDeferredPromise<void>();
    let isWanted = false;
    delayQuitUntilDrained({
      drain: () => rest.promise,
      removeCopies: () => {},
      startsAgain: () => isWanted,
      variables: { INTRAY_JWT: 'secret', OTHER: 'value' },
      clock: NEVER,
      log: silentLog,
    });
    const exited = once(fakeApp, 'fake-exit');
    fakeApp.emit('will-quit', hostEvent());
    isWanted = true;
    expect(process.env['INTRAY_JWT']).toBeUndefined();
    rest.resolve();
    await exited;
    expect([process.env['INTRAY_JWT'], process.env['OTHER']]).toEqual(['secret', undefined]);
    expect(askedNames()).toEqual(['app.relaunch', 'app.exit']);
  });

  it('happens even if ending the work fails', async () => {
    const drain = async (): Promise<void> => {
      throw new Error('a file would not close');
    };
    delayQuitUntilDrained({
      drain,
      removeCopies: () => {},
      startsAgain: NO,
      variables: {},
      clock: NEVER,
      log: silentLog,
    });
    const exited = once(fakeApp, 'fake-exit');
    fakeApp.emit('will-quit', hostEvent());
    await exited;
    expect(exits()).toBe(1);
  });

  it.runIf(process.platform !== 'darwin')('follows the last window', () => {
    delayQuitUntilDrained({
      drain: async () => {},
      removeCopies: () => {},
      startsAgain: NO,
      variables: {},
      clock: NEVER,
      log: silentLog,
    });
    fakeApp.emit('window-all-closed');
    expect(askedNames()).toContain('app.quit');
  });
});
