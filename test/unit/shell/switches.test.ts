import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findForbiddenSwitch, findForbiddenElectronVariable } from '#main/shell/switches.ts';
import { findEarlyExit } from '../../host/chromium-arguments.ts';

const ROOT = join(import.meta.dirname, '../../..');

interface Row {
  /** Who passes these words, and how that is known. */
  readonly by: string;
  readonly platform: NodeJS.Platform;
  readonly words: readonly string[];
}

/** What systems, packages and updates pass to the program by themselves. */
const PASSED: readonly Row[] = [
  { by: 'a double click, the Dock, a login item, a shortcut', platform: 'darwin', words: [] },
  {
    by: 'the Finder, at the first start after a download (electron issues 3657 and 7266)',
    platform: 'darwin',
    words: ['-psn_0_8046508'],
  },
  {
    by: 'a language for this program alone (user defaults in the argument domain)',
    platform: 'darwin',
    words: ['-AppleLanguages', '(de)', '-AppleLocale', 'de_DE'],
  },
  {
    by: 'COM, at a click on a notification after the program has ended (LocalServer32 of windows_toast_activator.cc)',
    platform: 'win32',
    words: ['-Embedding'],
  },
  {
    // The path in LocalServer32 has no quotes.
    by: 'the same for a user whose name has a blank',
    platform: 'win32',
    words: ['Doe\\AppData\\Local\\Programs\\Intray\\Intray.exe', '-Embedding'],
  },
  {
    by: "a notification's toolkit of Windows",
    platform: 'win32',
    words: ['-ToastActivated', '-Embedding'],
  },
  {
    by: 'a notification without an activator: its launch text (openai/codex issue 25227)',
    platform: 'win32',
    words: ['type=click&tag=11575876717883772928'],
  },
  { by: 'the installer after an update (common.nsh)', platform: 'win32', words: ['--updated'] },
  { by: 'a file dropped on the shortcut', platform: 'win32', words: ['C:\\Users\\Jane Doe\\a.pdf'] },
  { by: 'the desktop entry with files (%U)', platform: 'linux', words: ['file:///home/jane/a.pdf'] },
  { by: 'the desktop entry without any (%U)', platform: 'linux', words: [] },
];

/** What administrators and users add to a shortcut or a desktop entry so that the window is shown well. */
const CHOSEN: readonly Row[] = [
  {
    by: 'Wayland or X11 by choice',
    platform: 'linux',
    words: ['--ozone-platform-hint=auto', '--ozone-platform=x11', '--enable-wayland-ime'],
  },
  { by: 'another toolkit for menus and dialogs', platform: 'linux', words: ['--gtk-version=3'] },
  { by: 'a small /dev/shm in a container', platform: 'linux', words: ['--disable-dev-shm-usage'] },
  { by: 'a broken graphics driver', platform: 'win32', words: ['--disable-gpu'] },
  { by: 'a language, a size', platform: 'win32', words: ['--lang=de', '--force-device-scale-factor=1.5'] },
];

/** What other programs pass to Electron, or to what is not Intray itself. */
const REFUSED: readonly Row[] = [
  { by: 'containers and packages without a sandbox', platform: 'linux', words: ['--no-sandbox'] },
  {
    by: 'features that users switch on',
    platform: 'linux',
    words: ['--enable-features=WaylandLinuxDrmSyncobj'],
  },
  { by: 'launchers of applications in D-Bus', platform: 'linux', words: ['--gapplication-service'] },
  { by: 'login items that start hidden, which Intray does not have', platform: 'win32', words: ['--hidden'] },
  { by: 'the updater to the installer, never to the program', platform: 'win32', words: ['--force-run'] },
  { by: 'the updater to the installer, never to the program', platform: 'win32', words: ['/S'] },
  {
    by: 'an installer of Squirrel, which Intray does not have',
    platform: 'win32',
    words: ['--squirrel-firstrun'],
  },
  { by: 'a restart by Chrome, which Electron does not do', platform: 'win32', words: ['--restart'] },
  {
    // It is added to the copy of the command line that the first instance receives, and Intray does not read that.
    by: 'a second start to the first one (chrome_process_finder.cc)',
    platform: 'win32',
    words: ['--original-process-start-time=13213718723637733'],
  },
  { by: 'no system but macOS', platform: 'linux', words: ['-psn_0_8046508'] },
  { by: 'no system: the Finder passes two numbers alone', platform: 'darwin', words: ['-psn_0_1;--inspect'] },
];

const DRAWN = 'with $words, which come from $by on $platform';

describe('the packaged program', () => {
  it.each([...PASSED, ...CHOSEN])(`starts ${DRAWN}`, ({ platform, words }) => {
    expect(findForbiddenSwitch(words, platform)).toBeNull();
    // Nor do Chromium and Electron end it before its first line.
    expect(findEarlyExit(words, platform)).toBeNull();
  });

  it.each(REFUSED)(`does not start ${DRAWN}`, ({ platform, words }) => {
    expect(findForbiddenSwitch(words, platform)).toBeTypeOf('string');
  });

  it('starts with all switches with which the installer for Windows starts it', () => {
    const templates = join(ROOT, 'node_modules/app-builder-lib/templates/nsis');
    const scripts = ['common.nsh', 'assistedInstaller.nsh'].map((name) =>
      readFileSync(join(templates, name), 'utf8'),
    );
    const passed = scripts.flatMap((script) =>
      [...script.matchAll(/StrCpy \$(?:startAppArgs|1) "(--[^"]*)"/g)].map(([, word = '']) => word),
    );
    expect(passed).toEqual(['--updated', '--updated']);
    expect(findForbiddenSwitch(passed, 'win32')).toBeNull();
  });

  it('is given no switches by the packages themselves', () => {
    const configuration = readFileSync(join(ROOT, 'electron-builder.yml'), 'utf8');
    // With switches of its own, the desktop entry would also lose `%U`.
    expect(configuration).not.toContain('executableArgs');
    // The MSI starts no program when it has finished.
    expect(configuration).toMatch(/^msi:(\n {2}.*)*\n {2}runAfterFinish: false$/m);
  });

  it.each([
    ['ELECTRON_OZONE_PLATFORM_HINT', 'auto'],
    ['ELECTRON_FORCE_WINDOW_MENU_BAR', '1'],
    ['ELECTRON_TRASH', 'kioclient5'],
    ['ELECTRON_NO_ATTACH_CONSOLE', '1'],
  ])('starts with %s, which desktops and terminals set for all programs', (name, value) => {
    expect(findForbiddenElectronVariable({ [name]: value })).toBeNull();
  });
});
