import { describe, expect, it } from 'vitest';
import { CLI_COMMANDS } from '#main/cli/commands.ts';
import { isHeadlessCommandRequested, parseCommandLine } from '#main/shell/flags.ts';
import { readAsChromium } from '../../host/chromium-arguments.ts';

const PLATFORMS = ['linux', 'darwin', 'win32'] as const;

const readOn = (platform: NodeJS.Platform, args: readonly string[], packaged = true) =>
  parseCommandLine({ args, packaged, platform, folder: '/', variables: {} });

/** Commands as users type them; every one has to arrive word for word on every system. */
const COMMANDS_TYPED: readonly (readonly string[])[] = [
  ['status'],
  ['--help'],
  ['list', 'requisitions', '--requisition-type=lab', '--limit=5'],
  ['list', 'requisitions', '--requisition-type', 'lab', '--limit', '5'],
  ['list', 'requisitions', '--type=lab'],
  ['list', 'requisitions', '--type', 'renderer'],
  ['account', 'add', '--base-url=https://clinic.example.org', '--user=user_1'],
  ['account', 'add', '--base-url', 'https://clinic.example.org', '--user', 'user_1'],
  ['account', 'add', 'https://clinic.example.org', '--base-url=https://clinic.example.org', 'x'],
  ['list', 'requisitions', '--search', 'Doe: x', '--limit', '5'],
  ['list', 'requisitions', '--search=Doe: x', '--limit=5'],
  ['list', 'requisitions', '--search', 'urgent:', '--json'],
  ['list', 'requisitions', '--search', ''],
  ['list', 'requisitions', '--search='],
  ['list', 'requisitions', '--search', 'Müller 你好 🩺'],
  ['list', 'requisitions', '--search', '--language'],
  ['list', 'requisitions', '--search=--lang=de'],
  ['list', 'requisitions', '--search', '--inspect'],
  ['list', 'requisitions', '--search', '--headless'],
  ['list', 'requisitions', '--', '--limit'],
  ['--', 'status'],
  ['get', 'forms', '--', '-odd'],
  ['write', 'forms.create', '--data', '{"name":"a: b"}'],
  ['pdf', 'req_1', '--out', 'C:\\PDFs\\a b.pdf'],
  ['status', '--no-sandbox'],
  ['status', '/type'],
  ['status', '"quoted"', ' blank '],
];

describe.each(PLATFORMS)('a headless command on %s', (platform) => {
  it.each(COMMANDS_TYPED.map((words) => [words]))('arrives word for word: %j', (words) => {
    const args = ['--headless', '--', ...words];
    const { switches, endsOnWindows, isChild } = readAsChromium(args, platform);
    expect([[...switches.keys()], endsOnWindows, isChild]).toEqual([['headless'], false, false]);
    expect(readOn(platform, args)).toMatchObject({ flags: { headless: words } });
  });

  it('may follow switches that Chromium is to read', () => {
    const args = ['--ozone-platform=headless', '--headless', '--lang=de', '--', 'status'];
    expect([...readAsChromium(args, platform).switches.keys()]).toEqual([
      'ozone-platform',
      'headless',
      'lang',
    ]);
    expect(readOn(platform, args)).toMatchObject({ flags: { headless: ['status'] } });
  });

  it('without a command is passed on to the command line parser, which points to the help', () => {
    expect(readOn(platform, ['--headless', '--'])).toMatchObject({ flags: { headless: [] } });
  });

  const OTHER_FORMS = [
    ['--headless'],
    ['--headless', 'status'],
    ['--headless', '--help'],
    ['--headless', 'list', 'requisitions', '--type=lab'],
    ['--headless', 'account', 'add', '--base-url', 'https://clinic.example.org', '--user', 'user_1'],
    ['--headless', 'list', '--', 'requisitions'],
    ['--headless', '', '--', 'status'],
    ['--headless=new', '--', 'status'],
    ['-headless', '--', 'status'],
    ['--Headless', '--', 'status'],
    ['--', '--headless', 'status'],
    ['--', 'status', '--headless'],
  ];
  it.each(OTHER_FORMS.map((args) => [args]))(
    'is refused in another form, %j, with the right form',
    (args) => {
      expect(isHeadlessCommandRequested(args, platform)).toBe(true);
      expect(readOn(platform, args, false)).toEqual({
        refusal: 'The command goes after --headless --, for example: --headless -- status',
      });
    },
  );

  it.each(['--type=lab', '-type=gpu-process', '--inspect', ' --inspect', '--password-store=basic'])(
    'does not start after the dangerous switch %j',
    (word) => {
      expect(readOn(platform, [word, '--headless', '--', 'status'])).toEqual({
        refusal: expect.stringMatching(/^Intray does not start with --/),
      });
    },
  );
});

describe('the forms that are refused', () => {
  it('are those that a system reads in another way', () => {
    const words = ['account', 'add', '--base-url', 'https://clinic.example.org', '--user', 'user_1'];
    expect(readAsChromium(['--headless', ...words], 'win32').endsOnWindows).toBe(true);
    expect(readAsChromium(['--headless', 'list', '--type=lab'], 'linux').isChild).toBe(true);
    expect(
      readAsChromium(['--base-url', 'https://x.example', '--data-dir', 'd'], 'win32').endsOnWindows,
    ).toBe(true);
    expect(readAsChromium(['--base-url=https://x.example', '--data-dir=d'], 'win32').endsOnWindows).toBe(
      false,
    );
  });

  it('on Windows include the notation with a slash', () => {
    expect(readOn('win32', ['/headless', '--', 'status'], false)).toHaveProperty('refusal');
    expect(isHeadlessCommandRequested(['/headless'], 'linux')).toBe(false);
  });
});

/** Names that Chromium, Electron or Node look for on every command line. */
const SWITCHES = [
  'type lang user-data-dir headless version v vmodule host-rules proxy-server log-file log-level enable-logging',
  'app-path disk-cache-size service-worker-preload no-stdio-init inspect no-deprecation trace-warnings',
].flatMap((line) => line.split(' '));

it('no option has the name of a switch', () => {
  const options = CLI_COMMANDS.flatMap(({ options: own }) => own.map(({ usage }) => usage));
  const names = options.map((form) => /^--([a-z-]+)/.exec(form)?.[1] ?? form);
  expect(names.filter((name) => SWITCHES.includes(name))).toEqual([]);
});
