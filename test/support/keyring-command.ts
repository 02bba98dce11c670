import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { findProgram } from '../../scripts/system-parts.ts';
import { ENTRY, type CommandResult } from './command.ts';

const WRAPPER = join(import.meta.dirname, 'with-keyring.sh');
const missing = ['dbus-run-session', 'gnome-keyring-daemon'].filter(
  (program) => findProgram([program]) === null,
);

/** What a test with a real keyring lacks here, for its title; empty where it can run. */
export const MISSING_KEYRING = missing.length === 0 ? '' : ` (needs ${missing.join(', ')})`;

/** Runs the command as a process beside a keyring in a state of `with-keyring.sh`. */
export type KeyringRun = (
  state: string,
  words: readonly string[],
  variables?: Readonly<Record<string, string | undefined>>,
) => Promise<CommandResult>;

/**
 * Runs the command as a process beside a real keyring, with only the given environment.
 * @param place `home` keeps the entries of the keyring
 */
export function runBesideKeyring(
  { home, dataDir }: { readonly home: string; readonly dataDir: string },
  ...[state, words, variables = {}]: Parameters<KeyringRun>
): Promise<CommandResult> {
  const line = [process.execPath, ENTRY, ...words, '--json', '--data-dir', dataDir];
  const child = spawn('bash', [WRAPPER, state, ...line], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      KEYRING_HOME: home,
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    texts.out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    texts.err += chunk.toString();
  });
  return new Promise((resolve) => {
    // The bus and the keyring write to stderr as well; the command's output is one line of JSON.
    child.on('close', (code) => {
      const [err = ''] = /\{"error".*\}/.exec(texts.err) ?? [];
      resolve({ code: code ?? -1, out: texts.out, err });
    });
  });
}
