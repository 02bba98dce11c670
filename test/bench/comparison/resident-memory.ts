import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readResidentMemory } from '../window/usage.ts';

const BYTES_PER_MB = 1e6;

/** Returns the resident memory of a process in bytes; NaN where the system does not tell. */
export function readResidentBytes(pid: number | undefined): number {
  return process.platform === 'linux' && pid !== undefined
    ? readResidentMemory(pid) * BYTES_PER_MB
    : Number.NaN;
}

/** Returns the resident memory of a Node process that does nothing, in bytes; NaN where the system does not tell. */
export async function readBareBytes(): Promise<number> {
  const bare = spawn(process.execPath, ['-e', 'process.stdin.resume(); console.log(1)']);
  await once(bare.stdout, 'data');
  const bytes = readResidentBytes(bare.pid);
  bare.kill();
  return bytes;
}
