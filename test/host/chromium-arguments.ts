/**
 * How Chromium and Electron read a command line before the program runs, after `AppendSwitchesAndArguments` of
 * Chromium's `base/command_line.cc` and `CheckCommandLineArguments` of Electron's `shell/app/command_line_args.cc`.
 */

export interface ChromiumReading {
  /** Switches with their values, under the names that Chromium has for them. */
  readonly switches: ReadonlyMap<string, string>;
  /** Whether Windows ends the program before it runs, without a message: an argument follows an address. */
  readonly endsOnWindows: boolean;
  /** Whether the program becomes one of Chromium's own processes instead of running. */
  readonly isChild: boolean;
}

const SHAPE = { win32: /^(--|-|\/)(?=.)/, other: /^(--|-)(?=.)/ };

/** Whether Electron takes a word for an address: a scheme of two letters or more, without blanks. */
function isAddress(word: string): boolean {
  return /^[a-z][^\s:]+:/i.test(word);
}

/** Whether an argument follows an address, which Electron takes for a forged link. */
function hasWordAfterAddress(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  const checked = end === -1 ? words : words.slice(0, end);
  const address = checked.findIndex(isAddress);
  return address !== -1 && address < checked.length - 1;
}

/** Reads the words after the program, on one system. */
export function readAsChromium(given: readonly string[], platform: NodeJS.Platform): ChromiumReading {
  const shape = platform === 'win32' ? SHAPE.win32 : SHAPE.other;
  const words = given.map((word) => word.trim());
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  const isSwitch = (word: string, index: number): boolean => index < end && shape.test(word);
  const beforeEnd = words.filter(isSwitch);
  const others = words.filter((word, index) => !isSwitch(word, index));
  const switches = new Map(
    beforeEnd.map((word) => {
      const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(word.replace(shape, '')) ?? [];
      return [platform === 'win32' ? name.toLowerCase() : name, value] as const;
    }),
  );
  return {
    switches,
    // Chromium puts the switches first, then all other words in their order.
    endsOnWindows: hasWordAfterAddress([...beforeEnd, ...others]),
    isChild: (switches.get('type') ?? '') !== '',
  };
}

/** Returns why the program ends before its first line, or null where it runs. */
export function findEarlyExit(words: readonly string[], platform: NodeJS.Platform): string | null {
  const { isChild, endsOnWindows, switches } = readAsChromium(words, platform);
  if (isChild) return `Chromium takes --type=${switches.get('type')} for the type of a child process`;
  return platform === 'win32' && endsOnWindows
    ? 'Electron refuses an address that another word follows'
    : null;
}
