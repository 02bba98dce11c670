import { spawnSync } from 'node:child_process';

const OPTION = '--slow-disk';
const MICROSECONDS_A_MILLISECOND = 1_000;
const NOT_INSTALLED = 'ENOENT';

/** Returns the arguments without `--slow-disk MS`, and the milliseconds; null where the option is not among them. */
export function takeSlowDiskOption(args: readonly string[]): {
  readonly delay: number | null;
  readonly others: readonly string[];
} {
  const at = args.indexOf(OPTION);
  if (at === -1) return { delay: null, others: args };
  const delay = Number(args[at + 1]);
  if (!(delay > 0)) throw new Error(`${OPTION} is followed by milliseconds`);
  return { delay, others: [...args.slice(0, at), ...args.slice(at + 2)] };
}

/**
 * Runs this command again, with the same options but one, while each flush to the disk takes some milliseconds longer in it and
 * in all processes that it starts. Needs Linux and the program `strace`.
 * @returns its exit code
 */
export function runWithSlowDisk(delay: number, args: readonly string[]): number {
  const flushes = 'fsync,fdatasync';
  const slow = `inject=${flushes}:delay_exit=${Math.round(delay * MICROSECONDS_A_MILLISECOND)}`;
  const traced = ['-f', '--seccomp-bpf', '-qq', '-o', '/dev/null', '-e', `trace=${flushes}`, '-e', slow];
  const [script = ''] = process.argv.slice(1);
  const { status, error } = spawnSync('strace', [...traced, process.execPath, script, ...args], {
    stdio: 'inherit',
  });
  if (error !== undefined && 'code' in error && error.code === NOT_INSTALLED)
    throw new Error(`${OPTION} needs the program strace`);
  return status ?? 1;
}
