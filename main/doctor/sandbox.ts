import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CheckLine } from '#contract/computer-check.ts';
import {
  createAttentionCheckLine,
  createPassedCheckLine,
  createSkippedCheckLine,
  createFailedCheckLine,
} from './check-line.ts';

/** What the sandbox of Chromium depends on. */
export interface SandboxFacts {
  readonly platform: NodeJS.Platform;
  /** Whether this is Electron's program, not plain Node. */
  readonly isElectron: boolean;
  /** Command line arguments of this process. */
  readonly args: readonly string[];
  /** The user of this process; undefined where the system has no such numbers. */
  readonly uid: number | undefined;
  /** Returns the text of a small system file, or null where it cannot be read. */
  readonly read: (file: string) => string | null;
  /** Owner and mode of the helper beside the program; null where it is missing. */
  readonly helper: { readonly uid: number; readonly mode: number } | null;
}

/** Reads the facts about the sandbox for this process. */
export function getSandboxFacts(): SandboxFacts {
  const isElectron = process.versions['electron'] !== undefined;
  return {
    platform: process.platform,
    isElectron,
    args: [...process.execArgv, ...process.argv],
    uid: process.getuid?.(),
    read: (file) => {
      try {
        return readFileSync(file, 'utf8').trim();
      } catch {
        return null;
      }
    },
    helper: statSync(join(dirname(process.execPath), 'chrome-sandbox'), { throwIfNoEntry: false }) ?? null,
  };
}

const SETUID_ROOT = 0o4755;
const INSTALL =
  'Install Intray from its deb or rpm package, which sets this up, or let an administrator give chrome-sandbox to root with mode 4755.';

function findNamespaceProblem(read: SandboxFacts['read']): string | null {
  if (read('/proc/sys/kernel/unprivileged_userns_clone') === '0') return 'the kernel forbids user namespaces';
  if (read('/proc/sys/user/max_user_namespaces') === '0') return 'the kernel allows no user namespaces';
  return read('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1'
    ? 'AppArmor restricts user namespaces to programs with a profile'
    : null;
}

/** Looks whether Chromium can run the page of the window in its sandbox. */
export function checkSandbox({ platform, isElectron, args, uid, read, helper }: SandboxFacts): CheckLine {
  if (!isElectron)
    return createSkippedCheckLine(
      'sandbox',
      'Intray does not run on Electron here, so Chromium’s sandbox is not in use.',
    );
  if (args.includes('--no-sandbox'))
    return createFailedCheckLine(
      'sandbox',
      'It is turned off by --no-sandbox.',
      'Start Intray without this switch.',
    );
  if (platform !== 'linux') return createPassedCheckLine('sandbox', 'The one of the system.');
  if (uid === 0)
    return createFailedCheckLine(
      'sandbox',
      'Chromium does not start for root.',
      'Start Intray as an ordinary user.',
    );
  if (helper !== null && helper.uid === 0 && (helper.mode & 0o7777) === SETUID_ROOT)
    return createPassedCheckLine('sandbox', 'With the helper of the package.');
  const problem = findNamespaceProblem(read);
  if (problem === null) return createPassedCheckLine('sandbox', 'With user namespaces.');
  // A profile may have been installed for this program; only a start of the window shows it.
  return problem.startsWith('AppArmor')
    ? createAttentionCheckLine('sandbox', `${problem}.`, INSTALL)
    : createFailedCheckLine('sandbox', `${problem}.`, INSTALL);
}
