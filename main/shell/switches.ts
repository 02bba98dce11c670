/**
 * Switches of Chromium, Electron and Node that weaken the program's protection, or that would make it another
 * kind of process. They are compared by prefix. Chromium has read them before this program runs, so all that
 * is left to do is to end. Other switches, such as --lang or --ozone-platform, pass.
 */
const DANGEROUS_SWITCHES = [
  'remote-debugging',
  'remote-allow-origins',
  'inspect',
  'wait-for-debugger',
  'js-flags',
  'type',
  'no-sandbox',
  'no-zygote',
  'no-unsandboxed-zygote',
  'single-process',
  'in-process-gpu',
  'browser-subprocess-path',
  'disable-setuid-sandbox',
  'disable-namespace-sandbox',
  'disable-seccomp-filter-sandbox',
  'disable-gpu-sandbox',
  'disable-web-security',
  'disable-site-isolation',
  'disable-features',
  'disable-popup-blocking',
  'enable-blink-features',
  'enable-automation',
  'allow-running-insecure-content',
  'allow-insecure-localhost',
  'unsafely-treat-insecure-origin-as-secure',
  'ignore-certificate-errors',
  'host-rules',
  'host-resolver-rules',
  'auth-server-',
  'auth-negotiate-',
  'proxy-',
  'no-proxy-server',
  'password-store',
  'use-mock-keychain',
  'load-extension',
  'enable-logging',
  'log-file',
  'log-net-log',
  'net-log',
  'trace-startup',
  'ssl-key-log-file',
  'crash-dumps-dir',
  'user-data-dir',
  'app-path',
  'bypasscsp-schemes',
  'secure-schemes',
  'standard-schemes',
  'cors-schemes',
  'fetch-schemes',
  'service-worker-schemes',
  'streaming-schemes',
  'code-cache-schemes',
  'extension-schemes',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'gpu-launcher',
] as const;

/** Returns what Chromium accepts before a switch: `--` and `-` on all systems, `/` on Windows too. */
export function getSwitchShape(platform: NodeJS.Platform): RegExp {
  return platform === 'win32' ? /^(--?|\/)/ : /^--?/;
}

/**
 * Returns the first dangerous switch among these words, without its dashes; null where there is none.
 * @param words those before `--`: the ones after it are no switches
 */
export function findDangerousSwitch(words: readonly string[], platform: NodeJS.Platform): string | null {
  const shape = getSwitchShape(platform);
  // Chromium removes blanks around a word, and on Windows it reads names in any case.
  const names = words
    .map((word) => word.trim())
    .filter((word) => shape.test(word))
    .map((word) => word.replace(shape, '').toLowerCase());
  return DANGEROUS_SWITCHES.find((dangerous) => names.some((name) => name.startsWith(dangerous))) ?? null;
}
