import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { getError, openTestCommand, expectSuccess, type TestCommand } from '../../support/command.ts';
import { NEW_ORDER } from '../../support/builders.ts';
import { useCheapExports } from '../../support/cheap-exports.ts';

useCheapExports();

let command: TestCommand;

beforeEach(async () => {
  command = await openTestCommand({ seed: 3, requisitions: 6, forms: 2, notifications: 2 }, 'synced');
});

const folders = (): readonly string[] => readdirSync(path.join(command.dataDir, 'accounts'));
const run = (...words: readonly string[]) => command.run(words);
const saveOrder = async (): Promise<void> => {
  const data = JSON.stringify(NEW_ORDER.data);
  expectSuccess(await run('write', 'requisitions.create', `--data=${data}`));
};

test('without --yes an account is not removed, and the unsent changes are listed by name', async () => {
  await saveOrder();
  const ended = await run('account', 'remove');
  expect(ended.code).toBe(2);
  expect(ended.out).toContain(NEW_ORDER.data.name);
  expect(ended.out).toContain('--discard=1');
  expect(ended.err).toContain('--yes is needed');
  expect(folders()).toHaveLength(1);
});

test('an account with unsent changes is removed only when each of them is named', async () => {
  await saveOrder();
  await saveOrder();
  for (const named of [[], ['--discard=1']]) {
    const ended = await run('account', 'remove', '--yes', '--json', ...named);
    expect({ code: ended.code, error: getError(ended).code }).toEqual({ code: 1, error: 'unsent-changes' });
  }
  expect(folders()).toHaveLength(1);
  const done = expectSuccess(await run('account', 'remove', '--yes', '--discard=1,2', '--json'));
  const { receipts } = JSON.parse(done.out) as {
    readonly receipts: readonly { readonly discarded: number[] }[];
  }; // being tested
  expect(receipts.map(({ discarded }) => discarded)).toEqual([[1, 2]]);
  expect(folders()).toEqual([]);
  expect(getError(await run('status', '--json')).code).toBe('not-signed-in');
});

