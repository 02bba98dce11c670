import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { RemovalReceipt } from '#contract/removal.ts';
import { NEW_ORDER } from '../../support/builders.ts';
import {
  CACHE_KEY,
  expectSuccess,
  getError,
  openTestCommand,
  variablesFor,
  type TestCommand,
} from '../../support/command.ts';
import { forkEngine } from '../../support/engine-process.ts';
import { unwrap } from '../../support/engine.ts';
import { type KeyringRun, MISSING_KEYRING, runBesideKeyring } from '../../support/keyring-command.ts';
import { giveFirstPin } from '../../support/locks.ts';

let command: TestCommand;
let home = '';
let id = '';

beforeEach(async () => {
  command = await openTestCommand({ seed: 3, requisitions: 6, forms: 2, notifications: 2 }, 'synced');
  home = mkdtempSync(path.join(tmpdir(), 'intray-keyring-'));
  [id = ''] = readdirSync(path.join(command.dataDir, 'accounts'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const getFile = (name: string): string => path.join(command.dataDir, 'accounts', id, name);
const isThere = (name: string): boolean => existsSync(getFile(name));

/** Runs the command as a process that has no key, beside an open keyring that has none either. */
const run: KeyringRun = (state, words, variables) =>
  runBesideKeyring({ home, dataDir: command.dataDir }, state, words, variables);

/** Saves an order that is not sent, and gives the account a PIN. */
async function lockWithUnsent(): Promise<void> {
  const data = JSON.stringify(NEW_ORDER.data);
  expectSuccess(await command.run(['write', 'requisitions.create', `--data=${data}`]));
  await giveFirstPin(command.dataDir, CACHE_KEY);
}

/** The names of what is not sent, as a command with the key lists them. */
async function listUnsent(): Promise<readonly string[]> {
  const { out } = expectSuccess(await command.run(['outbox', 'list', '--json']));
  const { items } = JSON.parse(out) as { items: readonly { readonly label: string }[] }; // being tested
  return items.map(({ label }) => label);
}

/** Has the process of an engine remove what was not used for a day, as it does while the window is locked. */
async function expireInEngine(): Promise<unknown> {
  const engine = forkEngine(command.dataDir);
  onTestFinished(() => engine.killHard());
  const done = unwrap(await engine.call('engine.applyRetention', { days: 1 }));
  await engine.letGo();
  return done;
}

const NOTHING = { pdfs: 0, versions: 0, missingRecords: 0, accounts: 0 };

describe('while an account is locked, retention', () => {
  test('removes nothing of one with something unsent, however long it is locked', async () => {
    await lockWithUnsent();
    const before = readdirSync(path.join(command.dataDir, 'accounts', id)).toSorted();
    expect(before).not.toContain('cache.unused-since');
    expect(await expireInEngine()).toEqual(NOTHING);
    expect(readdirSync(path.join(command.dataDir, 'accounts', id)).toSorted()).toEqual(before);
    expect(await listUnsent()).toEqual([NEW_ORDER.data.name]);
  });

  test('removes the records of one with nothing unsent, which are fetched again, and nothing of this computer alone', async () => {
    const [patient] = [...command.clinic.listResources('requisition')];
    const named = String(patient?.['patient']);
    expectSuccess(await command.run(['directory', 'set', named, 'Ada Okafor']));
    await giveFirstPin(command.dataDir, CACHE_KEY);
    expect(isThere('cache.unused-since')).toBe(true);
    writeFileSync(getFile('cache.unused-since'), '0\n');
    const local = readFileSync(getFile('local.db'));
    expect(await expireInEngine()).toEqual({ ...NOTHING, accounts: 1 });
    expect([isThere('cache.db'), isThere('lock.json')]).toEqual([false, true]);
    expect(readFileSync(getFile('local.db')).equals(local)).toBe(true);
    expectSuccess(await command.run(['sync']));
    const listed = expectSuccess(await command.run(['directory', 'export']));
    expect(listed.out).toContain('Ada Okafor');
  });

  test('by a command is refused, and changes nothing', async () => {
    await lockWithUnsent();
    const { INTRAY_CACHE_KEY: _key, ...tokens } = variablesFor(command.clinic);
    const ended = await run('unlocked', ['expire', '--days=1'], tokens);
    expect({ exit: ended.code, code: getError(ended).code }).toEqual({ exit: 3, code: 'locked' });
    expect(await listUnsent()).toEqual([NEW_ORDER.data.name]);
  });
});

test('a command that only reads an account with a PIN is refused without the key of a variable and without a job', async () => {
  await lockWithUnsent();
  const { INTRAY_CACHE_KEY: _key, ...tokens } = variablesFor(command.clinic);
  const ended = await run('unlocked', ['list', 'requisitions'], tokens);
  expect({ exit: ended.code, code: getError(ended).code }).toEqual({ exit: 3, code: 'locked' });
  expect(ended.out).toBe('');
});

describe.skipIf(MISSING_KEYRING !== '')(`while an account is locked${MISSING_KEYRING}`, () => {
  test.each([
    ['a wipe', ['wipe']],
    ['a removal', ['account', 'remove']],
    ['a sign-out', ['account', 'sign-out']],
  ])('%s as a process deletes nothing, and needs consent by name', async (_what, words) => {
    await lockWithUnsent();
    const asked = await run('unlocked', words);
    expect(JSON.parse(asked.out)).toMatchObject({ contents: [{ account: id, files: 'locked' }] });
    const refused = await run('unlocked', [...words, '--yes']);
    expect({ exit: refused.code, code: getError(refused).code }).toEqual({ exit: 3, code: 'locked' });
    expect([isThere('local.db'), isThere('cache.db'), isThere('lock.json')]).toEqual([true, true, true]);
    expect(await listUnsent()).toEqual([NEW_ORDER.data.name]);
  });

  test('a wipe with that consent leaves nothing, and its receipt in the access log', async () => {
    await lockWithUnsent();
    const ended = expectSuccess(await run('unlocked', ['wipe', '--yes', '--discard-unreadable']));
    const { receipts } = JSON.parse(ended.out) as { receipts: readonly RemovalReceipt[] }; // being tested
    expect(receipts).toMatchObject([{ what: 'wipe', account: id, keychain: 'gone', discarded: [] }]);
    expect(readdirSync(path.join(command.dataDir, 'accounts'))).toEqual([]);
    const exported = expectSuccess(
      await run('unlocked', ['audit', 'export', '--what=wipe', '--format=json']),
    );
    const entries = JSON.parse(exported.out) as { receipt: unknown }[]; // being tested
    expect(entries.map(({ receipt }) => receipt)).toEqual(receipts);
    expectSuccess(await run('unlocked', ['audit', 'verify']));
  });
});
