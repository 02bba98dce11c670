import { readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openTestApp } from '../../support/app.ts';
import {
  getError,
  expectSuccess,
  type CommandResult,
  openTestCommand,
  type TestCommand,
} from '../../support/command.ts';

// Whole engines are started several times, which takes time on a busy machine.
const OTHER_KEY = 'ab'.repeat(32);

let command: TestCommand;

beforeEach(async () => {
  command = await openTestCommand({ seed: 3, requisitions: 10, forms: 3, notifications: 5 }, 'synced');
});

function run(words: readonly string[], key?: string): Promise<CommandResult> {
  return command.run(words, { variables: key === undefined ? {} : { INTRAY_CACHE_KEY: key } });
}
const setAside = (words: readonly string[], key?: string) => run(['account', 'set-aside', ...words], key);
const folders = () => readdirSync(path.join(command.dataDir, 'accounts'));

test('without --yes it says what would happen, changes nothing, and ends as a usage error', async () => {
  const ended = await setAside([], OTHER_KEY);
  expect(ended.code).toBe(2);
  expect(ended.out).toMatch(/the key does not open them[^]*fetched again[^]*only the old key can read them/);
  expect(ended.err).toContain('--yes is needed');
  expect(folders()).toHaveLength(1);
  expect(await setAside(['--json'], OTHER_KEY)).toMatchObject({ code: 2, out: '' });
});

test('with --yes it names the folder, and a sync fetches everything under the other key', async () => {
  const ended = expectSuccess(await setAside(['--yes', '--json'], OTHER_KEY));
  const report = JSON.parse(ended.out) as { account: string; folder: string }; // what is being tested
  expect(path.dirname(report.folder)).toBe(path.join(command.dataDir, 'accounts'));
  expect(folders()).toEqual([report.account, path.basename(report.folder)]);
  expectSuccess(await run(['sync'], OTHER_KEY));
  const listed = expectSuccess(await run(['list', 'requisitions', '--json'], OTHER_KEY));
  expect((JSON.parse(listed.out) as { items: unknown[] }).items).toHaveLength(10); // as `list` prints
});

test('if the key fits it is refused, with or without --yes', async () => {
  const ended = await setAside(['--yes', '--json']);
  expect({ code: ended.code, error: getError(ended).code }).toEqual({ code: 1, error: 'key-fits' });
  expect(folders()).toHaveLength(1);
});

test('while another Intray has the data folder it is refused', async () => {
  const window = await openTestApp(command.clinic, { folder: command.dataDir, isClosed: true });
  const ended = await setAside(['--yes', '--json'], OTHER_KEY);
  await window.close();
  expect({ code: ended.code, error: getError(ended).code }).toEqual({ code: 7, error: 'held' });
  expect(folders()).toHaveLength(1);
});
