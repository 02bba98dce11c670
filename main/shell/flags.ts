import { resolve } from 'node:path';
import { checkBaseUrl } from '#contract/base-url.ts';

/** What the command line asks of the window. */
export interface Flags {
  readonly dataDir: string | null;
  /** Origin of the service that this run opens. */
  readonly baseUrl: string | null;
  readonly debugPort: number | null;
  readonly screenshot: string | null;
  /** The words after `--headless`, or null for a window. */
  readonly headless: readonly string[] | null;
}

/** The flags, or one sentence about what is wrong with them. */
export type FlagsOutcome = { readonly flags: Flags } | { readonly refusal: string };

/** Switches of Chromium and Node that open this program up. Compared by beginning. */
const DANGEROUS_SWITCHES = [
  'remote-debugging',
  'remote-allow-origins',
  'inspect',
  'js-flags',
  'no-sandbox',
  'disable-web-security',
  'disable-site-isolation',
  'disable-features',
  'allow-running-insecure-content',
  'ignore-certificate-errors',
  'host-rules',
  'host-resolver-rules',
  'proxy-',
  'password-store=basic',
  'load-extension',
  'enable-logging',
  'log-net-log',
  'net-log',
  'ssl-key-log-file',
  'user-data-dir',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'gpu-launcher',
] as const;

const VALUE_FLAGS = ['--data-dir', '--base-url', '--debug-port', '--screenshot'] as const;
type ValueFlag = (typeof VALUE_FLAGS)[number];

function dangerousSwitch(argument: string, platform: NodeJS.Platform): string | null {
  // Chromium takes `--switch` and `-switch` everywhere, `/switch` on Windows, and there in any case.
  const shape = platform === 'win32' ? /^(--?|\/)/ : /^--?/;
  if (!shape.test(argument)) return null;
  const name = argument.replace(shape, '').toLowerCase();
  return DANGEROUS_SWITCHES.find((dangerous) => name.startsWith(dangerous)) ?? null;
}

function splitHeadless(words: readonly string[]): readonly [readonly string[], readonly string[] | null] {
  const index = words.indexOf('--headless');
  return index === -1 ? [words, null] : [words.slice(0, index), words.slice(index + 1)];
}

/** Values of our own flags; `--flag value` and `--flag=value`, the last one counts. Others are not ours. */
function readValues(words: readonly string[]): ReadonlyMap<ValueFlag, string> {
  const values = new Map<ValueFlag, string>();
  words.forEach((word, index) => {
    const flag = VALUE_FLAGS.find((name) => word === name || word.startsWith(`${name}=`));
    if (flag === undefined) return;
    values.set(flag, word === flag ? (words[index + 1] ?? '') : word.slice(flag.length + 1));
  });
  return values;
}

function readPort(text: string | undefined): number | null {
  if (text === undefined) return null;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  return port >= 1 && port <= 65_535 ? port : NaN;
}

function readBaseUrl(text: string | undefined): string | null | undefined {
  if (text === undefined) return null;
  const checked = checkBaseUrl(text, (address) => URL.parse(address));
  return checked.ok ? checked.value : undefined;
}

export interface FlagSource {
  /** The arguments after the program, and after the app's folder where there is one. */
  readonly words: readonly string[];
  readonly packaged: boolean;
  readonly platform: NodeJS.Platform;
  /** The folder that relative paths start from. */
  readonly folder: string;
}

/**
 * Reads the command line. A packaged program refuses the switches that would let another program on this
 * computer look into it, and every base address but https.
 */
export function readFlags({ words, packaged, platform, folder }: FlagSource): FlagsOutcome {
  const [own, headless] = splitHeadless(words);
  // Chromium reads every word, also those after --headless.
  const dangerous = packaged ? words.map((word) => dangerousSwitch(word, platform)).find(Boolean) : null;
  if (dangerous) return { refusal: `Intray does not start with --${dangerous}.` };
  const values = readValues(own);
  const [misplaced] = headless === null ? [] : values.keys();
  if (misplaced !== undefined) return { refusal: `${misplaced} goes behind the command.` };
  const empty = [...values].find(([, value]) => value === '' || value.startsWith('--'));
  if (empty !== undefined) return { refusal: `${empty[0]} needs a value.` };
  const debugPort = readPort(values.get('--debug-port'));
  if (Number.isNaN(debugPort)) return { refusal: '--debug-port takes a number from 1 to 65535.' };
  if (packaged && debugPort !== null) return { refusal: 'Intray does not start with --debug-port.' };
  const baseUrl = readBaseUrl(values.get('--base-url'));
  if (baseUrl === undefined || (packaged && baseUrl !== null && !baseUrl.startsWith('https:')))
    return { refusal: '--base-url takes an https address with a host name and no path.' };
  const path = (flag: ValueFlag): string | null => {
    const value = values.get(flag);
    return value === undefined ? null : resolve(folder, value);
  };
  return {
    flags: { dataDir: path('--data-dir'), baseUrl, debugPort, screenshot: path('--screenshot'), headless },
  };
}
