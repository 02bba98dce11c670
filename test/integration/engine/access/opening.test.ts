import { existsSync, rmSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { toEpochMs } from '#contract/time.ts';
import type { Clock } from '#main/base/clock.ts';
import { createDeferredPromise } from '#main/base/async.ts';
import { silentLog } from '#main/base/log.ts';
import { AccessLog, type AccessLogToOpen } from '#main/engine/access/log.ts';
import { getAccessLogPath } from '#main/engine/access/open.ts';
import type { UnnumberedAccessEntry } from '#main/engine/access/protocol.ts';
import { LOG_KEY } from '../../../support/access-log.ts';
import { impatientClock } from '../../../support/clocks.ts';
import { temporaryFolder, unwrap } from '../../../support/engine.ts';
import { inProcessWorkers } from '../../../support/in-process-workers.ts';

const TARGET: AccessLogToOpen = { place: 'keychain', key: LOG_KEY, head: null };

function createEntry(what: UnnumberedAccessEntry['what']): UnnumberedAccessEntry {
  const record = what === 'view' ? `req_${'1'.repeat(20)}` : null;
  return {
    what,
    user: null,
    account: '0123456789abcdef',
    record,
    patient: null,
    receipt: null,
    outcome: 'ok',
    at: toEpochMs(1),
  };
}

interface DelayedLog {
  readonly accessLog: AccessLog;
  /** How many threads have been started for it. */
  readonly countThreads: () => number;
  /** Resolves while the first thread is opening the file. */
  readonly whenOpening: Promise<void>;
  /** Where the file is. */
  readonly file: string;
  /** Ends the delay. */
  readonly passTime: () => void;
  /** The kinds of all entries in the file, oldest first. */
  readonly read: () => Promise<readonly string[]>;
}

/** A log that is opened later, and whose delay ends when the test says so. */
async function openDelayedLog(target = TARGET): Promise<DelayedLog> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const delay = createDeferredPromise<void>();
  const opening = createDeferredPromise<void>();
  const clock: Clock = { ...impatientClock, wait: () => delay.promise };
  let threads = 0;
  const createLog = (opensLater: boolean): AccessLog =>
    new AccessLog({
      getFolder: () => folder.path,
      saveHead: async () => true,
      startWorker: (role) => {
        threads += 1;
        opening.resolve();
        return inProcessWorkers(role);
      },
      opensLater,
      clock,
      log: silentLog,
    });
  const accessLog = createLog(true);
  onTestFinished(() => accessLog.close());
  unwrap(await accessLog.open(target));
  return {
    accessLog,
    countThreads: () => threads,
    whenOpening: opening.promise,
    file: getAccessLogPath(folder.path, target.place),
    passTime: () => delay.resolve(),
    read: async () => {
      const reader = createLog(false);
      unwrap(await reader.open(TARGET));
      const { items } = unwrap(await reader.read('list', { filter: {}, limit: 10 }));
      await reader.close();
      return items.map(({ what }) => what).toReversed();
    },
  };
}

describe('An access log that is opened later', () => {
  test('leaves the processor to the first screen, and then writes that an account was opened', async () => {
    const { accessLog, countThreads, passTime } = await openDelayedLog();
    accessLog.record([createEntry('account')]);
    expect(accessLog.state).toEqual({ place: 'keychain', waiting: 1, problem: null });
    expect(countThreads()).toBe(0);
    passTime();
    await expect.poll(() => accessLog.state.waiting).toBe(0);
    expect(countThreads()).toBe(1);
  });

  test('is opened at once for a record that is viewed, and writes what waited before it', async () => {
    const { accessLog, countThreads, read } = await openDelayedLog();
    accessLog.record([createEntry('account')]);
    accessLog.record([createEntry('view')]);
    await expect.poll(() => accessLog.state.waiting).toBe(0);
    expect(countThreads()).toBe(1);
    await accessLog.close();
    expect(await read()).toEqual(['account', 'view']);
  });

  test('is opened at once where an entry other than that of an account waited for its key', async () => {
    const { accessLog, countThreads } = await openDelayedLog();
    await accessLog.close();
    accessLog.record([createEntry('unlock')]);
    unwrap(await accessLog.open(TARGET));
    expect(countThreads()).toBe(1);
    expect(accessLog.state.waiting).toBe(0);
  });

  test('has every entry where the program quits during the delay, and opens no file without one', async () => {
    const { accessLog, countThreads, read } = await openDelayedLog();
    accessLog.record([createEntry('account')]);
    await accessLog.close();
    expect(await read()).toEqual(['account']);
    const threads = countThreads();
    unwrap(await accessLog.open(TARGET));
    await accessLog.close();
    expect(countThreads()).toBe(threads);
  });

  test('can be read, checked and given receipts during the delay', async () => {
    const { accessLog } = await openDelayedLog();
    accessLog.record([createEntry('account')]);
    const { items } = unwrap(await accessLog.read('list', { filter: {}, limit: 10 }));
    expect(items.map(({ what }) => what)).toEqual(['account']);
    const another = await openDelayedLog();
    expect(unwrap(await another.accessLog.verify())).toMatchObject({ place: 'keychain' });
    const third = await openDelayedLog();
    unwrap(await third.accessLog.keepReceipts([]));
  });

  test('is opened once, whatever the delay and the entries do at the same time', async () => {
    const { accessLog, countThreads, passTime } = await openDelayedLog();
    passTime();
    accessLog.record([createEntry('view')]);
    unwrap(await accessLog.open(TARGET));
    await accessLog.read('list', { filter: {}, limit: 1 });
    expect(countThreads()).toBe(1);
  });

  test('leaves no file behind where its run ends while it is being opened', async () => {
    const { accessLog, whenOpening, passTime, file } = await openDelayedLog({ ...TARGET, place: 'run' });
    passTime();
    await whenOpening;
    await accessLog.closeRun();
    // The engine removes the folder of the run, and closes the log once more.
    rmSync(file, { force: true });
    await accessLog.close();
    expect(existsSync(file)).toBe(false);
  });

  test('says while it is being opened where it is kept', async () => {
    const { accessLog, whenOpening, passTime } = await openDelayedLog();
    passTime();
    await whenOpening;
    expect(accessLog.state.place).toBe('keychain');
  });
});
