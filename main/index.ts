/** Intray's main process: reads the command line and starts the app or the headless command. */
import { err, ERROR_SENTENCES, type ErrorCode } from '#contract/result.ts';
import { systemClock } from './base/clock.ts';
import { leaveMemoryOutOfCoreDumps } from './base/core-dumps.ts';
import { getDefaultDataDir } from './base/data-dir.ts';
import { createOrCheckDataFolder } from './base/data-folder.ts';
import { describeThrown } from './base/log.ts';
import { systemRandomSource } from './base/random.ts';
import { toStorageWriteErrorCode } from './base/system-errors.ts';
import { formatErrorLine } from './cli/output.ts';
import { getBundlePaths } from './shell/processes.ts';
import { readPolicy } from './policy/read-policy.ts';
import { getPolicyFileAndRightsChecks } from './policy/source.ts';
import { getTokenFile } from './policy/token-file.ts';
import { startApp } from './shell/app.ts';
import { isHeadlessCommandRequested, parseCommandLine, type CommandLineFlags } from './shell/flags.ts';
import {
  exitCommandWithError,
  onAbnormalEnd,
  prepareElectronForHeadless,
  runHeadless,
} from './shell/headless.ts';
import { readLanguageChoice } from './session/settings.ts';
import {
  isPackaged,
  prepareProgram,
  quitProgram,
  reportStartErrorAndExit,
  setStartLanguage,
  showStartErrorAndExit,
  whenReady,
} from './shell/program.ts';
import { getMainProcessText } from './shell/text.ts';
import { copyEnvironmentAndDropSecrets } from './vault/variables.ts';

/** Source expression of the only style that a library inserts into the page; the build defines it. */
declare const __PRESS_STYLE_HASH__: string;

const EXIT = { failed: 1, usage: 2, fileUnreadable: 6 };
const bundles = getBundlePaths(import.meta.dirname);

/** Prepares the data folder. Returns false where it cannot be used or another run of the program uses it. */
function prepare(flags: CommandLineFlags, dataDir: string): boolean {
  const { state } = createOrCheckDataFolder(dataDir);
  if (state === 'foreign' || state === 'unsafe' || state === 'not-a-folder') {
    const code = state === 'not-a-folder' ? state : (`${state}-folder` as const);
    showStartErrorAndExit(getMainProcessText(`error.${code}`), EXIT.fileUnreadable);
    return false;
  }
  try {
    const language = readLanguageChoice(dataDir);
    setStartLanguage(language);
    if (prepareProgram({ dataDir, debugPort: flags.debugPort, language })) return true;
    quitProgram();
  } catch (thrown) {
    showStartErrorAndExit(
      getMainProcessText(`error.${toStorageWriteErrorCode(thrown)}`),
      EXIT.fileUnreadable,
    );
  }
  return false;
}

async function startWindow(flags: CommandLineFlags): Promise<void> {
  const dataDir = flags.dataDir ?? getDefaultDataDir(process.platform, process.env);
  // A folder that cannot be used is not asked for its language.
  setStartLanguage('system');
  if (!prepare(flags, dataDir)) return;
  await whenReady();
  const policySource = getPolicyFileAndRightsChecks(process.platform, isPackaged(), process.env);
  const policy = readPolicy(policySource, dataDir);
  startApp({
    flags,
    dataDir,
    policy,
    tokenFile: getTokenFile(policySource, policy),
    bundles,
    styleHashes: [__PRESS_STYLE_HASH__],
    variables,
    clock: systemClock,
    random: systemRandomSource,
    signals: process,
  });
}

/** Ends a command with the error as one line on stderr, as JSON where `--json` is among the words. */
function refuseCommand(code: ErrorCode, detail: string, exitCode: number): void {
  exitCommandWithError(formatErrorLine(err(code, { detail }).error, words.includes('--json')), exitCode);
}

async function startCommand(command: readonly string[]): Promise<void> {
  const abnormalEnd = onAbnormalEnd({
    onQuitRequested: () => refuseCommand('cancelled', 'the command was interrupted', EXIT.failed),
    onUncaughtError: (thrown) => refuseCommand('internal', describeThrown(thrown), EXIT.failed),
  });
  try {
    prepareElectronForHeadless();
  } catch (thrown) {
    return refuseCommand(toStorageWriteErrorCode(thrown), describeThrown(thrown), EXIT.fileUnreadable);
  }
  await runHeadless(bundles.command, command, variables, abnormalEnd);
}

async function start(flags: CommandLineFlags): Promise<void> {
  return flags.headless === null ? startWindow(flags) : startCommand(flags.headless);
}

/** Ends the program: with a line on stderr where a command was asked for, otherwise with a dialog. */
function refuse(
  code: ErrorCode,
  sentence: string,
  exitCode: number,
  endWindow: typeof showStartErrorAndExit,
): void {
  if (isHeadlessCommandRequested(words, process.platform)) refuseCommand(code, sentence, exitCode);
  else endWindow(sentence, exitCode);
}

// Everything that this program writes is readable by its owner only.
process.umask(0o077);
leaveMemoryOutOfCoreDumps();
// Programs that this one starts (viewers, browsers, Chromium's own processes) inherit its environment.
const variables = copyEnvironmentAndDropSecrets(process.env);
const words = process.argv.slice(1);
const outcome = parseCommandLine({
  args: words,
  packaged: isPackaged(),
  platform: process.platform,
  folder: process.cwd(),
  variables,
});
// A refused program does not become ready: the switches that it refuses, such as a debugging port, take effect then.
if ('refusal' in outcome) refuse('invalid-input', outcome.refusal, EXIT.usage, reportStartErrorAndExit);
else
  start(outcome.flags).catch((thrown: unknown) => {
    process.stderr.write(`${describeThrown(thrown)}\n`);
    refuse('internal', ERROR_SENTENCES.internal, EXIT.failed, showStartErrorAndExit);
  });
