import { win32 } from 'node:path';
import { getSystemRoot } from '#main/base/windows-folder.ts';
import { findPosixPolicyFileRightsProblem, findPosixTokenFileRightsProblem } from './posix-rights.ts';
import { findWindowsPolicyFileRightsProblem, findWindowsTokenFileRightsProblem } from './windows-rights.ts';

/** Where the policy of a computer lies, and how it is known that only administrators can write it. */
export interface PolicyFileAndRightsChecks {
  /** Full path of the policy file. */
  readonly file: string;
  /** Returns why others could have written the file, or null. Throws the system's error. */
  readonly findRightsProblem: (file: string) => string | null;
  /** Returns why a file with tokens is not of this user alone, or null. Throws the system's error. */
  readonly findTokenProblem: (file: string) => string | null;
}

/** Names another policy file, without a check of its rights: for developers and tests only. */
export const POLICY_FILE_VARIABLE = 'INTRAY_POLICY_FILE';

function getSystemFile(platform: NodeJS.Platform): string {
  switch (platform) {
    case 'win32':
      return win32.join(win32.parse(getSystemRoot()).root, 'ProgramData', 'Intray', 'policy.json');
    case 'darwin':
      return '/Library/Application Support/Intray/policy.json';
    default:
      return '/etc/intray/policy.json';
  }
}

/**
 * Returns where the policy of this computer lies.
 * @param isPackaged whether this is the packaged program: it reads the system's file and nothing else
 */
export function getPolicyFileAndRightsChecks(
  platform: NodeJS.Platform,
  isPackaged: boolean,
  variables: Readonly<Record<string, string | undefined>>,
): PolicyFileAndRightsChecks {
  const other = isPackaged ? undefined : variables[POLICY_FILE_VARIABLE];
  if (other !== undefined && other !== '')
    return { file: other, findRightsProblem: () => null, findTokenProblem: () => null };
  return {
    file: getSystemFile(platform),
    findRightsProblem:
      platform === 'win32' ? findWindowsPolicyFileRightsProblem : findPosixPolicyFileRightsProblem,
    findTokenProblem: (file) =>
      platform === 'win32' ? findWindowsTokenFileRightsProblem(file) : findPosixTokenFileRightsProblem(file),
  };
}
