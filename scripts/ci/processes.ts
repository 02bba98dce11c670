/** The processes of a program, on every system. */
import { setTimeout as sleep } from 'node:timers/promises';
import { runProgram } from './report.ts';

export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  /** Its whole command line. */
  readonly command: string;
}

const WINDOWS_LIST =
  'Get-CimInstance Win32_Process | Select-Object ProcessId,ParentProcessId,CommandLine | ConvertTo-Json -Compress';

interface WindowsRow {
  readonly ProcessId: number;
  readonly ParentProcessId: number;
  readonly CommandLine: string | null;
}

function listWindows(): readonly ProcessRow[] {
  const { stdout } = runProgram(['powershell', '-NoProfile', '-Command', WINDOWS_LIST]);
  const rows = JSON.parse(stdout) as readonly WindowsRow[]; // the columns that were asked for
  return rows.map((row) => ({
    pid: row.ProcessId,
    parent: row.ParentProcessId,
    command: row.CommandLine ?? '',
  }));
}

function listUnix(): readonly ProcessRow[] {
  const { stdout } = runProgram(['ps', '-A', '-ww', '-o', 'pid=,ppid=,args=']);
  return stdout.split('\n').flatMap((line) => {
    const found = /^\s*(\d+)\s+(\d+)\s(.*)$/.exec(line);
    return found === null
      ? []
      : [{ pid: Number(found[1]), parent: Number(found[2]), command: found[3] ?? '' }];
  });
}

/** Returns the processes below a process, however deep. */
export function listDescendants(root: number): readonly ProcessRow[] {
  const all = process.platform === 'win32' ? listWindows() : listUnix();
  const found: ProcessRow[] = [];
  let parents = [root];
  while (parents.length > 0) {
    const next = all.filter(
      ({ parent, command }) => parents.includes(parent) && !command.includes('<defunct>'),
    );
    found.push(...next);
    parents = next.map(({ pid }) => pid);
  }
  return found;
}

/** Whether a process is still there. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Waits until a condition holds; returns false where it does not within this time, in milliseconds. */
export async function waitUntil(isTrue: () => boolean, deadline: number): Promise<boolean> {
  const end = performance.now() + deadline;
  while (performance.now() < end) {
    if (isTrue()) return true;
    await sleep(200);
  }
  return isTrue();
}
