/** What every step of the CI on real Electron has in common: its outcome, its files, and its exit code. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

/** Logs, pictures and lists; the workflow uploads the folder. */
export const RESULTS = join(ROOT, 'ci-results');

/** Thrown where a step cannot run on this computer: a program or a network is missing. */
export class CannotRunError extends Error {}

/** What one check of a step found. */
export interface CheckResult {
  readonly name: string;
  /** Empty where it passed. */
  readonly problems: readonly string[];
  /** Why the check cannot run on this computer; absent where it ran. */
  readonly missing?: string;
}

/** Writes a file into the results. */
export function saveStepResult(name: string, content: string | Buffer): string {
  mkdirSync(RESULTS, { recursive: true });
  const file = join(RESULTS, name);
  writeFileSync(file, content);
  return file;
}

function isCi(): boolean {
  return process.env['CI'] !== undefined;
}

function print(line: string): void {
  console.log(line);
  mkdirSync(RESULTS, { recursive: true });
  appendFileSync(join(RESULTS, 'steps.txt'), `${line}\n`);
}

function formatResult({ name, problems, missing }: CheckResult): readonly string[] {
  if (missing !== undefined) return [`CANNOT ${name}: ${missing}`];
  return [
    `${problems.length === 0 ? 'ok    ' : 'FAILED'} ${name}`,
    ...problems.map((each) => `         ${each}`),
  ];
}

/**
 * Runs a step, prints its checks and sets the exit code. What cannot run here, a check or the whole step, passes on a
 * developer's computer and fails in CI, where everything has to be there.
 */
export async function runStep(title: string, step: () => Promise<readonly CheckResult[]>): Promise<void> {
  print(`== ${title} (${process.platform} ${process.arch})`);
  try {
    const results = await step();
    results.flatMap(formatResult).forEach(print);
    const isPassed = ({ problems, missing }: CheckResult): boolean =>
      problems.length === 0 && (missing === undefined || !isCi());
    process.exitCode = results.every(isPassed) ? 0 : 1;
  } catch (thrown) {
    const cannot = thrown instanceof CannotRunError;
    print(`${cannot ? 'CANNOT' : 'FAILED'} ${thrown instanceof Error ? thrown.message : String(thrown)}`);
    process.exitCode = cannot && !isCi() ? 0 : 1;
  }
}

export interface RunResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** In milliseconds; default: two minutes. */
  readonly timeout?: number;
  /** The working directory; default: the project's folder. */
  readonly folder?: string;
}

/** Runs a program to its end. A program that is still there at the end of its time ends with the code null. */
export function runProgram(
  [program, ...args]: readonly [string, ...string[]],
  { environment = {}, timeout = 120_000, folder = ROOT }: RunOptions = {},
): RunResult {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: folder,
    env: { ...process.env, ...environment },
    encoding: 'utf8',
    timeout,
    killSignal: 'SIGKILL',
    maxBuffer: 256 * 1024 * 1024,
    // npm and npx are scripts of the shell on Windows.
    shell: process.platform === 'win32' && /^np[mx]$/.test(program),
  });
  const failure = error === undefined || status !== null ? '' : `${error.message}\n`;
  return { code: status, stdout, stderr: `${failure}${stderr ?? ''}` };
}

/** Returns the last lines of an output, for a problem's text. */
export function lastLines(output: string, count = 8): string {
  return output.trimEnd().split('\n').slice(-count).join(' | ');
}
