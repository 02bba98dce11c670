/** The process in which the program runs its demo clinic. */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Host } from './launch.ts';

const PAUSE_MS = 20;
const BUNDLE = 'demo.cjs';

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

/** Ends the demo clinic of a running program, and resolves when the program has noticed. */
export async function getEndDemoClinic(program: number): Promise<void> {
  const children = read(program, `task/${program}/children`).split(' ').filter(Boolean);
  const demo = children.find((child) => read(child, 'cmdline').includes(BUNDLE));
  if (demo === undefined) return;
  process.kill(Number(demo), 'SIGKILL');
  // A child that has ended stays in the list until its parent has been notified.
  while (read(program, `task/${program}/children`).split(' ').includes(demo)) await pause(PAUSE_MS);
}
