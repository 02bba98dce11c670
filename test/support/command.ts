import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { systemClock, type Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import { createPortPair, type ChildPort } from '#main/base/port.ts';
import { systemRandomSource } from '#main/base/random.ts';
import { createRpcServer } from '#main/base/rpc.ts';
import { runCliCommand } from '#main/cli/program.ts';
import { startDemoServer, type DemoServer, type DemoServerOptions } from '#main/demo/server.ts';
import { temporaryFolder } from './engine.ts';
import { inProcessWorkers } from './in-process-workers.ts';
import { impatientClock } from './clocks.ts';

const IS_BUILT = process.env['INTRAY_WORKER'] === 'built';
/** Path of the command's entry, for tests that start it as a process: from source, or the bundle where a run has just built it. */
export const ENTRY = fileURLToPath(
  new URL(IS_BUILT ? '../../dist/main/cli.cjs' : '../../main/cli/index.ts', import.meta.url),
);

export const CACHE_KEY = 'c0ffee'.padEnd(64, '0');

/** What a command printed and how it ended. */
export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** The three variables that replace a keychain. */
export function variablesFor({ accessToken, jwt }: Pick<DemoServer, 'accessToken' | 'jwt'>): Variables {
  return { INTRAY_ACCESS_TOKEN: accessToken, INTRAY_JWT: jwt, INTRAY_CACHE_KEY: CACHE_KEY };
}

/** The keychain's process on a computer without one, in this thread: its start takes longer than most commands. */
function createMissingKeychain(): ChildPort {
  const [outer, inner] = createPortPair();
  const answer = { state: 'unavailable', detail: 'this computer has no keychain' };
  createRpcServer(
    inner,
    async () => answer,
    () => {},
  );
  return { ...outer, onExit: () => {}, kill: () => {} };
}

function collected(stream: PassThrough): () => string {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString();
}

/** Waits return at once, except for the keychain's deadline: its answer takes a moment. */
const clock: Clock = {
  ...impatientClock,
  wait: (ms, signal) =>
    (ms === 3 * SECOND || ms === 10 * SECOND ? systemClock : impatientClock).wait(ms, signal),
};

export interface Options {
  readonly variables?: Variables;
  /** Whether stderr is a terminal. */
  readonly isWatched?: boolean;
  /** Ctrl-C is sent when stderr contains this, which it may before the command listens. */
  readonly interruptAt?: RegExp;
  readonly stdin?: string;
  /** What is typed at the prompts of a terminal, in this order. */
  readonly answers?: readonly string[];
  /** Default: true, as in the npm script. */
  readonly takesFormerNames?: boolean;
  /** Full path of the policy; default: there is none. */
  readonly policyFile?: string;
}

/** Runs the command in this process, without a keychain. */
export async function intray(words: readonly string[], options: Options = {}): Promise<CommandResult> {
  const {
    variables = {},
    isWatched = false,
    interruptAt,
    takesFormerNames = true,
    policyFile = '/nowhere/policy.json',
  } = options;
  const answers = options.answers === undefined ? undefined : [...options.answers];
  const stdout = new PassThrough();
  const stderr = Object.assign(new PassThrough(), { isTTY: isWatched });
  const [out, err] = [collected(stdout), collected(stderr)];
  const onInterrupt = (listener: () => void): (() => void) => {
    const look = (): void => {
      if (interruptAt?.test(err()) === true) listener();
    };
    stderr.on('data', look);
    queueMicrotask(look);
    return () => stderr.off('data', look);
  };
  const code = await runCliCommand(words, {
    stdout,
    stderr,
    askHidden: answers === undefined ? null : async () => answers.shift() ?? null,
    stdin: Readable.from(options.stdin === undefined ? [] : [options.stdin]),
    variables,
    version: '0.1.0',
    policySource: { file: policyFile, findRightsProblem: () => null, findTokenProblem: () => null },
    clock,
    random: systemRandomSource,
    forkKeychain: createMissingKeychain,
    startWorker: inProcessWorkers,
    startPdfWorker: inProcessWorkers,
    onInterrupt,
    takesFormerNames,
  });
  return { code, out: out(), err: err() };
}

interface PrintedError {
  readonly code: string;
  readonly message: string;
  readonly detail?: string;
}

/** The error object of a command that failed under --json. */
export function getError({ err }: CommandResult): PrintedError {
  const line = err.trimEnd().split('\u001b[K').at(-1) ?? '';
  return (JSON.parse(line) as { error: PrintedError }).error; // the shape that is being tested
}

/** Whether any account exists in a data folder. */
export function isRegistered(dataDir: string): boolean {
  return existsSync(`${dataDir}/accounts.json`);
}

/** Returns a command that succeeded; otherwise the test fails with its output. */
export function expectSuccess<T extends { readonly code: number | null; readonly err: string }>(ended: T): T {
  if (ended.code !== 0 || ended.err !== '') throw new Error(`ended with ${ended.code}: ${ended.err}`);
  return ended;
}

/** The command over a demo clinic and a data folder. */
export interface TestCommand {
  readonly clinic: DemoServer;
  /** A folder for files of the test. */
  readonly folder: string;
  /** The data folder; the first command creates it. */
  readonly dataDir: string;
  /** Runs the command over the data folder, with the clinic's tokens and the test's changes of the variables. */
  readonly run: (words: readonly string[], options?: Options) => Promise<CommandResult>;
  readonly close: () => Promise<void>;
}

/** How much has been done with the command when a test begins. */
type Progress = 'new' | 'signed-in' | 'synced';

/** Opens one for several tests; the caller closes it. */
export async function openCommand(
  sizes: DemoServerOptions,
  progress: Progress = 'new',
): Promise<TestCommand> {
  const clinic = await startDemoServer(sizes);
  const folder = await temporaryFolder();
  const dataDir = join(folder.path, 'data');
  const run: TestCommand['run'] = (words, { variables = {}, ...options } = {}) =>
    intray([...words, '--data-dir', dataDir], {
      variables: { ...variablesFor(clinic), ...variables },
      ...options,
    });
  if (progress !== 'new') expectSuccess(await run(['account', 'add', '--base-url', clinic.baseUrl]));
  if (progress === 'synced') expectSuccess(await run(['sync']));
  return {
    clinic,
    folder: folder.path,
    dataDir,
    run,
    close: async () => {
      await clinic.close();
      await folder.remove();
    },
  };
}

/** Opens one as `openCommand` does; it is closed when the test ends. */
export async function openTestCommand(...given: Parameters<typeof openCommand>): Promise<TestCommand> {
  const command = await openCommand(...given);
  onTestFinished(() => command.close());
  return command;
}

/** A command that has fetched all of its clinic; for all tests of a file. */
export interface SyncedCommand {
  readonly clinic: () => DemoServer;
  readonly folder: () => string;
  readonly dataDir: () => string;
  /** Runs the command over that folder. */
  readonly run: (...words: readonly string[]) => Promise<CommandResult>;
}

/** Opens one before the first test of a file, and closes it after the last. */
export function syncedCommand(sizes: DemoServerOptions): SyncedCommand {
  let opened: TestCommand | null = null;
  const here = (): TestCommand => {
    if (opened === null) throw new Error('it is opened before the first test');
    return opened;
  };
  beforeAll(async () => {
    opened = await openCommand(sizes, 'synced');
  }, 60_000);
  afterAll(() => here().close());
  return {
    clinic: () => here().clinic,
    folder: () => here().folder,
    dataDir: () => here().dataDir,
    run: (...words) => here().run(words),
  };
}
