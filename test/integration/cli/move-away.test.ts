import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startSandbox, type Sandbox } from '#main/demo/server.ts';
import { temporaryFolder, testEngine, unwrap } from '../../support/engine.ts';
import { getError, intray, succeeded, variablesFor, type Ended } from './command.ts';

// Whole engines are started several times, which takes time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const OTHER_KEY = 'ab'.repeat(32);

let sandbox: Sandbox;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeEach(async () => {
  sandbox = await startSandbox({ seed: 3, requisitions: 10, forms: 3, notifications: 5 });
  folder = await temporaryFolder();
  succeeded(await run(['account', 'add', '--base-url', sandbox.baseUrl]));
  succeeded(await run(['sync']));
});
afterEach(async () => {
  await sandbox.close();
  await folder.remove();
});

function run(words: readonly string[], key?: string): Promise<Ended> {
  const variables = { ...variablesFor(sandbox), ...(key === undefined ? {} : { INTRAY_CACHE_KEY: key }) };
  return intray([...words, '--data-dir', folder.path], { variables });
}
const setAside = (words: readonly string[], key?: string) => run(['account', 'set-aside', ...words], key);
const folders = () => readdirSync(path.join(folder.path, 'accounts'));

test('without --yes it says what would happen, changes nothing, and ends as a usage error', async () => {
  const ended = await setAside([], OTHER_KEY);
  expect(ended.code).toBe(2);
  expect(ended.out).toMatch(/the key does not open them[^]*fetched again[^]*only the old key can read them/);
  expect(ended.err).toContain('--yes is needed');
  expect(folders()).toHaveLength(1);
  expect(await setAside(['--json'], OTHER_KEY)).toMatchObject({ code: 2, out: '' });
});

test('with --yes it names the folder, and a sync fetches everything under the other key', async () => {
  const ended = succeeded(await setAside(['--yes', '--json'], OTHER_KEY));
  const report = JSON.parse(ended.out) as { account: string; folder: string }; // what is being tested
  expect(path.dirname(report.folder)).toBe(path.join(folder.path, 'accounts'));
  expect(folders()).toEqual([report.account, path.basename(report.folder)]);
  succeeded(await run(['sync'], OTHER_KEY));
  const listed = succeeded(await run(['list', 'requisitions', '--json'], OTHER_KEY));
  expect((JSON.parse(listed.out) as { items: unknown[] }).items).toHaveLength(10); // as `list` prints
});

test('if the key fits it is refused, with or without --yes', async () => {
  const ended = await setAside(['--yes', '--json']);
  expect({ code: ended.code, error: getError(ended).code }).toEqual({ code: 1, error: 'key-fits' });
  expect(folders()).toHaveLength(1);
});

test('while another Intray has the data folder it is refused', async () => {
  const window = testEngine(folder.path);
  unwrap(await window.start());
  const ended = await setAside(['--yes', '--json'], OTHER_KEY);
  await window.close();
  expect({ code: ended.code, error: getError(ended).code }).toEqual({ code: 7, error: 'held' });
  expect(folders()).toHaveLength(1);
});
