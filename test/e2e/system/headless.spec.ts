import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { expect, test as base, type App } from '../fixtures.ts';
import { commandLine } from '../launch.ts';

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the program on this computer with these words; stdin is at its end. */
type Run = (
  app: App,
  words: readonly string[],
  secrets?: object,
  onStart?: (child: ChildProcess) => void,
) => Promise<Ended>;

const test = base.extend<{ run: Run }>({
  run: async ({ host }, use) => {
    await use(async (app, words, secrets = {}, onStart = () => {}) => {
      const [program, ...args] = commandLine(host, words);
      const { PATH = '' } = process.env;
      const env = { PATH, HOME: app.home, TMPDIR: app.home, ...secrets };
      const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
      onStart(child);
      const said = { out: '', err: '' };
      child.stdout.on('data', (chunk) => (said.out += String(chunk)));
      child.stderr.on('data', (chunk) => (said.err += String(chunk)));
      const [code] = (await once(child, 'close')) as [number | null]; // as Node says
      return { code, ...said };
    });
  },
});

/** What Intray and SQLite make; Chromium makes other files. */
const OWN_FILES = /^(intray-data|accounts|engine\.|access\.|accounts\.json|settings\.json)/;

test('The headless command of the built program does its work, and leaves nothing of Chromium behind', async ({
  makeApp,
  startClinic,
  run,
}) => {
  const clinic = await startClinic();
  const app = makeApp({ clinic });
  const secrets = {
    INTRAY_ACCESS_TOKEN: clinic.accessToken,
    INTRAY_JWT: clinic.jwt,
    INTRAY_CACHE_KEY: '5a'.repeat(32),
  };
  const intray = (...words: readonly string[]): Promise<Ended> =>
    run(app, ['--headless', '--', ...words, `--data-dir=${app.dataDir}`, '--json'], secrets);
  expect(await intray('account', 'add', `--base-url=${clinic.baseUrl}`)).toMatchObject({ code: 0, err: '' });
  expect(await intray('sync')).toMatchObject({ code: 0, err: '' });
  const listed = await intray('list', 'requisitions', '--requisition-type=lab', '--limit=3');
  expect(listed).toMatchObject({ code: 0, err: '' });
  const { items } = JSON.parse(listed.out) as { readonly items: readonly { readonly type: string }[] };
  expect(items.map(({ type }) => type)).toEqual(['lab', 'lab', 'lab']);
  expect(readdirSync(app.dataDir).filter((name) => !OWN_FILES.test(name))).toEqual([]);
  expect(readdirSync(app.home).filter((name) => name.startsWith('intray-command-'))).toEqual([]);
});

test('A headless command that is stopped in the middle says so, and never ends as one that has done its work', async ({
  makeApp,
  startClinic,
  run,
}) => {
  const clinic = await startClinic();
  const app = makeApp({ clinic });
  clinic.faults.add({ match: { path: /^\/v2\// }, action: { kind: 'stall' } });
  const secrets = {
    INTRAY_ACCESS_TOKEN: clinic.accessToken,
    INTRAY_JWT: clinic.jwt,
    INTRAY_CACHE_KEY: '5a'.repeat(32),
  };
  const words = ['account', 'add', `--base-url=${clinic.baseUrl}`, `--data-dir=${app.dataDir}`];
  const children: ChildProcess[] = [];
  const ending = run(app, ['--headless', '--', ...words], secrets, (child) => children.push(child));
  await expect.poll(() => clinic.requests().length).toBeGreaterThan(0);
  children[0]?.kill('SIGTERM');
  const ended = await ending;
  expect(ended).toMatchObject({ code: 1, out: '' });
  expect(ended.err).toMatch(/^intray: Stopped before it was finished.*interrupted/m);
  expect(readdirSync(app.home).filter((name) => name.startsWith('intray-command-'))).toEqual([]);
});

/** Words, exit code, and the line on stderr; Electron's own program may write lines of Chromium beside it. */
const FORMS: readonly (readonly [words: readonly string[], code: number, err: RegExp])[] = [
  [['--headless', '--', 'status'], 3, /^intray: .*account add.*$/m],
  [['--headless', '--', 'frob', '--json'], 2, /^\{"error":\{"code":"invalid-input".*frob.*\}\}$/m],
  [['--headless', '--', 'list', 'requisitions', '--search', 'Doe: x', '--limit', '5'], 3, /account add/],
  [['--headless', '--', 'write', 'forms.create', '--data=-'], 2, /^intray: .*--data: /m],
  [['--headless', 'status'], 2, /^intray: .*The command goes after --headless --.*$/m],
];

test('Every form of a headless command ends by itself, with its exit code and one line on stderr', async ({
  makeApp,
  run,
}) => {
  const check = async ([words, code, err]: (typeof FORMS)[number]): Promise<void> => {
    const ended = await run(makeApp(), words);
    expect({ words, ...ended }).toEqual({ words, code, out: '', err: expect.stringMatching(err) });
    expect(ended.err.match(/^(intray: |\{)/gm)).toHaveLength(1);
  };
  await Promise.all(FORMS.map(check));
  const help = await run(makeApp(), ['--headless', '--', '--help']);
  expect(help).toMatchObject({ code: 0, out: expect.stringContaining('--data-dir=<folder>') });
});
