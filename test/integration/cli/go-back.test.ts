import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startDemoServer, type DemoServer } from '#main/demo/server.ts';
import { openCheckAndMigrateDatabase } from '#main/engine/sqlite/open-file.ts';
import { temporaryFolder, unwrap } from '../../support/engine.ts';
import { STORES, withLater } from '../../support/migrations.ts';
import { getError, intray, expectSuccess, variablesFor, type CommandResult } from '../../support/command.ts';
import { useCheapExports } from '../../support/cheap-exports.ts';

useCheapExports();

// Whole engines are started several times, which takes time on a busy machine.
let sandbox: DemoServer;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  sandbox = await startDemoServer({ seed: 3, requisitions: 10, forms: 3, notifications: 5 });
  folder = await temporaryFolder();
  expectSuccess(await run('account', 'add', '--base-url', sandbox.baseUrl));
  expectSuccess(await run('sync'));
});
afterEach(async () => {
  await sandbox.close();
  await folder.remove();
});

function run(...words: readonly string[]): Promise<CommandResult> {
  return runWith({}, ...words);
}
function runWith(more: { readonly stdin?: string }, ...words: readonly string[]): Promise<CommandResult> {
  return intray([...words, '--data-dir', folder.path], { variables: variablesFor(sandbox), ...more });
}
const goBack = (...words: readonly string[]) => run('account', 'go-back', ...words);

/** What a newer Intray does to the files of the account. */
function upgrade(): void {
  const [account = ''] = readdirSync(path.join(folder.path, 'accounts'));
  const key = variablesFor(sandbox)['INTRAY_CACHE_KEY'] ?? '';
  for (const store of STORES) {
    const file = path.join(folder.path, 'accounts', account, `${store}.db`);
    const durability = store === 'local' ? 'full' : 'normal';
    unwrap(openCheckAndMigrateDatabase({ file, key, durability, migrations: withLater(store) })).close();
  }
}

test('after an upgrade the former Intray refuses the files until it has gone back', async () => {
  upgrade();
  const refused = await run('status', '--json');
  expect({ code: refused.code, error: getError(refused).code }).toEqual({ code: 6, error: 'storage-newer' });
  const asked = await goBack();
  expect({ code: asked.code, out: asked.out }).toEqual({
    code: 2,
    out: expect.stringMatching(/take its place[^]*changes nothing[^]*fetched again/),
  });
  expect(getError(await run('status', '--json')).code).toBe('storage-newer');
  const done = JSON.parse(expectSuccess(await goBack('--yes', '--without-export', '--json')).out) as {
    kept: string;
  }; // what is being tested
  expect(path.basename(done.kept)).toMatch(/^local\.newer-.*\.db$/);
  expectSuccess(await run('sync'));
  const listed = expectSuccess(await run('list', 'requisitions', '--json'));
  expect((JSON.parse(listed.out) as { items: unknown[] }).items).toHaveLength(10); // as `list` prints
});

test('without an upgrade there is nothing to go back to', async () => {
  const ended = await goBack('--yes', '--without-export', '--json');
  expect({ code: ended.code, error: getError(ended).code }).toEqual({ code: 1, error: 'not-found' });
});

describe('what was entered since the upgrade', () => {
  const PASSPHRASE = 'correct horse battery';
  let file = '';
  beforeEach(async () => {
    file = path.join(folder.path, 'unsent.intray-export');
    expectSuccess(await runWith({ stdin: PASSPHRASE }, 'outbox', 'export', `--out=${file}`));
    upgrade();
  });
  const goBackWith = (stdin: string, ...words: readonly string[]) =>
    runWith({ stdin }, 'account', 'go-back', '--yes', '--json', ...words);

  test('is exported first: without a file, and without saying so, nothing happens', async () => {
    for (const words of [[], ['--without-export', `--exported=${file}`]]) {
      const refused = await goBackWith(PASSPHRASE, ...words);
      expect([refused.code, getError(refused).code]).toEqual([2, 'invalid-input']);
    }
    expect(getError(await run('status', '--json')).code).toBe('storage-newer');
  });

  test('is exported first: a file that is cut, or whose passphrase is lost, is none', async () => {
    const wrong = await goBackWith('another passphrase', `--exported=${file}`);
    expect(getError(wrong).code).toBe('wrong-passphrase');
    truncateSync(file, statSync(file).size - 1);
    const cut = await goBackWith(PASSPHRASE, `--exported=${file}`);
    expect(getError(cut).code).toBe('export-damaged');
    expect(getError(await run('status', '--json')).code).toBe('storage-newer');
  });

  test('is in a file that can be read to its end: then it goes back', async () => {
    expectSuccess(await goBackWith(PASSPHRASE, `--exported=${file}`));
    expect((await run('status', '--json')).code).toBe(0);
  });

  test('is in the file of another clinic: nothing happens', async () => {
    const [line = '', ...rest] = readFileSync(file, 'latin1').split('\n');
    const header = JSON.stringify({ ...(JSON.parse(line) as object), origin: 'https://other.example.org' }); // its own
    writeFileSync(file, [header, ...rest].join('\n'), 'latin1');
    const foreign = await goBackWith(PASSPHRASE, `--exported=${file}`);
    expect(getError(foreign).code).toBe('foreign-export');
  });
});
