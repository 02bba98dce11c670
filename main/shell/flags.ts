import { resolve } from 'node:path';
import { validateBaseUrlToOrigin } from '#contract/accounts.ts';
import { findForbiddenSwitch, findForbiddenElectronVariable, getSwitchPrefixPattern } from './switches.ts';

/** The parsed options of the command line. Null: the option is absent. */
export interface CommandLineFlags {
  readonly dataDir: string | null;
  /** Base address of the service that this run opens, from the command line. */
  readonly baseUrl: string | null;
  readonly debugPort: number | null;
  readonly screenshot: string | null;
  /** The words of the headless command, which follow `--headless --`, or null for a window. */
  readonly headless: readonly string[] | null;
}

/** The parsed flags, or one sentence about what is wrong with the command line. */
export type ParseCommandLineResult = { readonly flags: CommandLineFlags } | { readonly refusal: string };

const VALUE_FLAGS = ['--data-dir', '--base-url', '--debug-port', '--screenshot'] as const;
type ValueFlag = (typeof VALUE_FLAGS)[number];

const HEADLESS = '--headless';
/** Ends the switches: what follows is read by this program alone, on all systems. */
const END_OF_SWITCHES = '--';
const HEADLESS_USAGE = `The command goes after ${HEADLESS} ${END_OF_SWITCHES}, for example: ${HEADLESS} ${END_OF_SWITCHES} status`;

function namesHeadless(word: string, platform: NodeJS.Platform): boolean {
  const shape = getSwitchPrefixPattern(platform);
  return shape.test(word) && /^headless(=|$)/i.test(word.replace(shape, ''));
}

/** Returns whether these words ask for the headless command, in whatever form. */
export function isHeadlessCommandRequested(args: readonly string[], platform: NodeJS.Platform): boolean {
  return args.some((word) => namesHeadless(word, platform));
}

/**
 * Splits the words at `--`: those before it are read by Chromium, Electron and Node too, those after it by this
 * program alone.
 */
function splitWords(args: readonly string[]): readonly [readonly string[], readonly string[] | null] {
  const end = args.indexOf(END_OF_SWITCHES);
  return end === -1 ? [args, null] : [args.slice(0, end), args.slice(end + 1)];
}

/**
 * Returns what is wrong with the form of a headless command. Only one form means the same on all systems:
 * without `--`, Windows ends the program before it runs where a word follows an address, and an option may be
 * the name of a switch.
 */
function findFormProblem(args: readonly string[], platform: NodeJS.Platform): string | null {
  if (!isHeadlessCommandRequested(args, platform)) return null;
  const [own, command] = splitWords(args);
  const index = own.indexOf(HEADLESS);
  const strays = own.slice(index + 1).filter((word) => !getSwitchPrefixPattern(platform).test(word));
  return index === -1 || command === null || strays.length > 0 ? HEADLESS_USAGE : null;
}

/** Returns why a packaged program refuses the command line or the environment; null where it does not. */
function findPackagedProblem(
  words: readonly string[],
  { platform, variables }: Pick<ParseCommandLineInput, 'platform' | 'variables'>,
): string | null {
  const forbidden = findForbiddenSwitch(words, platform);
  if (forbidden !== null) return `Intray does not start with --${forbidden}.`;
  const variable = findForbiddenElectronVariable(variables);
  return variable === null ? null : `Intray does not start with ${variable} in its environment.`;
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
  if (isHeadless && first !== undefined)
    return `${first} goes after the command: ${HEADLESS} ${END_OF_SWITCHES} status ${first}=…`;
  const empty = [...values].find(([, value]) => value === '' || value.startsWith('--'));
  return empty === undefined ? null : `${empty[0]} needs a value.`;
}

function findPortProblem(text: string | undefined): string | null {
  if (text === undefined) return null;
  const isPort = /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535;
  return isPort ? null : '--debug-port takes a number from 1 to 65535.';
}

function getOrigin(text: string): string | null {
  const checked = validateBaseUrlToOrigin(text, (address) => URL.parse(address));
  return checked.ok ? checked.value : null;
}

function findAddressProblem(text: string | undefined, packaged: boolean): string | null {
  if (text === undefined) return null;
  const isFit = getOrigin(text)?.startsWith(packaged ? 'https:' : 'http') === true;
  return isFit ? null : '--base-url takes an https address with a host name and no path.';
}

export interface ParseCommandLineInput {
  /** The arguments after the program, and after the app's folder where there is one. */
  readonly args: readonly string[];
  readonly packaged: boolean;
  readonly platform: NodeJS.Platform;
  /** The base folder of relative paths. */
  readonly folder: string;
  /** The environment variables. */
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/**
 * Parses the command line. A packaged program refuses every switch and every variable of Electron that is not known to be
 * harmless, the picture and the port for developers, and every base address except https.
 */
export function parseCommandLine({
  args,
  packaged,
  platform,
  folder,
  variables,
}: ParseCommandLineInput): ParseCommandLineResult {
  const [own, rest] = splitWords(args);
  const isHeadless = own.includes(HEADLESS);
  const values = readValues(own);
  const refusal =
    (packaged ? findPackagedProblem(own, { platform, variables }) : null) ??
    findFormProblem(args, platform) ??
    findValueProblem(values, isHeadless) ??
    findPortProblem(values.get('--debug-port')) ??
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
      headless: isHeadless ? rest : null,
    },
  };
}
