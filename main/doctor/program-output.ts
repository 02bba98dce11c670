import { execFile } from 'node:child_process';
import { SECOND } from '#main/base/durations.ts';
import { getSystemErrorCode } from '#main/base/system-errors.ts';

/** What a program printed, or why there is nothing: it does not exist, or it failed. */
export type ProgramOutput =
  | { readonly state: 'done'; readonly output: string }
  | { readonly state: 'absent' | 'failed' };

/** Runs a program of the system. */
export type RunCheckedProgram = (program: string, args: readonly string[]) => Promise<ProgramOutput>;

const DEADLINE = 10 * SECOND;

/** Runs a program of the system for ten seconds at most. Never rejects. */
export const runProgram: RunCheckedProgram = (program, args) =>
  new Promise((resolve) => {
    execFile(program, [...args], { timeout: DEADLINE, windowsHide: true }, (thrown, output) => {
      if (thrown === null) resolve({ state: 'done', output });
      else resolve({ state: getSystemErrorCode(thrown) === 'ENOENT' ? 'absent' : 'failed' });
    });
  });
