import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { DemoServer } from '#main/demo/server.ts';
import { openTestApp } from '../../support/app.ts';
import {
  getError,
  intray,
  isRegistered,
  expectSuccess,
  variablesFor,
  type CommandResult,
  openTestCommand,
  type TestCommand,
} from '../../support/command.ts';

let command: TestCommand;
let clinic: DemoServer;

beforeEach(async () => {
  command = await openTestCommand({ seed: 3, requisitions: 30, forms: 3, notifications: 5 });
  ({ clinic } = command);
});

type Change = Readonly<Record<string, string | undefined>>;

/** Runs with --json and all three variables, with the test's changes. */
function run(words: readonly string[], change: Change = {}): Promise<CommandResult> {
  return command.run([...words, '--json'], { variables: change });
}
const add = (change?: Change, baseUrl = clinic.baseUrl): Promise<CommandResult> =>
  run(['account', 'add', '--base-url', baseUrl], change);

/**
 * The part of the result that is the same for every failure: one JSON object on stderr, nothing on stdout.
 */
function reported(ended: CommandResult): Readonly<Record<string, unknown>> {
  return { exit: ended.code, code: getError(ended).code, out: ended.out };
}
const refusal = (exit: number, code: string) => ({ exit, code, out: '' });

describe('a usage error ends with 2', () => {
  test.each([
    [[]],
    [['frob']],
    [['account']],
    [['account', 'add']],
    [['list']],
    [['list', 'patients']],
    [['list', 'requisitions', '--limit', '0']],
    [['list', 'requisitions', '--limit', 'ten']],
    [['list', 'requisitions', '--requisition-type', 'xray']],
    [['list', 'requisitions', '--type=xray']],
    [['list', 'forms', '--requisition-type', 'lab']],
    [['--', 'status', '--json']],
    [['list', 'requisitions', '--share-with-patient', 'perhaps']],
    [['list', 'forms', '--patient', 'user_1']],
    [['list', 'forms', '--share-with-patient']],
    [['list', 'notifications', '--search', 'a']],
    [['list', 'forms', '--unread']],
    [['list', 'requisitions', '--search-on', '2026-03-01']],
    [['list', 'notifications', '--unread', 'perhaps']],
    [['get', 'forms']],
    [['get', 'forms', 'form_1', 'form_2']],
    [['sync', '--kind', 'patients']],
    [['status', '--colour']],
    [['account', 'add', '--base-url', 'https://clinic.example.com', '--user', 'ada']],
    [['write']],
    [['write', 'forms.create']],
    [['outbox']],
    [['outbox', 'retry']],
    [['outbox', 'retry', '0']],
    [['outbox', 'resolve', '1']],
    [['outbox', 'resolve', '1', '--take', 'both']],
    [['outbox', 'resolve', '1', '--take', 'found']],
    [['outbox', 'resolve', '1', '--take', 'server', '--fields', 'name']],
    [['outbox', 'resolve', '1', '--take', 'mine', '--id', 'form_1']],
  ])('%j', async (words) => {
    expect(reported(await run(words))).toEqual(refusal(2, 'invalid-input'));
  });

  test.each([
    ['--search-from', 'yesterday', 'search-from: expected a day, or a time with its zone'],
    ['--search-from', '2026-03-01T09:30:00', 'search-from: expected a day, or a time with its zone'],
    ['--search-until', '2026-02-30', 'search-until: expected a day, or a time with its zone'],
    ['--search-on', '2026-03-01T00:00:00Z', 'search-on: expected a day like 2026-01-31'],
    ['--search-on', '2026-02-30', 'search-on: expected a day like 2026-01-31'],
  ])('a list of notifications %s %s, saying what is expected', async (option, value, detail) => {
    const ended = await run(['list', 'notifications', option, value]);
    expect(reported(ended)).toEqual(refusal(2, 'invalid-input'));
    expect(getError(ended).detail).toContain(detail);
  });

  test('a day of notifications together with an instant', async () => {
    const ended = await run([
      'list',
      'notifications',
      '--search-on',
      '2026-03-01',
      '--search-from',
      '2026-03-01',
    ]);
    expect(reported(ended)).toEqual(refusal(2, 'invalid-input'));
    expect(getError(ended).detail).toContain('--search-on cannot be used with');
  });

  test.each([
    ['forms.frob', '{}', 'operation: expected one of forms.create'],
    ['forms.create', '{', '--data: not JSON'],
    ['forms.create', '{}', '--data name: '],
    ['forms.create', '{"name":"a","colour":1}', '"colour"'],
    ['forms.update', '{"id":"req_1","name":"a"}', '--data id: expected the id of a form'],
    ['forms.update', '{"id":"form_1"}', '--data: names no field to change'],
    ['notifications.update', '{"id":"notf_1"}', '--data read: '],
    ['requisitions.create', '{"patient":"user_1","type":"xray"}', '--data type: '],
  ])('a write %s of %s, naming the field', async (operation, data, detail) => {
    const ended = await run(['write', operation, '--data', data]);
    expect(reported(ended)).toEqual(refusal(2, 'invalid-input'));
    expect(getError(ended).detail).toContain(detail);
  });

  test.each([
    'http://clinic.example.com',
    'https://u:p@clinic.example.com',
    'https://clinic.example.com/v2',
    'https://10.0.0.1',
    'clinic',
    'ftp://clinic.example.com',
  ])('the address %s', async (baseUrl) => {
    expect(reported(await add({}, baseUrl))).toEqual(refusal(2, 'insecure-address'));
    expect(isRegistered(command.dataDir)).toBe(false);
  });

  test('an invalid cursor', async () => {
    await add();
    expect(reported(await run(['list', 'forms', '--after', 'nonsense']))).toEqual(
      refusal(2, 'invalid-input'),
    );
  });

  test('without --json it is one line of text', async () => {
    const ended = await intray(['list', 'forms', '--patient', 'x'], { variables: {} });
    expect(ended).toEqual({
      code: 2,
      out: '',
      err: 'intray: Part of the input is not valid. (--patient is not a filter of forms)\n',
    });
  });
});

