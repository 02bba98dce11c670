import type { Writable } from 'node:stream';
import { errorSentence } from '#contract/error-text.ts';
import { err, ok, type AppError, type Result } from '#contract/result.ts';

/** A stream that may be a terminal. */
export type OutputStream = Writable & { readonly isTTY?: boolean };

/** Where a command writes: what was asked for to stdout, everything else to stderr. */
export interface CommandOutput {
  /** Writes to stdout at the reader's pace. False: the reader has gone, and writing more is idle. */
  write(text: string): Promise<boolean>;
  /** One line to stderr. */
  note(line: string): void;
  /** Shows how far things are, where a person watches stderr; an empty text takes it away. */
  progress(text: string): void;
  /** Why stdout took not all, apart from a reader who had enough. */
  outcome(): Result<void>;
}

// oxlint-disable-next-line no-control-regex -- control characters would steer the reader's terminal
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;

/** A text that stays on its line and steers no terminal. */
export function oneLine(text: string): string {
  return text.replace(CONTROL, ' ').trim();
}

const CLEAR_LINE = '\r\u001b[K';

/** Opens both streams for one command. */
export function createOutput(stdout: OutputStream, stderr: OutputStream): CommandOutput {
  let problem: string | null = null;
  let release = (): void => {};
  stdout.on('error', (thrown: NodeJS.ErrnoException) => {
    problem ??= thrown.code ?? 'unknown';
    release();
  });
  // Nobody is left to be told.
  stderr.on('error', () => {});

  return {
    write: async (text) => {
      if (problem !== null) return false;
      if (!stdout.write(text)) {
        await new Promise<void>((resolve) => {
          release = resolve;
          stdout.once('drain', resolve);
        });
      }
      return problem === null;
    },
    note: (line) => {
      stderr.write(`${oneLine(line)}\n`);
    },
    progress: (text) => {
      if (stderr.isTTY === true) stderr.write(`${CLEAR_LINE}${oneLine(text)}`);
    },
    outcome: () =>
      problem === null || problem === 'EPIPE' ? ok(undefined) : err('storage-full', { detail: problem }),
  };
}

/** An error as one line: words for a person, or one JSON object. */
export function errorLine(error: AppError, isJson: boolean): string {
  const message = errorSentence(error);
  if (isJson) return JSON.stringify({ error: { ...error, message } });
  return `intray: ${oneLine(message)}${error.detail === undefined ? '' : ` (${oneLine(error.detail)})`}`;
}
