import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { idSchema } from '#contract/record-schemas.ts';
import type { Result } from '#contract/result.ts';
import { DEFAULT_SETTINGS } from '#contract/default-settings.ts';
import type { DemoServer } from '#main/demo/server.ts';
import type { AccountSession } from '#main/session/session.ts';
import { getCode, openInput, testEngine, TEST_KEY, unwrap, type TestEngine } from '../../support/engine.ts';
import { memoryKeychain, type MemoryKeychain } from '../../support/memory-keychain.ts';
import { NEW_ORDER } from '../../support/builders.ts';
import { impatientClock } from '../../support/clocks.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';

// Whole engines are started several times, which takes time on a busy machine.
let app: TestApp;
let clinic: DemoServer;
let engine: TestEngine;
let keychain: MemoryKeychain;
let session: AccountSession;

/** A start of the main process: a session over the real engine and a keychain in memory. */
async function start(): Promise<void> {
  await app.restart();
  engine = app.engine();
  session = app.session();
}

beforeEach(async () => {
  keychain = memoryKeychain();
  const sizes = { seed: 3, requisitions: 12, forms: 2, notifications: 3 };
  app = await openTestApp(sizes, { keychain, hasSession: true });
  ({ clinic } = app);
  engine = app.engine();
  session = app.session();
});

const current = (): string => session.getState().current ?? '';
const keyName = (): string => `${current()}/cache-key`;
const keptKey = (): string => (JSON.parse(keychain.entries.get(keyName()) ?? '{}') as { key: string }).key; // as the vault writes it
const accountsDir = (): string => path.join(app.folder, 'accounts');
const asides = (): readonly string[] => readdirSync(accountsDir()).filter((name) => name.includes('.aside-'));
const damagedDir = (): string => path.join(accountsDir(), asides()[0] ?? 'none');
const requisitions = async () =>
  unwrap(await engine.control('records.list', { kind: 'requisition', filter: {} })).items;

/** Every file of a folder by name, with its content. */
function contents(of: string): ReadonlyMap<string, string> {
  const hash = (name: string): string =>
    createHash('sha256')
      .update(readFileSync(path.join(of, name)))
      .digest('hex');
  return new Map(readdirSync(of).map((name) => [name, hash(name)]));
}

function signIn() {
  const { baseUrl, accessToken, jwt } = clinic;
  return { baseUrl, accessToken, jwt, userId: idSchema('user').parse(clinic.userId) };
}

/** Signs in, refreshes, leaves one change unsent, and quits. Returns the account's id and key. */
async function useAndQuit(): Promise<{ readonly id: string; readonly key: string }> {
  unwrap(await session.signIn(signIn()));
  unwrap(await engine.call('sync.run', {}));
  clinic.faults.add({ match: { method: 'POST' }, action: { kind: 'answer', status: 503 } });
  unwrap(await engine.call('outbox.save', { ...NEW_ORDER }));
  const used = { id: current(), key: keptKey() };
  await session.close();
  await engine.close();
  return used;
}

async function startAgain(): Promise<Result<unknown>> {
  await start();
  return session.openAtStart(DEFAULT_SETTINGS, null);
}

const LOSSES = [
  ['missing', () => keychain.entries.delete(`${keychainAccount()}/cache-key`), 'key-missing', 'no error'],
  ['gone with the whole keychain', () => keychain.entries.clear(), 'key-missing', 'not-signed-in'],
  [
    'another one',
    () =>
      keychain.entries.set(
        `${keychainAccount()}/cache-key`,
        JSON.stringify({
          key: 'ab'.repeat(32),
          cipher: 'aegis',
          origin: clinic.baseUrl,
          userId: clinic.userId,
        }),
      ),
    'key-mismatch',
    'no error',
  ],
] as const;

function keychainAccount(): string {
  return [...keychain.entries.keys()][0]?.split('/')[0] ?? '';
}

describe.each(LOSSES)('a key that is %s', (_what, lose, code, afterwards) => {
  test('is reported until it is resolved, and changes nothing', async () => {
    const { id } = await useAndQuit();
    const before = contents(path.join(accountsDir(), id));
    lose();
    expect(getCode(await startAgain())).toBe(code);
    expect(getCode(await session.reopen())).toBe(code);
    expect(session.getState()).toMatchObject({ current: id, session: 'failed', error: { code } });
    expect(contents(path.join(accountsDir(), id))).toEqual(before);
  });

  test('allows the files to be moved away unchanged, and the records are fetched again', async () => {
    const { id, key } = await useAndQuit();
    const before = contents(path.join(accountsDir(), id));
    lose();
    await startAgain();
    const answer = await session.moveAway({ id });
    clinic.faults.clear();
    expect(getCode(answer)).toBe(afterwards);
    // The tokens are gone with the whole keychain, so they are requested.
    const { accessToken, jwt } = clinic;
    unwrap(await session.renewTokens({ id, accessToken, jwt, isSameUser: true }));
    expect(session.getState()).toMatchObject({ current: id, session: 'open', error: null });
    expect(contents(damagedDir())).toEqual(before);
    unwrap(await engine.call('sync.run', {}));
    expect(await requisitions()).toHaveLength(12);
    expect(unwrap(await engine.call('outbox.list', {})).items).toEqual([]);

    // The old key still opens the old files, and the unsent change is in them.
    const fresh = keptKey();
    expect(fresh).not.toBe(key);
    await session.close();
    renameSync(path.join(accountsDir(), id), path.join(accountsDir(), 'fresh'));
    renameSync(damagedDir(), path.join(accountsDir(), id));
    unwrap(await engine.control('engine.open', openInput(clinic.baseUrl, { account: id, key })));
    expect(await requisitions()).toHaveLength(13);
    expect(unwrap(await engine.call('outbox.list', {})).items).toMatchObject([{ label: 'Lipid panel' }]);
  });
});