describe('without a keychain', () => {
  test.each([
    [{ INTRAY_CACHE_KEY: undefined }, 'set INTRAY_CACHE_KEY'],
    [{ INTRAY_JWT: undefined }, 'set INTRAY_JWT'],
    [
      { INTRAY_CACHE_KEY: '', INTRAY_ACCESS_TOKEN: '', INTRAY_JWT: '' },
      'set INTRAY_ACCESS_TOKEN, INTRAY_JWT, INTRAY_CACHE_KEY',
    ],
  ])('a missing %j is reported, and no account is added', async (change, detail) => {
    const ended = await add(change);
    expect(reported(ended)).toEqual(refusal(3, 'keychain-unavailable'));
    expect(getError(ended).detail).toBe(detail);
    expect(isRegistered(command.dataDir)).toBe(false);
  });

  test('a command on a known account reports what is missing too', async () => {
    await add();
    expect(reported(await run(['status'], { INTRAY_CACHE_KEY: undefined }))).toEqual(
      refusal(3, 'keychain-unavailable'),
    );
    expect(reported(await run(['status'], { INTRAY_CACHE_KEY: 'short' }))).toEqual(
      refusal(2, 'invalid-input'),
    );
  });

  test('a key other than the cache’s opens nothing and changes nothing', async () => {
    await add();
    await run(['sync']);
    expect(reported(await run(['status'], { INTRAY_CACHE_KEY: 'ab'.repeat(32) }))).toEqual(
      refusal(3, 'key-mismatch'),
    );
    expect(JSON.parse((await run(['status'])).out)).toMatchObject({
      health: { kinds: [{ cached: 3 }, {}, {}] },
    });
  });
});

describe('the service', () => {
  test('that refuses the tokens ends with 3, and no account is added', async () => {
    expect(reported(await add({ INTRAY_JWT: 'wrong' }))).toEqual(refusal(3, 'unauthorised'));
    expect(isRegistered(command.dataDir)).toBe(false);
  });

  test('that is unreachable ends with 4, and no account is added', async () => {
    await clinic.close();
    expect(reported(await add())).toEqual(refusal(4, 'offline'));
    expect(isRegistered(command.dataDir)).toBe(false);
  });

  test.each([
    ['HTML', '<html><body>Welcome</body></html>'],
    ['nothing', ''],
    ['half a JSON text', '{"object":"list","data":[{"id":"req_'],
    ['another JSON', '"hello"'],
  ])('that responds with %s ends with 5, and no account is added', async (_name, body) => {
    clinic.faults.add({ match: {}, action: { kind: 'answer', status: 200, body } });
    expect(reported(await add())).toEqual(refusal(5, 'bad-payload'));
    expect(isRegistered(command.dataDir)).toBe(false);
  });

  test.each([
    [{ status: 500 }, 5, 'server-error'],
    [{ status: 429 }, 5, 'rate-limited'],
    [{ status: 403 }, 3, 'unauthorised'],
    [{ status: 302, headers: { location: 'https://elsewhere.example.com/' } }, 5, 'redirected'],
  ])('that responds with %j is reported by its code', async (answer, exit, code) => {
    clinic.faults.add({ match: {}, action: { kind: 'answer', ...answer } });
    expect(reported(await add())).toEqual(refusal(exit, code));
  });
});

