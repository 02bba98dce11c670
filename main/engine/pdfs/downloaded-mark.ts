import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { systemClock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';

/** The tools with which a file is marked as downloaded: clock, files, programs. */
export interface DownloadMarkTools {
  readonly platform: NodeJS.Platform;
  /** Returns the current time, epoch milliseconds. */
  readonly now: () => number;
  /** Writes a text to a file, or to a stream of a file. */
  readonly writeFile: (path: string, text: string) => Promise<unknown>;
  /** Runs a program to its end. */
  readonly run: (program: string, args: readonly string[]) => Promise<unknown>;
}

/**
 * Marks a file as downloaded from the internet.
 * @throws where the file system, or a program of the system, cannot do it
 */
export type MarkDownloaded = (path: string) => Promise<void>;

/**
 * The content of `Zone.Identifier`: the internet zone, without the PDF's address, which names a
 * requisition.
 */
const ZONE = '[ZoneTransfer]\r\nZoneId=3\r\nHostUrl=about:internet\r\n';
/** The quarantine flags of macOS: downloaded by a program without a sandbox, and not opened yet. */
const QUARANTINE_FLAGS = '0081';
const XATTR = '/usr/bin/xattr';
const RUN_TIME = 5 * SECOND;

/**
 * Returns the function that marks files, by platform: the stream `Zone.Identifier` on Windows, the attribute
 * `com.apple.quarantine` on macOS. Viewers then open the file with restrictions. On Linux no program looks at
 * such a mark, so there is none.
 */
export function createDownloadedFileMarker({
  platform,
  now,
  writeFile: write,
  run,
}: DownloadMarkTools): MarkDownloaded {
  return async (path) => {
    if (platform === 'win32') await write(`${path}:Zone.Identifier`, ZONE);
    if (platform !== 'darwin') return;
    const time = Math.floor(now() / SECOND).toString(16);
    await run(XATTR, ['-w', 'com.apple.quarantine', `${QUARANTINE_FLAGS};${time};Intray;`, path]);
  };
}

const runFile = promisify(execFile);

/**
 * Returns the tools of this computer. A program gets no environment, and is killed after five seconds.
 * @param platform default: this computer's
 */
export function getSystemDownloadMarkTools(platform: NodeJS.Platform = process.platform): DownloadMarkTools {
  return {
    platform,
    now: () => systemClock.now(),
    writeFile: (path, text) => writeFile(path, text),
    run: (program, args) =>
      runFile(program, [...args], { env: {}, timeout: RUN_TIME, killSignal: 'SIGKILL' }),
  };
}
