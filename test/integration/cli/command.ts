import { existsSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { nodeFork } from '#main/base/node-fork.ts';
import { systemRandom } from '#main/base/random.ts';
import type { CommandHost } from '#main/cli/context.ts';
import { runCommand } from '#main/cli/program.ts';
import type { Sandbox } from '#main/sandbox/server.ts';
import { impatientClock, WORKER_URL } from '../../support/engine.ts';

/** Path of the command's entry, for tests that start it as a process. */
export const ENTRY = fileURLToPath(new URL('../../../main/cli/index.ts', import.meta.url));
const KEYCHAIN_CHILD = fileURLToPath(new URL('../../../main/vault/keychain-child.ts', import.meta.url));

export const CACHE_KEY = 'c0ffee'.padEnd(64, '0');

/** What a command printed and how it ended. */
export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** The three variables that stand in for a keychain. */
export function variablesFor({ accessToken, jwt }: Pick<Sandbox, 'accessToken' | 'jwt'>): Variables {
  return { INTRAY_ACCESS_TOKEN: accessToken, INTRAY_JWT: jwt, INTRAY_CACHE_KEY: CACHE_KEY };
}

/** An environment without a message bus, so without a keychain, whatever the computer has. */
function withoutKeychain(): Variables {
  const { DBUS_SESSION_BUS_ADDRESS: _bus, XDG_RUNTIME_DIR: _runtime, ...rest } = process.env;
  return { ...rest, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/bus' };
}

function collected(stream: PassThrough): () => string {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString();
}

export interface Options {
  readonly variables?: Variables;
  readonly isWatched?: boolean;
  readonly onInterrupt?: CommandHost['onInterrupt'];
}

/** Runs the command in this process, without a keychain. */
export async function intray(words: readonly string[], options: Options = {}): Promise<Ended> {
  const { variables = {}, isWatched = false, onInterrupt = () => () => {} } = options;
  const stdout = new PassThrough();
  const stderr = Object.assign(new PassThrough(), { isTTY: isWatched });
  const [out, error] = [collected(stdout), collected(stderr)];
  const code = await runCommand(words, {
    stdout,
    stderr,
    variables,
    clock: impatientClock,
    random: systemRandom,
    forkKeychain: () => nodeFork(KEYCHAIN_CHILD, [], { env: withoutKeychain() }),
    workerUrl: WORKER_URL,
    onInterrupt,
  });
  return { code, out: out(), err: error() };
}

/** The error object of a command that ended badly under --json. */
export function errorOf({ err }: Ended): {
  readonly code: string;
  readonly message: string;
  readonly detail?: string;
} {
  return (JSON.parse(err) as { error: { code: string; message: string } }).error; // the shape that is being tested
}

/** Whether anything was registered in a data folder. */
export function isRegistered(dataDir: string): boolean {
  return existsSync(`${dataDir}/accounts.json`);
}