describe('a sync', () => {
  beforeEach(async () => {
    expectSuccess(await add());
  });

  test('without a reachable service ends with 4 and keeps the cache', async () => {
    await run(['sync']);
    await clinic.close();
    const ended = await run(['sync']);
    expect({ exit: ended.code, code: getError(ended).code }).toEqual({ exit: 4, code: 'offline' });
    expect(JSON.parse(ended.out)).toMatchObject({
      health: { kinds: [{ cached: 3 }, { cached: 30 }, { cached: 5 }] },
    });
  });

  test('that fails for one kind ends with its code, names it, and keeps the others', async () => {
    clinic.faults.add({
      match: { path: /^\/v2\/forms/ },
      action: { kind: 'answer', status: 200, body: '<html>' },
    });
    const ended = await run(['sync']);
    expect(ended.code).toBe(5);
    expect(getError(ended)).toMatchObject({ code: 'bad-payload', detail: expect.stringMatching(/^forms/) });
    expect(JSON.parse(ended.out)).toMatchObject({
      health: { kinds: [{ cached: 0 }, { cached: 30 }, { cached: 5 }] },
    });
  });

  test('of one kind requests no other', async () => {
    expect((await run(['sync', '--kind', 'forms'])).code).toBe(0);
    const paths = new Set(
      clinic
        .requests()
        .slice(1)
        .map(({ path }) => path),
    );
    expect([...paths]).toEqual(['/v2/forms']);
  });

  test('that is interrupted stops cleanly and keeps what it has', async () => {
    clinic.faults.add({ match: { path: /^\/v2\/forms/ }, action: { kind: 'stall' } });
    const ended = await command.run(['sync', '--json'], {
      isWatched: true,
      interruptAt: /requisitions 30 {2}notifications 5/,
    });
    expect({ exit: ended.code, code: getError(ended).code }).toEqual({ exit: 1, code: 'cancelled' });
    const { out } = await run(['status']);
    expect(JSON.parse(out)).toMatchObject({
      health: { kinds: [{ cached: 0 }, { cached: 30 }, { cached: 5 }] },
    });
  });

  test('that is interrupted before it begins to read the first list stops too', async () => {
    clinic.faults.add({ match: { path: /^\/v2\/forms/ }, action: { kind: 'stall' } });
    const ended = await command.run(['sync', '--json'], { interruptAt: /^$/ });
    expect({ exit: ended.code, code: getError(ended).code }).toEqual({ exit: 1, code: 'cancelled' });
  });

  test('shows its progress only on a terminal', async () => {
    expect((await command.run(['sync'])).err).toBe('');
    expect((await command.run(['sync'], { isWatched: true })).err).toMatch(/requisitions \d+/);
  });
});

describe('the data folder', () => {
  test('held by another Intray ends with 7, naming it', async () => {
    const window = await openTestApp(clinic, { folder: command.dataDir, isClosed: true });
    const ended = await add();
    await window.close();
    expect(reported(ended)).toEqual(refusal(7, 'held'));
    expect(getError(ended).detail).toMatch(/^window, process \d+, since /);
    expect((await add()).code).toBe(0);
  });

  test('without an account ends with 3 and says what to do', async () => {
    const ended = await run(['status']);
    expect(reported(ended)).toEqual(refusal(3, 'not-signed-in'));
    expect(getError(ended).detail).toMatch(/account add/);
  });

  test('with several accounts needs --account, and names them', async () => {
    const added = [];
    const localhost = clinic.baseUrl.replace('127.0.0.1', 'localhost');
    for (const baseUrl of [clinic.baseUrl, localhost]) {
      const { out } = await run(['account', 'add', '--base-url', baseUrl]);
      added.push((JSON.parse(out) as { account: { id: string } }).account.id); // the shape that status has too
    }
    const refused = await run(['status']);
    expect(reported(refused)).toEqual(refusal(2, 'invalid-input'));
    added.forEach((id) => expect(getError(refused).detail).toContain(id));
    const { out } = await run(['status', '--account', added[1] ?? '']);
    expect(JSON.parse(out)).toMatchObject({ account: { id: added[1], baseUrl: localhost } });
    expect(reported(await run(['status', '--account', 'other']))).toEqual(refusal(2, 'invalid-input'));
  });

  test('with a damaged account file ends with 6, and the file is kept', async () => {
    await add();
    writeFileSync(join(command.dataDir, 'accounts.json'), '{');
    const ended = await run(['status']);
    expect(reported(ended)).toEqual(refusal(6, 'file-unreadable'));
    expect(getError(ended).detail).toMatch(/kept as accounts\.json\.damaged-/);
  });

  test('that is no folder ends with 6', async () => {
    mkdirSync(join(command.folder, 'deep'));
    writeFileSync(join(command.folder, 'deep', 'file'), '');
    const words = ['status', '--json', '--data-dir', join(command.folder, 'deep', 'file')];
    expect((await intray(words, { variables: variablesFor(clinic) })).code).toBe(6);
  });
});

test('signing in again as the same user is the same account', async () => {
  const first = JSON.parse((await add()).out) as { account: { id: string; userId: string } }; // as status has it
  const again = JSON.parse((await add()).out) as typeof first; // the same
  expect(again.account).toEqual(first.account);
  expect(first.account.userId).toBe(clinic.userId);
});
