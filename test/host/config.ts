/**
 * The command line of this host: `node test/host/index.ts MAIN CHROMIUM headless|visible [arguments of
 * Intray]`.
 */
import { resolve } from 'node:path';

export interface HostConfig {
  /** Full path of the main bundle. */
  readonly main: string;
  /** Full path of the browser. */
  readonly chromium: string;
  readonly isVisible: boolean;
  readonly words: readonly string[];
  /** The host with all of its arguments. */
  readonly command: readonly string[];
}

/** Reads the host's own arguments; the rest belongs to Intray. */
export function readConfig(words: readonly string[]): HostConfig {
  const [main, chromium, mode, ...rest] = words;
  if (main === undefined || chromium === undefined || (mode !== 'headless' && mode !== 'visible'))
    throw new Error('usage: node test/host/index.ts MAIN CHROMIUM headless|visible [arguments of Intray]');
  return {
    main: resolve(main),
    chromium,
    isVisible: mode === 'visible',
    words: rest,
    command: process.argv.slice(1),
  };
}

export const config = readConfig(process.argv.slice(2));