test('a restored key opens the account, and nothing is moved away', async () => {
  const { id } = await useAndQuit();
  const kept = new Map(keychain.entries);
  keychain.entries.delete(`${id}/cache-key`);
  expect(getCode(await startAgain())).toBe('key-missing');
  for (const [name, value] of kept) keychain.entries.set(name, value);
  expect((await session.moveAway({ id })).ok).toBe(true);
  expect(asides()).toEqual([]);
  expect((await session.moveAway({ id })).ok).toBe(true);
  expect(await requisitions()).toHaveLength(13);
});

test('a sign-in without the key keeps the tokens for the choice that follows', async () => {
  const { id } = await useAndQuit();
  keychain.entries.clear();
  rmSync(path.join(app.folder, 'accounts.json'));
  await start();
  expect(getCode(await session.signIn(signIn()))).toBe('key-missing');
  expect(session.getState()).toMatchObject({
    current: id,
    session: 'failed',
    error: { code: 'key-missing' },
  });
  unwrap(await session.moveAway({ id }));
  expect(session.getState()).toMatchObject({ current: id, session: 'open' });
  expect(asides()).toHaveLength(1);
});

describe('the engine itself', () => {
  const account = '0123456789abcdef';
  const open = (key = TEST_KEY) => engine.control('engine.open', openInput(clinic.baseUrl, { account, key }));
  const setAside = (key: string | null) => engine.control('engine.moveAway', { account, key });

  test('never moves files that the given key opens, nor missing files', async () => {
    expect(getCode(await setAside(null))).toBe('not-found');
    unwrap(await open());
    expect(getCode(await setAside(TEST_KEY))).toBe('key-fits');
    expect(asides()).toEqual([]);
    unwrap(await open());
  });

  test('leaves the local store if the key opens it, and moves only the cache, for its owner only', async () => {
    unwrap(await open());
    unwrap(await engine.call('outbox.save', { ...NEW_ORDER }));
    unwrap(await engine.control('engine.close', {}));
    const dir = path.join(accountsDir(), account);
    unwrap(
      await engine.control(
        'engine.open',
        openInput(clinic.baseUrl, { key: 'e'.repeat(64), account: 'fedcba9876543210' }),
      ),
    );
    unwrap(await engine.control('engine.close', {}));
    for (const name of ['cache.db', 'cache.key-check']) {
      renameSync(path.join(accountsDir(), 'fedcba9876543210', name), path.join(dir, name));
    }
    expect(getCode(await open())).toBe('key-mismatch');
    unwrap(await setAside(TEST_KEY));
    expect(readdirSync(damagedDir()).sort()).toEqual(['cache.db', 'cache.key-check']);
    expect(statSync(damagedDir()).mode & 0o077).toBe(0);
    unwrap(await open());
    expect(unwrap(await engine.call('outbox.list', {})).items).toHaveLength(1);
  });

  test('chooses another name if one is taken', async () => {
    const stand = testEngine(path.join(app.folder, 'stand'), { clock: { ...impatientClock, now: () => 0 } });
    unwrap(await stand.start());
    const names = new Set<string>();
    for (let turn = 0; turn < 3; turn++) {
      mkdirSync(path.join(app.folder, 'stand', 'accounts', account), { recursive: true });
      names.add(unwrap(await stand.control('engine.moveAway', { account, key: null })).folder);
    }
    await stand.close();
    const first = path.join('accounts', `${account}.aside-1970-01-01T00-00-00-000Z`);
    expect([...names]).toEqual([first, `${first}-1`, `${first}-2`]);
  });

  const isRoot = process.getuid?.() === 0;
  test.skipIf(isRoot)(
    `reports that the disk refuses, and leaves all files unchanged (needs a user other than root)`,
    async () => {
      unwrap(await open());
      unwrap(await engine.control('engine.close', {}));
      const before = contents(path.join(accountsDir(), account));
      chmodSync(accountsDir(), 0o500);
      const refused = await setAside(null);
      chmodSync(accountsDir(), 0o700);
      expect(getCode(refused)).toBe('storage-read-only');
      expect(contents(path.join(accountsDir(), account))).toEqual(before);
    },
  );

  test('moves nothing without holding the data folder', async () => {
    mkdirSync(path.join(accountsDir(), account), { recursive: true });
    const second = testEngine(app.folder);
    expect(getCode(await second.start())).toBe('held');
    expect(getCode(await second.control('engine.moveAway', { account, key: null }))).toBe('held');
    expect(existsSync(path.join(accountsDir(), account))).toBe(true);
  });
});
