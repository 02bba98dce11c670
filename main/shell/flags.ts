import { resolve } from 'node:path';
import { checkBaseUrl } from '#contract/accounts.ts';

/** The command line options for the window. */
export interface CommandLineFlags {
  readonly dataDir: string | null;
  /** Origin of the service that this run opens. */
  readonly baseUrl: string | null;
  readonly debugPort: number | null;
  readonly screenshot: string | null;
  /** The arguments after `--headless`, or null for a window. */
  readonly headless: readonly string[] | null;
}

/** The flags, or one sentence about what is wrong with them. */
export type FlagsOutcome = { readonly flags: CommandLineFlags } | { readonly refusal: string };

/** Switches of Chromium and Node that weaken the program's protection. They are compared by prefix. */
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

function switchProblem(args: readonly string[], platform: NodeJS.Platform): string | null {
  // Chromium accepts `--switch` and `-switch` on all systems, `/switch` on Windows, and there in any case.
  const shape = platform === 'win32' ? /^(--?|\/)/ : /^--?/;
  const names = args.filter((word) => shape.test(word)).map((word) => word.replace(shape, '').toLowerCase());
  const found = DANGEROUS_SWITCHES.find((dangerous) => names.some((name) => name.startsWith(dangerous)));
  return found === undefined ? null : `Intray does not start with --${found}.`;
}

function splitHeadless(args: readonly string[]): readonly [readonly string[], readonly string[] | null] {
  const index = args.indexOf('--headless');
  return index === -1 ? [args, null] : [args.slice(0, index), args.slice(index + 1)];
}

/**
 * Reads the values of our own flags, as `--flag value` and `--flag=value`; the last one is used. Other words
 * are ignored.
 */
function readValues(args: readonly string[]): ReadonlyMap<ValueFlag, string> {
  const values = new Map<ValueFlag, string>();
  args.forEach((word, index) => {
    const flag = VALUE_FLAGS.find((name) => word === name || word.startsWith(`${name}=`));
    if (flag === undefined) return;
    values.set(flag, word === flag ? (args[index + 1] ?? '') : word.slice(flag.length + 1));
  });
  return values;
}

type Values = ReturnType<typeof readValues>;

function findValueProblem(values: Values, isHeadless: boolean): string | null {
  const [first] = values.keys();
  if (isHeadless && first !== undefined) return `${first} goes behind the command.`;
  const empty = [...values].find(([, value]) => value === '' || value.startsWith('--'));
  return empty === undefined ? null : `${empty[0]} needs a value.`;
}

function findPortProblem(text: string | undefined, packaged: boolean): string | null {
  if (text === undefined) return null;
  if (packaged) return 'Intray does not start with --debug-port.';
  const isPort = /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535;
  return isPort ? null : '--debug-port takes a number from 1 to 65535.';
}

function getOrigin(text: string): string | null {
  const checked = checkBaseUrl(text, (address) => URL.parse(address));
  return checked.ok ? checked.value : null;
}

function findAddressProblem(text: string | undefined, packaged: boolean): string | null {
  if (text === undefined) return null;
  const isFit = getOrigin(text)?.startsWith(packaged ? 'https:' : 'http') === true;
  return isFit ? null : '--base-url takes an https address with a host name and no path.';
}

export interface FlagContext {
  /** The arguments after the program, and after the app's folder where there is one. */
  readonly args: readonly string[];
  readonly packaged: boolean;
  readonly platform: NodeJS.Platform;
  /** The base folder of relative paths. */
  readonly folder: string;
}

/**
 * Parses the command line. A packaged program refuses the switches that would let another program on this
 * computer inspect it, and every base address except https.
 */
export function readFlags({ args, packaged, platform, folder }: FlagContext): FlagsOutcome {
  const [own, headless] = splitHeadless(args);
  const values = readValues(own);
  const refusal =
    // Every word is checked, also those of the headless command: Chromium reads them all.
    (packaged ? switchProblem(args, platform) : null) ??
    findValueProblem(values, headless !== null) ??
    findPortProblem(values.get('--debug-port'), packaged) ??
    findAddressProblem(values.get('--base-url'), packaged);
  if (refusal !== null) return { refusal };
  const read = <T>(flag: ValueFlag, convert: (text: string) => T): T | null => {
    const text = values.get(flag);
    return text === undefined ? null : convert(text);
  };
  const path = (text: string): string => resolve(folder, text);
  return {
    flags: {
      dataDir: read('--data-dir', path),
      baseUrl: read('--base-url', getOrigin),
      debugPort: read('--debug-port', Number),
      screenshot: read('--screenshot', path),
      headless,
    },
  };
}
