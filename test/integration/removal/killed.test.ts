import {
  cpSync,
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  rmdirSync,
  statSync,
  unlinkSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { idSchema } from '#contract/record-schemas.ts';
import type { RemovalReceipt } from '#contract/removal.ts';
import { ok } from '#contract/result.ts';
import { hasAccountFiles } from '#main/base/data-dir.ts';
import { systemClock, type Clock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import { systemRandomSource } from '#main/base/random.ts';
import { removeAccountFiles } from '#main/engine/remove-files.ts';
import { AccountRemover } from '#main/removal/remove-accounts.ts';
import { openAccountRegister, type AccountRegister } from '#main/vault/accounts.ts';
import { AccountSecretsProvider } from '#main/vault/secrets.ts';
import { createVaultOverKeychain } from '#main/vault/vault.ts';
import { LOG_KEY, openTestAccessLog } from '../../support/access-log.ts';
import { openTestApp } from '../../support/app.ts';
import { Died, memoryKeychain, type MemoryKeychain } from '../../support/memory-keychain.ts';
import { createTestSession, linkEngine } from '../../support/session.ts';
import { testEngine, unwrap } from '../../support/engine.ts';

/** Records receipts in the access log of a data folder. */
function keepInLog(dataDir: string, receipts: readonly RemovalReceipt[]): Promise<unknown> {
  return openTestAccessLog(dataDir).withEngine(async (engine) =>
    unwrap(await engine.control('accessLog.keepReceipts', { receipts })),
  );
}

/** The receipts in the access log of a data folder, oldest first. */
async function listKept(dataDir: string): Promise<readonly RemovalReceipt[]> {
  const entries = await openTestAccessLog(dataDir).entries();
  return entries.flatMap(({ receipt }) => receipt ?? []);
}

/** Counts down to the operation before which the process ends. */
type Step = () => void;

function createStep(left: number): Step {
  let count = left;
  return () => {
    if (count <= 0) throw new Died();
    count -= 1;
  };
}

/** A keychain over the same entries whose changes count as steps. */
function countedKeychain(keychain: MemoryKeychain, step: Step): MemoryKeychain {
  return {
    ...keychain,
    delete: async (name) => {
      step();
      return keychain.delete(name);
    },
  };
}

/** A clock that is asked right before the file of the removals is written. */
function countedClock(step: Step): Clock {
  return {
    ...systemClock,
    now: () => {
      step();
      return systemClock.now();
    },
  };
}

/** A register whose changes count as steps. */
function countedAccounts(accounts: AccountRegister, step: Step): AccountRegister {
  return {
    ...accounts,
    remove: (id) => {
      step();
      return accounts.remove(id);
    },
  };
}

/** Creates the remover over a data folder; the process ends at a step. */
function createRemover(dataDir: string, keychain: MemoryKeychain, step: Step): AccountRemover {
  const deps = { dataDir, clock: countedClock(step), random: systemRandomSource, log: silentLog };
  const accounts = countedAccounts(openAccountRegister({ ...deps, clock: systemClock }), step);
  const vault = createVaultOverKeychain(countedKeychain(keychain, step));
  const hasFiles = (id: string): boolean => hasAccountFiles(dataDir, id);
  const secrets = new AccountSecretsProvider({
    ...deps,
    accounts,
    vault,
    variables: {},
    withoutKeychain: 'memory',
    publicKey: null,
    hasFiles,
    rekeyFiles: async () => ok({ files: 0, left: 0, problem: null }),
  });
  const counted = (run: (name: string) => void) => (name: string) => {
    step();
    run(name);
  };
  const disk = { unlink: counted(unlinkSync), removeFolder: counted(rmdirSync) };
  // The files hold nothing unsent; whether they can be read is not asked here.
  const engine = {
    open: async () => ok({}),
    close: async () => ok({}),
    listOutbox: async () => ok({ items: [], next: null }),
    removeFiles: async (id: string) => removeAccountFiles(dataDir, id, disk),
  };
  const log = {
    noteAccess: async (): Promise<void> => {},
    keepReceipts: async (receipts: readonly RemovalReceipt[]): Promise<boolean> => {
      step();
      await keepInLog(dataDir, receipts);
      step();
      return true;
    },
  };
  const exports = { findFile: () => null };
  return new AccountRemover({ ...deps, ...log, exports, accounts, vault, secrets, engine, hasFiles });
}

function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name));
}

