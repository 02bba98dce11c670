import { describe, expect, it, vi } from 'vitest';
import { parseCommandLine, type ParseCommandLineInput } from '#main/shell/flags.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);

function read(args: readonly string[], more: Partial<ParseCommandLineInput> = {}) {
  return parseCommandLine({
    args,
    packaged: false,
    platform: 'linux',
    folder: '/home/desk',
    variables: {},
    ...more,
  });
}
const NOTHING = { dataDir: null, baseUrl: null, debugPort: null, screenshot: null, headless: null };

describe('the command line', () => {
  it('is empty without arguments, and with only foreign ones', () => {
    expect(read([])).toEqual({ flags: NOTHING });
    expect(read(['--ozone-platform=wayland', 'x', '--updated'])).toEqual({ flags: NOTHING });
  });

  it('accepts values in both notations, and paths relative to the working directory', () => {
    expect(
      read([
        '--data-dir',
        'data',
        '--base-url=https://clinic.example.org/',
        '--debug-port=9222',
        '--screenshot',
        '/tmp/a.png',
      ]),
    ).toEqual({
      flags: {
        dataDir: '/home/desk/data',
        baseUrl: 'https://clinic.example.org',
        debugPort: 9222,
        screenshot: '/tmp/a.png',
        headless: null,
      },
    });
  });

  it('passes everything after --headless -- on, unchanged', () => {
    expect(read(['--headless', '--', 'list', 'forms', '--data-dir', 'e', '--json'])).toEqual({
      flags: { ...NOTHING, headless: ['list', 'forms', '--data-dir', 'e', '--json'] },
    });
  });

  it('is refused if a flag of the window comes before the headless command', () => {
    expect(read(['--data-dir', 'd', '--headless', '--', 'sync'])).toEqual({
      refusal: '--data-dir goes after the command: --headless -- status --data-dir=…',
    });
  });

  it.each([[['--data-dir']], [['--screenshot=']], [['--base-url', '--debug-port', '1']]])(
    'names what is missing in %j',
    (args) => {
      expect(read(args)).toEqual({ refusal: expect.stringMatching(/^--[\w-]+ needs a value\.$/) });
    },
  );

  it.each(['0', '65536', '-1', '9e3', '0x50', 'port', '99999999', ' 1'])('refuses the port %j', (port) => {
    expect(read([`--debug-port=${port}`])).toEqual({
      refusal: '--debug-port takes a number from 1 to 65535.',
    });
  });

  const ADDRESSES = [
    'http://clinic.example.org',
    'https://u:p@clinic.example.org',
    'https://clinic.example.org/path',
    'https://10.0.0.1',
    'ftp://clinic.example.org',
    'clinic',
    'https://clinic.example.org\\@evil.example',
  ];
  it.each(ADDRESSES)('refuses the base address %s', (address) => {
    expect(read([`--base-url=${address}`])).toEqual({
      refusal: '--base-url takes an https address with a host name and no path.',
    });
  });

  it('opens a service on this computer for tests, but not when packaged', () => {
    const args = ['--base-url', 'http://127.0.0.1:4000'];
    expect(read(args)).toEqual({ flags: { ...NOTHING, baseUrl: 'http://127.0.0.1:4000' } });
    expect(read(args, { packaged: true })).toEqual({
      refusal: '--base-url takes an https address with a host name and no path.',
    });
    expect(read(['--base-url=https://localhost:4000'], { packaged: true })).toHaveProperty('flags');
  });
});

describe('a packaged program', () => {
  const DANGEROUS = [
    '--remote-debugging-port=9222',
    '--remote-debugging-pipe',
    '-remote-debugging-port=9222',
    '--REMOTE-DEBUGGING-PORT=9222',
    '--inspect',
    '--inspect-brk=0.0.0.0:9229',
    '--no-sandbox',
    '--disable-web-security',
    '--password-store=basic',
    '--password-store=gnome-libsecret',
    '--use-mock-keychain',
    '--browser-subprocess-path=/tmp/x',
    '--single-process',
    '--no-zygote',
    '--disable-gpu-sandbox',
    '--enable-blink-features=X',
    '--unsafely-treat-insecure-origin-as-secure=http://x',
    '--bypasscsp-schemes=app',
    '--type=renderer',
    ' --no-sandbox',
    '--ignore-certificate-errors',
    '--js-flags=--expose-gc',
    '--proxy-server=evil:80',
    '--load-extension=/tmp/x',
    '--enable-logging',
    '--log-net-log=/tmp/x',
    '--user-data-dir=/tmp/x',
    '--debug-port=9222',
    '--zygote-cmd-prefix=/tmp/x',
    '--disable-blink-features=TrustedDOMTypes',
    '--enable-features=X',
    '--enable-crash-reporter',
    '--log-file=/tmp/x',
    '--trace-startup',
    '--vmodule=*=9',
    '--dump-dom',
    '--a-switch-of-tomorrow',
    '--language=de',
    '--screenshot=/tmp/a.png',
  ];
  it.each(DANGEROUS)('does not start with %s', (word) => {
    expect(read([word], { packaged: true })).toEqual({
      refusal: expect.stringMatching(/^Intray does not start with --/),
    });
  });

  it('recognises the Windows notation of switches', () => {
    expect(read(['/inspect'], { packaged: true, platform: 'win32' })).toHaveProperty('refusal');
    expect(read(['/inspect'], { packaged: true, platform: 'linux' })).toHaveProperty('flags');
  });

  it('starts with harmless ones, and reads no switches after --', () => {
    const args = ['--lang=de', '--force-device-scale-factor=2', '--data-dir=/d', '--', '--inspect'];
    expect(read(args, { packaged: true })).toHaveProperty('flags');
  });

  it.each([
    [['--updated', '--lang=de'], 'win32'],
    [['-Embedding'], 'win32'],
    [['-AppleLanguages', '(de)'], 'darwin'],
    [['--ozone-platform=wayland', '--class=intray'], 'linux'],
    [['--data-dir', '-'], 'linux'],
    [['--headless', '--', 'status', '--screenshot=a'], 'linux'],
  ] as const)('starts with %j, which %s or its users pass', (args, platform) => {
    expect(read(args, { packaged: true, platform })).toHaveProperty('flags');
  });

  it.each(['ELECTRON_ENABLE_LOGGING', 'ELECTRON_LOG_FILE', 'electron_run_as_node', 'ELECTRON_OF_TOMORROW'])(
    'does not start with %s in its environment',
    (name) => {
      const variables = { PATH: '/bin', [name]: '' };
      expect(read([], { packaged: true, variables })).toEqual({
        refusal: `Intray does not start with ${name} in its environment.`,
      });
      expect(read([], { variables })).toHaveProperty('flags');
    },
  );

  it('starts with variables that choose how windows look, and with unset ones', () => {
    const variables = { ELECTRON_OZONE_PLATFORM_HINT: 'auto', ELECTRON_LOG_FILE: undefined, HOME: '/h' };
    expect(read([], { packaged: true, variables })).toHaveProperty('flags');
  });
});
