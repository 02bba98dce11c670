import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';

/** A process of Intray, by what it does. `browser`: on the stand-in, where the main process is not Chromium's. */
export interface OwnProcess {
  readonly pid: number;
  readonly kind:
    | 'page'
    | 'engine'
    | 'main'
    | 'keychain'
    | 'pdfs'
    | 'graphics'
    | 'service'
    | 'zygote'
    | 'browser';
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // The process has ended.
  }
}

/** How the command line of each kind is recognised, in this order. */
const MARKS: readonly (readonly [kind: OwnProcess['kind'], mark: RegExp])[] = [
  ['page', /--type=renderer/],
  ['graphics', /--type=gpu-process/],
  ['zygote', /--type=zygote/],
  ['engine', /engine\.(?:cjs|ts)/],
  ['keychain', /keychain(?:-child)?\.(?:cjs|ts)/],
  ['pdfs', /pdf-process\.(?:cjs|ts)/],
  ['service', /--type=/],
];

function toKind(commandLine: string): OwnProcess['kind'] {
  return MARKS.find(([, mark]) => mark.test(commandLine))?.[0] ?? 'browser';
}

/** Returns a process and all that it has started, and those that these have started. */
export function listProcesses(root: number): readonly OwnProcess[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    // The name of the program, in brackets, may contain anything.
    const [, parent = ''] = /\) \S (\d+)/.exec(readText(`/proc/${name}/stat`)) ?? [];
    if (parent !== '') parents.set(Number(name), Number(parent));
  }
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid);
    return pid === root || (parent !== undefined && isBelow(parent));
  };
  return [...parents.keys()]
    .filter(isBelow)
    .map((pid) => ({ pid, kind: pid === root ? 'main' : toKind(readText(`/proc/${pid}/cmdline`)) }));
}

const LONGEST_READ = 32 * 1024 * 1024;

/** Calls back with each readable and writable piece of a process's memory. */
function readMemory(pid: number, onPiece: (bytes: Buffer) => void): void {
  const regions = readText(`/proc/${pid}/maps`)
    .split('\n')
    .flatMap((line) => {
      const [, from = '', to = ''] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? [];
      return from === '' ? [] : [{ from: Number.parseInt(from, 16), to: Number.parseInt(to, 16) }];
    });
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  try {
    for (const { from, to } of regions)
      for (let at = from; at < to; at += LONGEST_READ) {
        const piece = Buffer.alloc(Math.min(LONGEST_READ, to - at));
        try {
          onPiece(piece.subarray(0, readSync(memory, piece, 0, piece.length, at)));
        } catch {
          // Reserved and never used, or a mapping of a device.
        }
      }
  } finally {
    closeSync(memory);
  }
}

/** What is looked for: a text, or bytes with a name. */
export type Wanted = string | { readonly name: string; readonly bytes: Buffer };

/** Returns which texts, in one of the encodings that our programs use, and which bytes, by name, are in a process's memory. */
export function findInMemory(pid: number, wanted: readonly Wanted[]): readonly string[] {
  const needles = wanted.map((each) =>
    typeof each === 'string'
      ? { name: each, all: [Buffer.from(each), Buffer.from(each, 'utf16le')] }
      : { name: each.name, all: [each.bytes] },
  );
  const found = new Set<string>();
  readMemory(pid, (bytes) => {
    for (const { name, all } of needles) if (all.some((needle) => bytes.includes(needle))) found.add(name);
  });
  return [...found];
}

/** Returns why a process's memory cannot be read; null where it can, or where the process has ended. */
function whyUnreadable({ pid, kind }: OwnProcess): string | null {
  try {
    closeSync(openSync(`/proc/${pid}/mem`, 'r'));
    return null;
  } catch (thrown) {
    if (!existsSync(`/proc/${pid}`)) return null;
    const scope = readText('/proc/sys/kernel/yama/ptrace_scope').trim();
    return `the memory of the process "${kind}" cannot be read (${String(thrown)}; ptrace_scope: ${scope || 'none'})`;
  }
}

/**
 * Returns why the memory of a program that this process has started cannot be read here; null where it can. Reading is
 * tried, because settings alone do not tell: where Yama restricts ptrace (`ptrace_scope` 1), a process may still read those
 * that it has started, and those that these have started.
 */
export function whyNoMemory(root: number): string | null {
  if (process.platform !== 'linux') return 'only Linux shows the memory of processes as files';
  const reasons = listProcesses(root).map(whyUnreadable);
  return reasons.find((reason) => reason !== null) ?? null;
}
