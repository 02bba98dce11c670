import { execFileSync } from 'node:child_process';
import { win32 } from 'node:path';
import { SECOND } from '#main/base/durations.ts';
import { getSystemRoot } from '#main/base/windows-folder.ts';
import { findSddlRightsProblem } from './sddl.ts';

/** Runs a program and returns its output. Throws where it fails. */
export type RunProgramOrThrow = (
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
) => string;

const DEADLINE = 20 * SECOND;

const runProgram: RunProgramOrThrow = (program, args, env) =>
  execFileSync(program, [...args], {
    env: { ...env },
    encoding: 'utf8',
    timeout: DEADLINE,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });

function quote(path: string): string {
  return `'${path.replaceAll("'", "''")}'`;
}

/** Returns owner and access list of each path in the text form of Windows. Throws where they cannot be read. */
export function readSddl(
  paths: readonly string[],
  systemRoot: string = getSystemRoot(),
  run: RunProgramOrThrow = runProgram,
): readonly string[] {
  const home = win32.join(systemRoot, 'System32', 'WindowsPowerShell', 'v1.0');
  // Cmdlets alone, because a locked-down PowerShell runs nothing else; and only the modules of Windows.
  const script = `Get-Acl -LiteralPath ${paths.map(quote).join(',')} -ErrorAction Stop | Select-Object -ExpandProperty Sddl`;
  const output = run(
    win32.join(home, 'powershell.exe'),
    ['-NoLogo', '-NoProfile', '-NonInteractive', '-Command', script],
    { SystemRoot: systemRoot, PSModulePath: win32.join(home, 'Modules') },
  );
  const lines = output.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length !== paths.length) throw new Error('unexpected output of Get-Acl');
  return lines;
}

/** Returns the security identifier of the user of this process. Throws where it cannot be read. */
export function readUserSid(
  systemRoot: string = getSystemRoot(),
  run: RunProgramOrThrow = runProgram,
): string {
  const program = win32.join(systemRoot, 'System32', 'whoami.exe');
  const output = run(program, ['/user', '/fo', 'csv', '/nh'], { SystemRoot: systemRoot });
  const id = /"(S-1-[\d-]+)"\s*$/.exec(output)?.[1];
  if (id === undefined) throw new Error('unexpected output of whoami');
  return id;
}

/**
 * Returns why a file with tokens is not of this user and administrators alone, or null. Throws where the
 * access lists cannot be read.
 */
export function findWindowsTokenFileRightsProblem(
  file: string,
  read: (paths: readonly string[]) => readonly string[] = readSddl,
  user: string = readUserSid(),
): string | null {
  const folder = win32.dirname(file);
  const [ofFolder = '', ofFile = ''] = read([folder, file]);
  const problem =
    findSddlRightsProblem(ofFolder, 'folder', user) ?? findSddlRightsProblem(ofFile, 'private', user);
  return problem === null ? null : `${file}: ${problem}`;
}

/**
 * Returns why others than administrators could change a policy file or replace it in its folder, or null.
 * Throws where the access lists cannot be read.
 */
export function findWindowsPolicyFileRightsProblem(
  file: string,
  read: (paths: readonly string[]) => readonly string[] = readSddl,
): string | null {
  const folder = win32.dirname(file);
  const [ofFolder = '', ofFile = ''] = read([folder, file]);
  const problem = findSddlRightsProblem(ofFolder, 'folder');
  if (problem !== null) return `${folder}: ${problem}`;
  const ofTheFile = findSddlRightsProblem(ofFile, 'file');
  return ofTheFile === null ? null : `${file}: ${ofTheFile}`;
}