const isFile = (name: string): boolean => statSync(name).isFile();

/** Counts what a data folder and its keychain hold. */
async function countContents(dataDir: string, keychain: MemoryKeychain) {
  const read = (name: string): Readonly<Record<string, readonly unknown[] | undefined>> => {
    const file = path.join(dataDir, name);
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as never) : {}; // as the program writes it
  };
  const { open = [], receipts = [] } = read('removals.json');
  const kept = await listKept(dataDir);
  return {
    secrets: keychain.entries.size,
    files: listFiles(path.join(dataDir, 'accounts')).filter(isFile).length,
    accounts: read('accounts.json')['accounts']?.length,
    open: open.length,
    waiting: receipts.length,
    receipts: kept.length,
    named: kept.flatMap((receipt) => receipt.files).toSorted(),
  };
}

test('whichever step the process ends before, no file goes before its key, and the next start finishes with one receipt of all files in the access log', async () => {
  const keychain = memoryKeychain();
  const app = await openTestApp({ seed: 3, requisitions: 6 }, { keychain, hasSession: true });
  const { baseUrl, accessToken, jwt, userId } = app.clinic;
  const input = { baseUrl, accessToken, jwt, userId: idSchema('user').parse(userId) };
  const id = unwrap(await app.session().signIn(input)).current ?? '';
  await app.sync();
  await app.session().close();
  await app.engine().close();
  const before = new Map(keychain.entries);
  const key = (JSON.parse(before.get(`${id}/cache-key`) ?? '{}') as { key: string }).key; // as the vault writes it
  const whole = listFiles(path.join(app.folder, 'accounts')).map((name) => path.relative(app.folder, name));
  const request = { what: 'remove', account: id, discards: [], acceptsUnreadable: false } as const;

  let kills = 0;
  for (let left = 0; ; left++) {
    const dataDir = `${app.folder}-killed`;
    cpSync(app.folder, dataDir, { recursive: true });
    keychain.restore(before);
    const died = await createRemover(dataDir, keychain, createStep(left))
      .remove(request)
      .then(
        (result) => !result.ok,
        (thrown: unknown) => thrown instanceof Died,
      );
    const hasBegun = existsSync(path.join(dataDir, 'removals.json'));
    const hasKey = keychain.entries.has(`${id}/cache-key`);
    const remaining = listFiles(path.join(dataDir, 'accounts')).filter(isFile);
    const isWhole = remaining.some((name) => path.basename(name) === 'local.db');
    expect({
      isFileGoneBeforeKey: hasKey && !isWhole,
      isKeyInFile: remaining.some((name) => readFileSync(name).includes(key)),
      isChangedUnasked: !hasBegun && keychain.entries.size !== before.size,
    }).toEqual({ isFileGoneBeforeKey: false, isKeyInFile: false, isChangedUnasked: false });

    const engine = testEngine(dataDir);
    unwrap(await engine.start());
    unwrap(await engine.control('accessLog.open', { place: 'keychain', key: LOG_KEY, head: null }));
    const session = createTestSession({ folder: dataDir, keychain, engine: linkEngine(engine) });
    await session.openAtStart({ openAtStart: 'ask' } as never, null); // the other settings do not matter here
    await session.close();
    await engine.close();
    expect(await countContents(dataDir, keychain)).toEqual(
      hasBegun
        ? { secrets: 0, files: 0, accounts: 0, open: 0, waiting: 0, receipts: 1, named: whole.toSorted() }
        : {
            secrets: before.size,
            files: remaining.length,
            accounts: 1,
            open: 0,
            waiting: 0,
            receipts: 0,
            named: [],
          },
    );
    rmSync(dataDir, { recursive: true });
    if (!died) break;
    kills += 1;
  }
  expect(kills).toBeGreaterThan(10);
});
