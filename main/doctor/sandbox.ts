import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  createAttentionResult,
  createPassedResult,
  createSkippedResult,
  createFailedResult,
  type ComputerCheckResult,
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
const INSTALL = { key: 'sandbox.advice' } as const;

/** Returns what keeps Chromium from using user namespaces; null where nothing does. */
function findNamespaceProblem(read: SandboxFacts['read']): 'forbidden' | 'noneAllowed' | 'appArmor' | null {
  if (read('/proc/sys/kernel/unprivileged_userns_clone') === '0') return 'forbidden';
  if (read('/proc/sys/user/max_user_namespaces') === '0') return 'noneAllowed';
  return read('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1' ? 'appArmor' : null;
}

/** Looks whether Chromium can run the page of the window in its sandbox. */
export function checkSandbox({
  platform,
  isElectron,
  args,
  uid,
  read,
  helper,
}: SandboxFacts): ComputerCheckResult {
  if (!isElectron) return createSkippedResult('sandbox', { key: 'sandbox.notElectron' });
  if (args.includes('--no-sandbox'))
    return createFailedResult('sandbox', { key: 'sandbox.off' }, { key: 'sandbox.offAdvice' });
  if (platform !== 'linux') return createPassedResult('sandbox', { key: 'sandbox.system' });
  if (uid === 0) return createFailedResult('sandbox', { key: 'sandbox.root' }, { key: 'sandbox.rootAdvice' });
  if (helper !== null && helper.uid === 0 && (helper.mode & 0o7777) === SETUID_ROOT)
    return createPassedResult('sandbox', { key: 'sandbox.helper' });
  const problem = findNamespaceProblem(read);
  if (problem === null) return createPassedResult('sandbox', { key: 'sandbox.namespaces' });
  const found = { key: `sandbox.${problem}` } as const;
  // A profile may have been installed for this program; only a start of the window shows it.
  return problem === 'appArmor'
    ? createAttentionResult('sandbox', found, INSTALL)
    : createFailedResult('sandbox', found, INSTALL);
}
