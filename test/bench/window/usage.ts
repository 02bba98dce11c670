import { readdirSync, readFileSync } from 'node:fs';
import { listProcesses, type OwnProcess } from '../../e2e/process-memory.ts';

/** What the processes of a running program have used so far. */
export interface ProgramUsage {
  /** CPU time of the page and of the engine in milliseconds, all threads included. */
  readonly page: number;
  readonly engine: number;
  /** Resident memory of the engine in megabytes. */
  readonly engineMemory: number;
}

const NANOSECONDS_A_MILLISECOND = 1e6;
const KILOBYTES_A_MEGABYTE = 1_000;

/** A file about a process or a thread; empty if it has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Returns the CPU time of all running threads of a process in milliseconds. */
function readCpuTime(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map((thread) =>
    Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]),
  );
  return nanoseconds.reduce((sum, each) => sum + each, 0) / NANOSECONDS_A_MILLISECOND;
}

/** Returns the resident memory of a process in megabytes, on Linux; NaN if it has ended. */
export function readResidentMemory(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`)) ?? [];
  return Number(kilobytes) / KILOBYTES_A_MEGABYTE;
}

/** Reads what the processes of a program have used; null where the system does not tell. */
export function readProgramUsage(program: number): ProgramUsage | null {
  if (process.platform !== 'linux') return null;
  const processes = listProcesses(program);
  const sum = (kind: OwnProcess['kind'], get: (pid: number) => number): number =>
    processes
      .filter((each) => each.kind === kind)
      .map(({ pid }) => get(pid))
      .reduce((total, each) => total + each, 0);
  return {
    page: sum('page', readCpuTime),
    engine: sum('engine', readCpuTime),
    engineMemory: sum('engine', readResidentMemory),
  };
}