test('old local stores are named without --yes, and lost only with --discard-unreadable', async () => {
  const [id] = folders();
  const moved = path.join(command.dataDir, 'accounts', `${id}.aside-2026-01-02T03-04-05-678Z`);
  mkdirSync(moved);
  writeFileSync(path.join(moved, 'local.db'), 'old');
  const asked = await run('account', 'sign-out');
  expect(asked.out).toMatch(/1 old local store \(moved away.*--discard-unreadable/);
  expect(getError(await run('account', 'sign-out', '--yes', '--json')).code).toBe('unsent-changes');
  expect(folders()).toHaveLength(2);
  expectSuccess(await run('account', 'sign-out', '--yes', '--discard-unreadable'));
  expect(folders()).toEqual([]);
});

test('a number that no unsent change has is refused, and nothing is discarded or exported', async () => {
  await saveOrder();
  for (const [named, unknown] of [
    ['--discard=7', 'no unsent change has the number 7'],
    ['--discard=1,7', 'no unsent change has the number 7'],
    ['--discard=7,1,8', 'no unsent changes have the numbers 7, 8'],
  ] as const) {
    const ended = await run('account', 'remove', '--yes', named, `--export=${command.dataDir}/out.intray`);
    expect({ code: ended.code, out: ended.out }).toEqual({ code: 2, out: '' });
    expect(ended.err).toContain(unknown);
  }
  expect(readdirSync(command.dataDir)).not.toContain('out.intray');
  expect(expectSuccess(await run('outbox', 'list')).out).toContain(NEW_ORDER.data.name);
  expectSuccess(await run('account', 'sign-out', '--yes', '--discard=1'));
  const without = await run('account', 'remove', '--yes', '--discard=1');
  expect({ code: without.code, err: without.err }).toMatchObject({
    code: 2,
    err: expect.stringContaining('no unsent change has the number 1') as string,
  });
});

test('after a sign-out the account is in the list without files, and signs in again', async () => {
  const [id] = folders();
  expect(expectSuccess(await run('account', 'sign-out', '--yes')).out).toContain(`Account ${id}`);
  expect(folders()).toEqual([]);
  expectSuccess(await run('account', 'add', `--base-url=${command.clinic.baseUrl}`));
  expectSuccess(await run('sync'));
  expect(folders()).toEqual([id]);
});

test('where a variable holds the key and no keychain is reached, the receipt says that tokens may be left in one', async () => {
  const { out } = expectSuccess(await run('account', 'remove', '--yes'));
  expect(out).toContain('no keychain could be reached: tokens that it may hold are not deleted');
});

test('sign-out, removal and wipe are in the access log, also refused ones', async () => {
  const [account] = folders();
  const user = command.clinic.userId;
  await saveOrder();
  expect((await run('account', 'remove', '--yes')).code).toBe(1);
  expectSuccess(await run('account', 'sign-out', '--yes', '--discard=1'));
  expectSuccess(await run('account', 'remove', '--yes'));
  expectSuccess(await run('account', 'add', `--base-url=${command.clinic.baseUrl}`));
  expectSuccess(await run('wipe', '--yes'));
  expectSuccess(await run('wipe', '--yes'));
  const { out } = expectSuccess(await run('audit', 'export', '--format=json'));
  const entries = JSON.parse(out) as readonly { readonly what: string }[]; // being tested
  const ends = entries.filter(({ what }) => ['sign-out', 'account-removal', 'wipe'].includes(what));
  expect(ends).toMatchObject([
    { what: 'account-removal', account, user, outcome: 'unsent-changes' },
    { what: 'sign-out', account, user, outcome: 'ok' },
    { what: 'account-removal', account, user, outcome: 'ok' },
    { what: 'wipe', user, outcome: 'ok' },
    { what: 'wipe', account: null, user: null, outcome: 'ok' },
  ]);
});

test('a removal replaces no file with its export: it may hold the only copy of another account', async () => {
  await saveOrder();
  const file = path.join(command.folder, 'only-copy.intray-export');
  writeFileSync(file, 'of another account');
  const given = { stdin: 'correct horse battery' };
  const ended = await command.run(['account', 'remove', '--yes', `--export=${file}`], given);
  expect({ code: ended.code, out: ended.out }).toEqual({ code: 2, out: '' });
  expect(ended.err).toContain('there is such a file already');
  expect(readFileSync(file, 'utf8')).toBe('of another account');
  expect(folders()).toHaveLength(1);
});

test('without --yes a wipe names what can be done about unsent changes', async () => {
  await saveOrder();
  const { code, out } = await run('wipe');
  expect({ code, names: out.includes('"intray account remove"') }).toEqual({ code: 2, names: true });
  expect(out).not.toMatch(/--discard/);
  expect(out).toContain('--export=FILE');
});

test('a wipe is refused while an account has unsent changes, and then leaves no file of an account', async () => {
  await saveOrder();
  expect(getError(await run('wipe', '--yes', '--json')).code).toBe('unsent-changes');
  expectSuccess(await run('sync'));
  expectSuccess(await run('wipe', '--yes'));
  expect(folders()).toEqual([]);
  expect(existsSync(path.join(command.dataDir, 'removals.json'))).toBe(true);
  expect(expectSuccess(await run('wipe', '--yes', '--json')).out).toBe('{"receipts":[]}\n');
});

test('the access log has the receipt of a wipe, exports it and covers it with its check', async () => {
  const wiped = expectSuccess(await run('wipe', '--yes', '--json'));
  const { receipts } = JSON.parse(wiped.out) as { receipts: readonly object[] }; // being tested
  const exported = expectSuccess(await run('audit', 'export', '--what=wipe', '--format=json'));
  const entries = JSON.parse(exported.out) as { receipt: unknown }[]; // being tested
  expect(entries.map(({ receipt }) => receipt)).toEqual(receipts);
  const table = expectSuccess(await run('audit', 'export', '--what=wipe', '--format=csv')).out;
  expect(table).toContain(JSON.stringify(receipts[0]).replaceAll('"', '""'));
  expectSuccess(await run('audit', 'verify'));
});

test('a wipe without an account says that there was none', async () => {
  expectSuccess(await run('wipe', '--yes'));
  expect(expectSuccess(await run('wipe', '--yes')).out).toBe('There was no account on this computer.\n');
});

test('a wipe exports each account first, encrypted and read back, where it is told to', async () => {
  await saveOrder();
  const [id] = folders();
  const base = path.join(command.folder, 'handed-on.intray-export');
  const given = { stdin: 'correct horse battery' };
  const short = await command.run(['wipe', '--yes', `--export=${base}`, '--json'], { stdin: 'short' });
  expect({ code: short.code, left: folders() }).toEqual({ code: 2, left: [id] });
  const ended = await command.run(['wipe', '--yes', `--export=${base}`, '--json'], given);
  const file = path.join(command.folder, `handed-on-${id}.intray-export`);
  expect(ended.err).toBe(`intray: exported, read back and compared: ${file}\n`);
  const { receipts } = JSON.parse(ended.out) as { receipts: readonly { exportedTo?: string }[] }; // being tested
  expect(receipts.map(({ exportedTo }) => exportedTo)).toEqual([file]);
  expect(folders()).toEqual([]);
  expectSuccess(await run('account', 'add', `--base-url=${command.clinic.baseUrl}`));
  const imported = await command.run(['outbox', 'import', file, '--json'], given);
  expect(JSON.parse(expectSuccess(imported).out)).toMatchObject({ changes: 1, uncertain: 1 });
});
