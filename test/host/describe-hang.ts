/** What a program that does not end is doing: the only trace of a hang that happens once in a hundred runs. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** What Node writes into its report; see its documentation of diagnostic reports. */
interface Report {
  readonly javascriptStack?: { readonly stack?: readonly string[] };
  readonly nativeStack?: readonly { readonly symbol?: string }[];
  readonly libuv?: readonly { readonly type: string; readonly is_active?: boolean }[];
}

export interface HangReports {
  /** Arguments of Node, with which the program writes a report when it is asked. */
  readonly args: readonly string[];
  /** Describes the processes of a program, and where its main thread is. */
  describe(pid: number): Promise<string>;
  remove(): void;
}

const ANSWER_MS = 5000;
const MAX_FRAMES = 12;

/** Prepares a folder for the reports of one program. */
export function prepareHangReports(): HangReports {
  const folder = mkdtempSync(join(tmpdir(), 'intray-hang-'));
  return {
    args: [
      '--report-on-signal',
      '--report-signal=SIGQUIT',
      '--report-exclude-env',
      `--report-directory=${folder}`,
    ],
    describe: async (pid) => {
      process.kill(pid, 'SIGQUIT');
      await pause(ANSWER_MS);
      const [file] = readdirSync(folder);
      const report = file === undefined ? 'it wrote no report' : readReport(join(folder, file));
      return [...listProcesses(pid), report].join('\n');
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function readReport(file: string): string {
  const { javascriptStack, nativeStack, libuv } = JSON.parse(readFileSync(file, 'utf8')) as Report; // as Node writes it
  const handles = (libuv ?? []).filter((each) => each.is_active === true).map((each) => each.type);
  return [
    ...(javascriptStack?.stack ?? []).slice(0, MAX_FRAMES),
    ...(nativeStack ?? []).slice(0, MAX_FRAMES).map((frame) => frame.symbol ?? ''),
    `active handles: ${handles.join(', ')}`,
  ].join('\n');
}

/** The process and all below it: number, state and the beginning of the command. */
function listProcesses(pid: number, indent = ''): readonly string[] {
  try {
    const state = /^State:\s+(\S)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '?';
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, 4).join(' ');
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    return [
      `${indent}${pid} ${state} ${words}`,
      ...children.flatMap((child) => listProcesses(Number(child), `${indent}  `)),
    ];
  } catch {
    return [`${indent}${pid} has ended`];
  }
}
