import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseCommandLine } from '#main/shell/flags.ts';
import { temporaryFolder } from '../../support/engine.ts';
import { getError, intray } from '../../support/command.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

/** Runs the words as the packaged program passes them on. */
async function runPackaged(words: readonly string[]) {
  const args = ['--headless', '--', ...words, `--data-dir=${folder.path}`, '--json'];
  const outcome = parseCommandLine({ args, packaged: true, platform: 'win32', folder: '/', variables: {} });
  if ('refusal' in outcome || outcome.flags.headless === null) throw new Error('the words do not arrive');
  return intray(outcome.flags.headless, { takesFormerNames: false });
}

const NO_ACCOUNT = { exit: 3, code: 'not-signed-in' };
const NO_KEYCHAIN = { exit: 3, code: 'keychain-unavailable' };
const USAGE = { exit: 2, code: 'invalid-input' };
const URL = 'https://clinic.example.org';

/** Words, exit code, error code and part of its detail. */
const FORMS = [
  [['status'], NO_ACCOUNT, 'account add'],
  [['list', 'requisitions', '--requisition-type=lab'], NO_ACCOUNT, 'account add'],
  [['list', 'requisitions', '--requisition-type', 'lab'], NO_ACCOUNT, 'account add'],
  [['list', 'requisitions', '--type=lab'], USAGE, "unknown option '--type=lab'"],
  [['list', 'requisitions', '--type', 'lab'], USAGE, "unknown option '--type'"],
  [['list', 'requisitions', '--search=Doe: x', '--limit=5'], NO_ACCOUNT, 'account add'],
  [['list', 'requisitions', '--search', 'Doe: x', '--limit', '5'], NO_ACCOUNT, 'account add'],
  [['list', 'requisitions', '--search='], NO_ACCOUNT, 'account add'],
  [['list', 'requisitions', '--search', ''], NO_ACCOUNT, 'account add'],
  [['list', 'requisitions', '--search=Müller 你好 🩺'], NO_ACCOUNT, 'account add'],
  [['list', 'requisitions', '--search', '--lang'], NO_ACCOUNT, 'account add'],
  [['list', 'requisitions', '--search=--language=de'], NO_ACCOUNT, 'account add'],
  [['list', 'requisitions', '--language'], USAGE, "unknown option '--language'"],
  [['list', 'requisitions', '--limit='], USAGE, 'limit: expected a whole number'],
  [['list', 'requisitions', '--limit=-1'], USAGE, 'limit: expected a whole number'],
  [['list', ''], USAGE, 'kind: expected one of'],
  [['list', '🩺'], USAGE, 'kind: expected one of'],
  [['get', 'forms', URL], NO_ACCOUNT, 'account add'],
  [['get', 'forms', URL, 'x'], USAGE, 'too many arguments'],
  [['account', 'add', `--base-url=${URL}`, '--user=user_1'], NO_KEYCHAIN, 'INTRAY_ACCESS_TOKEN'],
  [['account', 'add', '--base-url', URL, '--user', 'user_1'], NO_KEYCHAIN, 'INTRAY_ACCESS_TOKEN'],
  [['account', 'add', URL], USAGE, 'too many arguments'],
  [['http://clinic', 'status'], USAGE, "unknown command 'http://clinic'"],
  [['--no-sandbox', 'status'], USAGE, "unknown option '--no-sandbox'"],
  [['/status'], USAGE, "unknown command '/status'"],
] as const;

describe('the packaged command', () => {
  test.each(FORMS)('%j ends with %j', async (words, { exit, code }, detail) => {
    const ended = await runPackaged(words);
    expect({ exit: ended.code, code: getError(ended).code, out: ended.out }).toEqual({ exit, code, out: '' });
    expect(getError(ended).detail).toContain(detail);
  });

  test('without a command says where the commands are listed', async () => {
    expect(await intray([])).toMatchObject({ code: 2, out: '', err: expect.stringContaining('--help') });
  });
});
