/** Intray's main process: reads the command line and starts the app or the headless command. */
import { ERROR_TEXT } from '#contract/result.ts';
import { systemClock } from './base/clock.ts';
import { getDefaultDataDir } from './base/data-dir.ts';
import { claimDataFolder } from './base/data-folder.ts';
import { describeThrown } from './base/log.ts';
import { systemRandom } from './base/random.ts';
import { readPolicy } from './policy/read-policy.ts';
import { getPolicySource } from './policy/source.ts';
import { getTokenFile } from './policy/token-file.ts';
import { getBundles, runHeadless } from './shell/processes.ts';
import { startApp } from './shell/app.ts';
import { readFlags, type CommandLineFlags } from './shell/flags.ts';
import { isPackaged, prepareProgram, quitProgram, refuseToStart, whenReady } from './shell/program.ts';

/** Source expression of the only style that a library inserts into the page; the build defines it. */
declare const __PRESS_STYLE_HASH__: string;

const EXIT = { failed: 1, usage: 2, fileUnreadable: 6 };
const bundles = getBundles(import.meta.dirname);

/** Prepares the data folder. Returns false where it cannot be used or another run of the program uses it. */
function prepare(flags: CommandLineFlags, dataDir: string): boolean {
  if (claimDataFolder(dataDir).state === 'foreign') {
    refuseToStart(ERROR_TEXT['foreign-folder'], EXIT.fileUnreadable);
    return false;
  }
  try {
    if (prepareProgram({ dataDir, debugPort: flags.debugPort })) return true;
    quitProgram();
  } catch {
    refuseToStart(ERROR_TEXT['storage-read-only'], EXIT.fileUnreadable);
  }
  return false;
}

async function start(flags: CommandLineFlags): Promise<void> {
  if (flags.headless !== null) return runHeadless(bundles.command, flags.headless);
  const dataDir = flags.dataDir ?? getDefaultDataDir(process.platform, process.env);
  if (!prepare(flags, dataDir)) return;
  await whenReady();
  const policySource = getPolicySource(process.platform, isPackaged(), process.env);
  const policy = readPolicy(policySource, dataDir);
  startApp({
    flags,
    dataDir,
    policy,
    tokenFile: getTokenFile(policySource, policy),
    bundles,
    styleHashes: [__PRESS_STYLE_HASH__],
    variables: process.env,
    clock: systemClock,
    random: systemRandom,
  });
}

// Everything that this program writes is readable by its owner only.
process.umask(0o077);
const outcome = readFlags({
  args: process.argv.slice(1),
  packaged: isPackaged(),
  platform: process.platform,
  folder: process.cwd(),
});
if ('refusal' in outcome) refuseToStart(outcome.refusal, EXIT.usage);
else
  start(outcome.flags).catch((thrown: unknown) => {
    process.stderr.write(`${describeThrown(thrown)}\n`);
    refuseToStart(ERROR_TEXT.internal, EXIT.failed);
  });
