/** Entry of the headless command: `node main/cli/index.ts`, or its bundle under the packaged program. */
import { readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { toPdfProcessArgs } from '#contract/pdfs.ts';
import { systemClock } from '#main/base/clock.ts';
import { leaveMemoryOutOfCoreDumps } from '#main/base/core-dumps.ts';
import { forkNode } from '#main/base/node-fork.ts';
import type { ChildPort } from '#main/base/port.ts';
import { systemRandomSource } from '#main/base/random.ts';
import { getPolicyFileAndRightsChecks } from '#main/policy/source.ts';
import type { CommandEnvironment } from './command.ts';
import { createHiddenPrompt } from './passphrase.ts';
import { runCliCommand } from './program.ts';
import { createProcessWorkerStarter, createWorkerStarter } from '#main/engine/sqlite/worker-starter.ts';
import { createChildEnvironment } from '#main/vault/child-environment.ts';
import { copyEnvironmentAndDropSecrets, type EnvironmentVariables } from '#main/vault/variables.ts';

const isSource = import.meta.url.endsWith('.ts');
const KEYCHAIN_CHILD = fileURLToPath(
  new URL(isSource ? '../vault/keychain-child.ts' : './keychain-child.cjs', import.meta.url),
);
const PDF_PROCESS = fileURLToPath(
  new URL(isSource ? '../engine/pdf-process.ts' : './pdf-process.cjs', import.meta.url),
);
const WORKER = new URL(isSource ? '../engine/worker.ts' : './engine-worker.cjs', import.meta.url);

/** The file package.json: two folders above this one, in the sources and in the packaged program. */
const PACKAGE = new URL('../../package.json', import.meta.url);

function readVersion(): string {
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(PACKAGE, 'utf8'))).version;
}

/** Returns whether Electron runs the packaged program, not sources that a developer has given to it. */
function isPackagedProgram(): boolean {
  return process.versions['electron'] !== undefined && !('defaultApp' in process);
}

/** The first Ctrl-C asks to stop; the next one ends the process. */
function onInterrupt(listener: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const onEvent = (): void => {
    removeListener();
    listener();
  };
  const removeListener = (): void => signals.forEach((signal) => void process.off(signal, onEvent));
  signals.forEach((signal) => void process.on(signal, onEvent));
  return removeListener;
}

/** What a program that runs a command in its own process gives it. */
export interface CommandHostEnvironment {
  /** Starts a Node program as a process. */
  readonly fork: (entry: string, args?: readonly string[]) => ChildPort;
  /** The environment variables, those with secrets included. */
  readonly variables: EnvironmentVariables;
  /** Whether stdin can be read. */
  readonly hasStdin: boolean;
  /** Whether options are also accepted under their former names. */
  readonly takesFormerNames?: boolean;
}

/**
 * Runs one command and returns its exit code.
 * @param words the command line after the program
 */
export function runCli(
  words: readonly string[],
  { fork, variables, hasStdin, takesFormerNames = false }: CommandHostEnvironment,
): Promise<number> {
  // Everything that a command writes is readable by its owner only.
  process.umask(0o077);
  leaveMemoryOutOfCoreDumps();
  const environment: CommandEnvironment = {
    stdout: process.stdout,
    stderr: process.stderr,
    stdin: hasStdin ? process.stdin : null,
    askHidden: hasStdin && process.stdin.isTTY ? createHiddenPrompt(process.stdin, process.stderr) : null,
    variables,
    version: readVersion(),
    policySource: getPolicyFileAndRightsChecks(process.platform, isPackagedProgram(), process.env),
    clock: systemClock,
    random: systemRandomSource,
    forkKeychain: () => fork(KEYCHAIN_CHILD),
    startWorker: createWorkerStarter(WORKER),
    startPdfWorker: createProcessWorkerStarter((task) => fork(PDF_PROCESS, toPdfProcessArgs(task))),
    onInterrupt,
    takesFormerNames,
  };
  return runCliCommand(words, environment);
}

function isProgram(): boolean {
  const [, program] = process.argv;
  return program !== undefined && realpathSync(program) === fileURLToPath(import.meta.url);
}

/** Returns the environment of the command's processes. Only sources of a developer are compiled, once for all runs. */
function createProcessEnvironment(variables: EnvironmentVariables): EnvironmentVariables {
  const cache = isSource ? variables['NODE_COMPILE_CACHE'] : undefined;
  const strict = createChildEnvironment(variables, true);
  return cache === undefined ? strict : { ...strict, NODE_COMPILE_CACHE: cache };
}

async function main(): Promise<void> {
  const variables = copyEnvironmentAndDropSecrets(process.env);
  const env = createProcessEnvironment(variables);
  const fork: CommandHostEnvironment['fork'] = (entry, args) => forkNode(entry, args, { env });
  process.exitCode = await runCli(process.argv.slice(2), {
    fork,
    variables,
    hasStdin: true,
    takesFormerNames: true,
  });
}

if (isProgram()) void main();
