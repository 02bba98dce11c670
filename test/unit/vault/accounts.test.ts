import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import { systemRandomSource } from '#main/base/random.ts';
import {
  compareJwtUserWithAccount,
  openAccountRegister,
  readCurrentBaseAddress,
} from '#main/vault/accounts.ts';

const ORIGIN = 'https://clinic.example.com';
let dataDir = '';
const file = (): string => join(dataDir, 'accounts.json');

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'intray-accounts-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const open = (folder = dataDir) =>
  openAccountRegister({ dataDir: folder, clock: systemClock, random: systemRandomSource, log: silentLog });

describe('an account', () => {
  test('has the same id for the same address and user, and another for any other', () => {
    const accounts = open();
    const getId = (origin: string, user: string | null): string => accounts.findOrPrepare(origin, user).id;
    expect(getId(ORIGIN, 'user_1')).toBe(getId(ORIGIN, 'user_1'));
    const ids = [
      getId(ORIGIN, 'user_1'),
      getId(ORIGIN, 'user_2'),
      getId('https://other.example.com', 'user_1'),
      getId(ORIGIN, null),
      getId(ORIGIN, null),
    ];
    expect(new Set(ids).size).toBe(ids.length);
    ids.forEach((id) => expect(id).toMatch(/^[0-9a-f]{16}$/));
  });

  test('that was saved is there at the next start, as the current one, readable by its owner only', () => {
    const account = open().findOrPrepare(ORIGIN, 'user_1');
    const accounts = open();
    expect(accounts.save(account).ok).toBe(true);
    expect(open().list()).toEqual([account]);
    expect(open().current()).toBe(account.id);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  test('that is saved again keeps its time and is not duplicated', () => {
    const first = open();
    const account = { ...first.findOrPrepare(ORIGIN, 'user_1'), addedAt: null };
    first.save(account);
    const second = open();
    second.save(second.findOrPrepare(ORIGIN, 'user_1'));
    expect(open().list()).toEqual([account]);
  });
});

describe('an account file', () => {
  test.each([
    ['no JSON', '{'],
    ['of another shape', '{"version":1,"accounts":7}'],
    ['with more than it should hold', '{"version":1,"current":null,"accounts":[],"token":"x"}'],
  ])('that is %s is renamed and reported; Intray can be used', (_name, text) => {
    writeFileSync(file(), text);
    const accounts = open();
    expect(accounts.problem?.code).toBe('file-unreadable');
    expect(accounts.problem?.detail).toMatch(/kept as accounts\.json\.damaged-/);
    expect(readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name), 'utf8'))).toEqual([text]);
    expect(accounts.save(accounts.findOrPrepare(ORIGIN, 'user_1')).ok).toBe(true);
  });

  test.each([['of a newer Intray', '{"version":2,"people":[]}', 'storage-newer']])(
    '%s is not changed',
    (_name, text, code) => {
      writeFileSync(file(), text);
      const accounts = open();
      expect(accounts.problem?.code).toBe(code);
      expect(accounts.save(accounts.findOrPrepare(ORIGIN, 'user_1'))).toMatchObject({ error: { code } });
      expect(readFileSync(file(), 'utf8')).toBe(text);
    },
  );

  test('that cannot be written is reported and stores nothing', () => {
    writeFileSync(file(), '{"version":1,"current":null,"accounts":[]}');
    rmSync(dataDir, { recursive: true });
    const accounts = open();
    writeFileSync(dataDir, 'a file where the folder should be');
    expect(accounts.save(accounts.findOrPrepare(ORIGIN, 'user_1'))).toMatchObject({
      error: { code: 'storage-read-only' },
    });
    expect(accounts.list()).toEqual([]);
  });
});

test('the address of the current account is known before the program starts; without one that of the first', () => {
  expect(readCurrentBaseAddress(dataDir)).toBeNull();
  const accounts = open();
  accounts.save(accounts.findOrPrepare('https://first.example.com', 'user_1'));
  accounts.save(accounts.findOrPrepare(ORIGIN, 'user_1'));
  expect(readCurrentBaseAddress(dataDir)).toBe(ORIGIN);
  const register = JSON.parse(readFileSync(file(), 'utf8')) as object; // as the program writes it
  writeFileSync(file(), JSON.stringify({ ...register, current: null }));
  expect(readCurrentBaseAddress(dataDir)).toBe('https://first.example.com');
  writeFileSync(file(), '{');
  expect(readCurrentBaseAddress(dataDir)).toBeNull();
  expect(readdirSync(dataDir)).toEqual(['accounts.json']);
});

test('a label stays with its account, is kept by a sign-in, and leaves the file as a former Intray reads it', () => {
  const accounts = open();
  const first = accounts.findOrPrepare(ORIGIN, 'user_1');
  const second = accounts.findOrPrepare(ORIGIN, 'user_2');
  accounts.save(first);
  accounts.save(second);
  const unnamed = readFileSync(file(), 'utf8');
  expect(accounts.setLabel(first.id, 'Ward 3')).toMatchObject({ ok: true });
  accounts.save(accounts.findOrPrepare(ORIGIN, 'user_1'));
  const found = (): readonly unknown[] =>
    open()
      .list()
      .map(({ userId, label }) => [userId, label]);
  expect(found()).toEqual([
    ['user_2', undefined],
    ['user_1', 'Ward 3'],
  ]);
  expect(accounts.setLabel(first.id, null)).toMatchObject({ ok: true });
  accounts.save(second);
  expect(readFileSync(file(), 'utf8')).toBe(unnamed);
  expect(accounts.setLabel('f'.repeat(16), 'Nobody')).toMatchObject({ error: { code: 'not-found' } });
});

test.each([
  ['user_1', { user_id: 'user_1' }, 'same'],
  ['user_1', { user_id: 'user_2' }, 'other'],
  ['user_1', {}, 'unknown'],
  [null, { user_id: 'user_2' }, 'unknown'],
])('tokens for the account of %s whose JWT says %o belong to its user: %s', (userId, claims, expected) => {
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  expect(compareJwtUserWithAccount({ userId }, `${encode({ alg: 'none' })}.${encode(claims)}.x`)).toBe(
    expected,
  );
});

test('a sign-out forgets what was confirmed of its account, and of no other', () => {
  const accounts = open();
  const [one, other] = ['user_1', 'user_2'].map((user) => accounts.findOrPrepare(ORIGIN, user));
  if (one === undefined || other === undefined) throw new Error('two were prepared');
  const confirmed = 'the user of the keychain';
  accounts.save(one, confirmed);
  accounts.save(other, confirmed);
  accounts.signOut(one.id);
  const saved = JSON.parse(readFileSync(file(), 'utf8')) as {
    readonly accounts: readonly { readonly id: string; readonly confirmed: unknown }[];
  };
  expect(saved.accounts.map(({ id, confirmed: kept }) => [id, kept])).toEqual([
    [one.id, null],
    [other.id, confirmed],
  ]);
});
