/** A program with its arguments. */
export type Command = readonly [program: string, ...args: string[]];

/**
 * Returns the command that runs a program with a limit of 0 bytes for core dumps: after a crash the system does not write
 * its memory, with records and keys, to the disk. The shell becomes the program, so that signals reach it. Windows has no
 * such limit.
 */
export function runWithoutCoreDumps(command: Command, platform: NodeJS.Platform = process.platform): Command {
  if (platform === 'win32') return command;
  return ['/bin/sh', '-c', 'ulimit -c 0; exec "$@"', 'intray', ...command];
}
