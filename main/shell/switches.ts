/**
 * The switches with which the packaged program starts. Every other one is refused, because Chromium, Electron and Node
 * have hundreds that weaken the program's protection and get new ones with each version. They have read the command line
 * before this program runs, so all that is left to do is to end.
 */
const ALLOWED_SWITCHES: ReadonlySet<string> = new Set([
  // Our own.
  'data-dir',
  'base-url',
  'headless',
  // Switches that change how windows look and are drawn.
  'lang',
  'force-device-scale-factor',
  'high-dpi-support',
  'force-color-profile',
  'force-renderer-accessibility',
  'force-prefers-reduced-motion',
  'disable-gpu',
  'disable-gpu-compositing',
  'disable-smooth-scrolling',
  // Switches that Linux desktops pass.
  'ozone-platform',
  'ozone-platform-hint',
  'enable-wayland-ime',
  'wayland-text-input-version',
  'gtk-version',
  'class',
  'name',
  'disable-dev-shm-usage',
  // What Windows passes when a notification is clicked, and the installer after an update.
  'embedding',
  'toastactivated',
  'updated',
  // Switches that macOS passes for the user's choice of language.
  'applelanguages',
  'applelocale',
]);

/** The Finder's number of a process, for example -psn_0_8046508: it passes it at the first start after a download. */
const PROCESS_NUMBER = /^psn_\d+_\d+$/;

/**
 * Variables of Electron that desktops and terminals set for all programs: how windows look, the program of the trash, which
 * Intray never uses, and no output to a console. All others are refused, see `ALLOWED_SWITCHES`.
 */
const ALLOWED_VARIABLES: ReadonlySet<string> = new Set([
  'ELECTRON_OZONE_PLATFORM_HINT',
  'ELECTRON_FORCE_WINDOW_MENU_BAR',
  'ELECTRON_TRASH',
  'ELECTRON_NO_ATTACH_CONSOLE',
]);

/** Returns what Chromium accepts before a switch: `--` and `-` on all systems, `/` on Windows too. */
export function getSwitchPrefixPattern(platform: NodeJS.Platform): RegExp {
  return platform === 'win32' ? /^(--?|\/)/ : /^--?/;
}

/**
 * Returns the first switch among these words with which the packaged program does not start, without its dashes and
 * value; null where there is none.
 * @param words those before `--`: the ones after it are no switches
 */
export function findForbiddenSwitch(words: readonly string[], platform: NodeJS.Platform): string | null {
  const shape = getSwitchPrefixPattern(platform);
  // Chromium removes blanks around a word, and on Windows it reads names in any case.
  const names = words
    .map((word) => word.trim())
    .filter((word) => shape.test(word))
    .map((word) => word.replace(shape, '').replace(/=.*$/s, '').toLowerCase());
  const isAllowed = (name: string): boolean =>
    ALLOWED_SWITCHES.has(name) || (platform === 'darwin' && PROCESS_NUMBER.test(name));
  return names.find((name) => name !== '' && !isAllowed(name)) ?? null;
}

/** Returns the first variable of Electron with which the packaged program does not start; null where there is none. */
export function findForbiddenElectronVariable(
  variables: Readonly<Record<string, string | undefined>>,
): string | null {
  // Windows reads the names of environment variables in any case.
  const set = Object.keys(variables).filter(
    (name) => variables[name] !== undefined && /^electron_/i.test(name),
  );
  return set.find((name) => !ALLOWED_VARIABLES.has(name.toUpperCase())) ?? null;
}
