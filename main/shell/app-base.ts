import { pdfProcessTaskSchema, toPdfProcessArgs } from '#contract/pdfs.ts';
import type { PolicyStatus } from '#contract/policy.ts';
import type { Clock } from '#main/base/clock.ts';
import { MINUTE } from '#main/base/durations.ts';
import { createRedactingLog, type Log } from '#main/base/log.ts';
import type { ChildPort } from '#main/base/port.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import type { TokenFile } from '#main/policy/token-file.ts';
import { createChildEnvironment } from '#main/vault/child-environment.ts';
import { ClipboardWriter } from './clipboard.ts';
import { createComputerChecker } from './computer-check.ts';
import type { CommandLineFlags } from './flags.ts';
import { getLogFolder, openLogFile } from './log-file.ts';
import { type BundlePaths, createBundleForker, type ForkBundle, PROCESS_NAMES } from './processes.ts';
import { getProgramInfo, isPackaged } from './program.ts';
import { buildContentSecurityPolicy, createPageResponder, createWindowSession } from './protocol.ts';

export interface AppOptions {
  readonly flags: CommandLineFlags;
  readonly dataDir: string;
  readonly policy: PolicyStatus;
  /** The file in which an administrator may bring the tokens of this user. */
  readonly tokenFile: TokenFile | null;
  readonly bundles: BundlePaths;
  /** Source expressions of styles that libraries insert into the page. */
  readonly styleHashes: readonly string[];
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly random: RandomGenerator;
  /** Emits the signals with which the system ends the program; without it the program does not listen for them. */
  readonly signals?: Pick<NodeJS.Process, 'once'>;
}

/** Returns a function that starts the engine process; all engines of this run use the same owner name. */
export function createEngineForker(
  { dataDir, random, bundles }: AppOptions,
  checksAnswers: boolean,
  fork: ForkBundle,
): () => ChildPort {
  const run = random.hex(8);
  const args = ['--data-dir', dataDir, '--run', run, ...(checksAnswers ? ['--strict'] : [])];
  return () => fork(PROCESS_NAMES.engine, bundles.engine, args);
}

/** Returns a function that starts a process for work on PDFs, at the engine's request. */
export function createPdfForker({ bundles }: AppOptions, fork: ForkBundle): (task: unknown) => ChildPort {
  return (task) =>
    fork(PROCESS_NAMES.pdfs, bundles.pdfProcess, toPdfProcessArgs(pdfProcessTaskSchema.parse(task)));
}

/** How long the user may take to answer a question of the system's keychain. */
const KEYCHAIN_QUESTION = 10 * MINUTE;

/** Returns the dependencies and timeouts with which the vault opens the system's keychain. */
export function getKeychainOptions({ bundles, clock }: AppOptions, log: Log, fork: ForkBundle) {
  const forkChild = (): ChildPort => fork(PROCESS_NAMES.keychain, bundles.keychainChild);
  return { clock, log, forkChild, questionMs: KEYCHAIN_QUESTION };
}

/** Creates the function that checks whether this computer meets Intray's needs. */
function createChecker(options: AppOptions, fork: ForkBundle, page: ReturnType<typeof createWindowSession>) {
  const { bundles, random } = options;
  return createComputerChecker({
    ...options,
    version: getProgramInfo(null).version,
    getProxyRule: (address) => page.resolveProxy(address),
    forkKeychain: () => fork(PROCESS_NAMES.keychain, bundles.keychainChild),
    forkEngine: (folder) =>
      fork(PROCESS_NAMES.check, bundles.engine, ['--data-dir', folder, '--run', random.hex(8)]),
  });
}

/**
 * Returns whether each answer is checked against the contract: while Intray is developed, unless INTRAY_ANSWERS is `unchecked`, so that
 * a measurement is that of the packaged program, which checks none.
 */
export function areAnswersChecked(
  packaged: boolean,
  { INTRAY_ANSWERS: answers }: Readonly<Record<string, string | undefined>>,
): boolean {
  return !packaged && answers !== 'unchecked';
}

/**
 * Creates the base of all parts: the log, the session of the windows, and the function that starts processes.
 */
export function createLogSessionAndForker(options: AppOptions) {
  const { dataDir, bundles, styleHashes, variables, clock, random, tokenFile } = options;
  const packaged = isPackaged();
  const writeLog = openLogFile(getLogFolder(dataDir));
  const log = createRedactingLog(writeLog, () => clock.now());
  const fork = createBundleForker(createChildEnvironment(variables, packaged), writeLog);
  const page = createWindowSession(
    createPageResponder(bundles.page, buildContentSecurityPolicy(styleHashes)),
  );
  const { policy } = options.policy;
  const context = { dataDir, clock, random, log, policy, tokenFile };
  const copied = new ClipboardWriter(context);
  const checksAnswers = areAnswersChecked(packaged, variables);
  const checkComputer = createChecker(options, fork, page);
  return { packaged, checksAnswers, log, fork, page, context, copied, checkComputer };
}
