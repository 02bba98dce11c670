/**
 * How Chromium and Electron read a command line before the program runs, after `AppendSwitchesAndArguments` of
 * Chromium's `base/command_line.cc` and `CheckCommandLineArguments` of Electron's `shell/app/command_line_args.cc`.
 */

export interface ChromiumReading {
  /** Switches with their values, under the names that Chromium has for them. */
  readonly switches: ReadonlyMap<string, string>;
  /** Whether Windows ends the program before it runs, without a word: an argument follows an address. */
  readonly endsOnWindows: boolean;
  /** Whether the program becomes one of Chromium's own processes instead of running. */
  readonly isChild: boolean;
}

const SHAPE = { win32: /^(--|-|\/)(?=.)/, other: /^(--|-)(?=.)/ };

/** Whether Electron takes a word for an address: a scheme of two letters or more, without blanks. */
function isAddress(word: string): boolean {
  return /^[a-z][^\s:]+:/i.test(word);
}

/** Reads the words behind the program, on one system. */
export function readAsChromium(words: readonly string[], platform: NodeJS.Platform): ChromiumReading {
  const shape = platform === 'win32' ? SHAPE.win32 : SHAPE.other;
  const switches = new Map<string, string>();
  const inFront: string[] = [];
  const behind: string[] = [];
  let parses = true;
  for (const word of words.map((given) => given.trim())) {
    parses &&= word !== '--';
    if (!parses || !shape.test(word)) {
      behind.push(word);
      continue;
    }
    inFront.push(word);
    const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(word.replace(shape, '')) ?? [];
    switches.set(platform === 'win32' ? name.toLowerCase() : name, value);
  }
  // Chromium puts the switches first, then all other words in their order.
  const ordered = [...inFront, ...behind];
  const end = ordered.indexOf('--');
  const checked = end === -1 ? ordered : ordered.slice(0, end);
  const address = checked.findIndex(isAddress);
  return {
    switches,
    endsOnWindows: address !== -1 && address < checked.length - 1,
    isChild: (switches.get('type') ?? '') !== '',
  };
}
