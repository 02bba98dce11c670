import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { computerCheckReportSchema } from '#contract/computer-check.ts';
import {
  getError,
  expectSuccess,
  variablesFor,
  openTestCommand,
  type TestCommand,
} from '../../support/command.ts';
import { type KeyringRun, MISSING_KEYRING, runBesideKeyring } from '../../support/keyring-command.ts';

let command: TestCommand;
let home = '';

beforeEach(async () => {
  command = await openTestCommand({ seed: 4, requisitions: 12, forms: 2, notifications: 3 });
  home = mkdtempSync(join(tmpdir(), 'intray-keyring-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** Runs the command beside a keyring in a state, with only the given environment. */
const run: KeyringRun = (state, words, variables) =>
  runBesideKeyring({ home, dataDir: command.dataDir }, state, words, variables);

describe.skipIf(MISSING_KEYRING.length > 0)(`with a real keychain${MISSING_KEYRING}`, () => {
  test('the files of an account get another key, which the keychain holds from then on', async () => {
    const { INTRAY_CACHE_KEY: _key, ...tokens } = variablesFor(command.clinic);
    const words = ['account', 'add', '--base-url', command.clinic.baseUrl];
    expectSuccess(await run('unlocked', words, tokens));
    expectSuccess(await run('unlocked', ['sync']));
    const { out } = expectSuccess(await run('unlocked', ['account', 'rekey']));
    expect(JSON.parse(out)).toMatchObject({ files: 2, left: 0 });
    const listed = expectSuccess(await run('unlocked', ['list', 'requisitions']));
    expect((JSON.parse(listed.out) as { items: readonly unknown[] }).items).toHaveLength(12); // being tested
  });

  test('an account needs its tokens once, and no variables from then on', async () => {
    const { INTRAY_CACHE_KEY: _key, ...tokens } = variablesFor(command.clinic);
    const added = expectSuccess(
      await run('unlocked', ['account', 'add', '--base-url', command.clinic.baseUrl], tokens),
    );
    expect(JSON.parse(added.out)).toMatchObject({ secrets: 'variables' });
    const synced = expectSuccess(await run('unlocked', ['sync']));
    expect(JSON.parse(synced.out)).toMatchObject({ secrets: 'keychain', health: { connection: 'online' } });

    const locked = await run('wrong-password', ['status']);
    expect({ exit: locked.code, code: getError(locked).code }).toEqual({
      exit: 3,
      code: 'keychain-locked',
    });
    const gone = await run('no-bus', ['status']);
    expect({ exit: gone.code, code: getError(gone).code }).toEqual({
      exit: 3,
      code: 'keychain-unavailable',
    });

    const again = expectSuccess(await run('unlocked', ['status']));
    expect(JSON.parse(again.out)).toMatchObject({
      health: { kinds: [{ cached: 2 }, { cached: 12 }, { cached: 3 }] },
    });
  });

  test('the check of the computer knows an open, a locked and no keychain', async () => {
    const states: unknown[] = [];
    for (const state of ['unlocked', 'wrong-password', 'no-bus']) {
      const { out } = await run(state, ['doctor']);
      const { lines } = computerCheckReportSchema.parse(JSON.parse(out));
      const line = lines.find(({ id }) => id === 'keychain');
      states.push([line?.state, line?.found.slice(0, 4)]);
    }
    expect(states).toEqual([
      ['fine', 'Open'],
      ['wrong', 'Lock'],
      ['wrong', 'None'],
    ]);
  });

  test('tokens that an administrator brings are imported once, and their file is removed', async () => {
    const { accessToken, jwt, baseUrl } = command.clinic;
    const policy = join(home, 'policy', 'policy.json');
    const file = join(home, 'policy', 'tokens', userInfo().username, 'tokens.json');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(policy, JSON.stringify({ baseUrl, importTokens: true }));
    writeFileSync(file, JSON.stringify({ accessToken, jwt }));
    const variables = { INTRAY_POLICY_FILE: policy };
    const imported = expectSuccess(await run('unlocked', ['account', 'import'], variables));
    expect(JSON.parse(imported.out)).toMatchObject({ account: { baseUrl } });
    expect(imported.out).not.toContain(jwt);
    expect(existsSync(file)).toBe(false);
    const synced = expectSuccess(await run('unlocked', ['sync'], variables));
    expect(JSON.parse(synced.out)).toMatchObject({ secrets: 'keychain' });
    expect(await run('unlocked', ['account', 'import'], variables)).toMatchObject({ code: 1 });
  });

  test('a missing key is not replaced while its cache exists', async () => {
    const { INTRAY_CACHE_KEY: _key, ...tokens } = variablesFor(command.clinic);
    expectSuccess(await run('unlocked', ['account', 'add', '--base-url', command.clinic.baseUrl], tokens));
    expectSuccess(await run('unlocked', ['sync']));
    rmSync(join(home, '.local'), { recursive: true });
    const ended = await run('unlocked', ['sync'], tokens);
    expect({ exit: ended.code, code: getError(ended).code }).toEqual({ exit: 3, code: 'key-missing' });
  });
});
