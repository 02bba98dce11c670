/** The processes that the program has started, such as its demo clinic. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Host } from './launch.ts';

const PAUSE_MS = 20;
const DEMO_BUNDLE = 'demo.cjs';

/**
 * Whether the demo clinic's process can be identified among those of the program: by Linux's process list on
 * the stand-in.
 */
export function canEndDemoClinic(host: Host): boolean {
  return host === 'chromium' && process.platform === 'linux';
}

/** A file about a process; empty if the process has ended. */
function read(pid: number | string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/**
 * Kills the child of a running program that runs this bundle, and resolves when the program has noticed.
 * @param signal SIGABRT ends it like a crash, of which the system may keep its memory
 */
export async function killChild(
  program: number,
  bundle: string,
  signal: 'SIGKILL' | 'SIGABRT' = 'SIGKILL',
): Promise<void> {
  const children = read(program, `task/${program}/children`).split(' ').filter(Boolean);
  const found = children.find((child) => read(child, 'cmdline').includes(bundle));
  if (found === undefined) return;
  process.kill(Number(found), signal);
  // A child that has ended stays in the list until its parent has been notified.
  while (read(program, `task/${program}/children`).split(' ').includes(found)) await pause(PAUSE_MS);
}

/** Ends the demo clinic of a running program, and resolves when the program has noticed. */
export async function getEndDemoClinic(program: number): Promise<void> {
  await killChild(program, DEMO_BUNDLE);
}

/** The arguments and the environment of every process of this computer that this user may read. */
export function readProcesses(): string {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((id) => `${read(id, 'cmdline')}\n${read(id, 'environ')}`)
    .join('\n');
}
