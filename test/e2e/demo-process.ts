/** The process in which the program runs its demo clinic. */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Host } from './launch.ts';

const PAUSE_MS = 20;
const BUNDLE = 'demo.cjs';

/** Whether it can be told from the other processes of the program: by what Linux says of the stand-in's. */
export function canEndDemoClinic(host: Host): boolean {
  return host === 'chromium' && process.platform === 'linux';
}

/** A file about a process; empty where it has ended. */
function read(pid: number | string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** Ends the demo clinic of a program that runs, and resolves when the program knows. */
export async function getEndDemoClinic(program: number): Promise<void> {
  const children = read(program, `task/${program}/children`).split(' ').filter(Boolean);
  const demo = children.find((child) => read(child, 'cmdline').includes(BUNDLE));
  if (demo === undefined) return;
  process.kill(Number(demo), 'SIGKILL');
  // A child that has ended stays in the list until its parent has heard of it.
  while (read(program, `task/${program}/children`).split(' ').includes(demo)) await pause(PAUSE_MS);
}
