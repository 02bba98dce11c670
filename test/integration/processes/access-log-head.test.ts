import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { AccessLogCheckResult } from '#contract/access-log.ts';
import { DEFAULT_SETTINGS } from '#contract/default-settings.ts';
import { systemClock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import type { ChildPort } from '#main/base/port.ts';
import { systemRandomSource } from '#main/base/random.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { AccessLogRecorder } from '#main/session/access-log.ts';
import type { EngineCallAndRestart } from '#main/session/open-account-controller.ts';
import type { AccountSession } from '#main/session/session.ts';
import { EngineProcess } from '#main/shell/engine-process.ts';
import { createLockAndIdleWatch } from '#main/shell/lock.ts';
import { AccessLogKeyProvider } from '#main/vault/access-log.ts';
import { createVaultOverKeychain } from '#main/vault/vault.ts';
import { tamperWithAccessLog } from '../../support/access-log.ts';
import { startDemoServer } from '#main/demo/server.ts';
import { getServiceRecords, tokensOf } from '../../support/clinic.ts';
import { temporaryFolder, unwrap } from '../../support/engine.ts';
import { forkEnginePort } from '../../support/engine-process.ts';
import { PIN } from '../../support/locks.ts';
import { memoryKeychain } from '../../support/memory-keychain.ts';
import { createTestSession } from '../../support/session.ts';
import { waitUntilPasses } from '../../support/wait.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);

const BASE = { clock: systemClock, random: systemRandomSource, log: silentLog };

/** A computer with a keychain in memory, and a service. */
async function openComputer() {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const clinic = await startDemoServer({ seed: 1, requisitions: 4, forms: 1, notifications: 1 });
  onTestFinished(() => clinic.close());
  return { folder, clinic, keychain: memoryKeychain() };
}

/**
 * The parts of the program that write and check the access log, as they are put together there: the engine in its own
 * process, the session, the lock, and the secrets of the log.
 */
function startProgram({ folder, clinic, keychain }: Awaited<ReturnType<typeof openComputer>>) {
  const vault = createVaultOverKeychain(keychain);
  const secrets = new AccessLogKeyProvider({ ...BASE, vault, variables: {}, dataDir: folder.path });
  let session: AccountSession | null = null;
  let running: ReturnType<typeof forkEnginePort> | null = null;
  const engine = new EngineProcess({
    ...BASE,
    fork: (): ChildPort => (running = forkEnginePort(folder.path)),
    forkPdfs: () => {
      throw new Error('no PDF is read');
    },
    announce: () => {},
    saveMarker: async (account, mark) => session?.saveMarker(account, mark) ?? false,
    saveAccessHead: (head) => secrets.saveHead(head),
    onRestarted: async () => {},
  });
  onTestFinished(() => engine.stop());
  const link: EngineCallAndRestart = { call: engine.call.bind(engine), reopen: () => {} };
  const accessLog = new AccessLogRecorder({ ...BASE, engine: link, secrets });
  session = createTestSession({
    folder: folder.path,
    keychain,
    random: systemRandomSource,
    engine: accessLog.wrap(link),
    noteAccess: async (access) => accessLog.note(access),
    keepReceipts: (receipts) => accessLog.keepReceipts(receipts),
  });
  const { lock } = createLockAndIdleWatch({
    ...BASE,
    engine,
    accessLog,
    session,
    vault: { cancelQuestion: () => {} },
    windows: { send: () => {}, renewPage: () => {}, list: () => [] },
    copies: { purge: async () => {} },
    copied: { remove: async () => {} },
    getMinutes: () => 10,
  });
  const call = async (name: 'requisitions.get' | 'accessLog.verify' | 'accessLog.state', input: unknown) =>
    unwrap(await engine.call(name, input));
  return {
    engine,
    accessLog,
    session,
    lock,
    signIn: async (): Promise<void> => {
      const given = { baseUrl: clinic.baseUrl, ...tokensOf(clinic), userId: clinic.userId };
      unwrap(await session.signIn(given as never)); // ids come branded
      unwrap(await session.locking.setPin(PIN, null));
      unwrap(await engine.call('sync.run', {}));
    },
    quit: async (): Promise<void> => {
      await session.close();
      await accessLog.close();
      await engine.stop();
    },
    killEngine: (): void => running?.killHard(),
    /** Opens records as a page does: each has an entry. */
    openRecords: async (count: number): Promise<void> => {
      const ids = [...getServiceRecords(clinic, 'requisition').keys()];
      for (let opened = 0; opened < count; opened++)
        await call('requisitions.get', { id: ids[opened % ids.length] });
    },
    getSavedHead: async (): Promise<number> => {
      const head = await vault.getAccessLogHead(folder.path);
      return head.state === 'found' ? head.value.number : 0;
    },
    /** Removes the newest entries from the file with the key of the keychain. Returns the number of entries before. */
    cutOff: async (count: number): Promise<number> => {
      const key = await vault.getAccessLogKey();
      if (key.state !== 'found') throw new Error('the keychain has the key of the log');
      let entries = 0;
      tamperWithAccessLog(path.join(folder.path, 'access.db'), key.value, (db) => {
        entries = db.get(sql<{ last: number }>`SELECT max(number) AS last FROM entry`)?.last ?? 0;
        db.run(sql`DELETE FROM entry WHERE number > ${entries - count}`);
      });
      return entries;
    },
    verify: async () => (await call('accessLog.verify', {})) as AccessLogCheckResult,
  };
}

test('a lock saves the head in the keychain, and the check names the newest entries that were removed while it was closed', async () => {
  const program = startProgram(await openComputer());
  await program.signIn();
  await program.openRecords(5);
  await program.lock.lock('user');
  const entries = await program.cutOff(3);
  expect(entries).toBeGreaterThan(5);
  expect(await program.getSavedHead()).toBe(entries);
  unwrap(await program.session.locking.unlock(PIN));
  const { problems, savedHead } = await program.verify();
  expect(problems).toEqual([{ kind: 'missing', from: entries - 2, to: entries }]);
  expect(savedHead).toBe(entries);
});

test('quitting saves the head, and the next run names the newest entries that were removed meanwhile', async () => {
  const computer = await openComputer();
  const first = startProgram(computer);
  await first.signIn();
  await first.openRecords(5);
  await first.quit();
  const entries = await first.cutOff(2);
  const next = startProgram(computer);
  expect(await next.session.openAtStart({ ...DEFAULT_SETTINGS, openAtStart: 'last' }, null)).toMatchObject({
    ok: false,
  });
  unwrap(await next.session.locking.unlock(PIN));
  const { problems, savedHead } = await next.verify();
  expect(problems).toEqual([{ kind: 'missing', from: entries - 1, to: entries }]);
  expect(savedHead).toBe(entries);
});

test('every hundred entries save the head, and the check names what was removed up to it after the engine was killed', async () => {
  const program = startProgram(await openComputer());
  await program.signIn();
  await program.openRecords(120);
  await waitUntilPasses(async () => expect(await program.getSavedHead()).toBeGreaterThanOrEqual(100));
  const saved = await program.getSavedHead();
  program.killEngine();
  await waitUntilPasses(() => expect(program.engine.state).toBe('restarting'));
  const entries = await program.cutOff(60);
  const first = entries - 59;
  expect(first).toBeLessThan(saved);
  await waitUntilPasses(() => expect(program.engine.state).toBe('running'));
  unwrap(await program.session.reopen());
  expect((await program.verify()).problems).toEqual([{ kind: 'missing', from: first, to: saved }]);
});
