import type { Writable } from 'node:stream';
import { isAnyId } from '#contract/records.ts';
import {
  err,
  type Result,
  getEnglishErrorSentence,
  ok,
  type AppError,
  type TaskErrorSentences,
} from '#contract/result.ts';
import { escapeInvisibleCharactersOfId } from '#contract/visible-id.ts';
import { getLargest } from '#main/base/extremes.ts';
import { writeFileAtomically } from '#main/base/write-file.ts';
import { getSystemErrorCode, isDiskFullCode } from '#main/base/system-errors.ts';
import { escapeControls, toSingleLineWithoutControls } from '#main/base/plain-text.ts';

/** Accepts a piece of a text; returns false where the reader wants no more. */
export type WriteTextPiece = (text: string) => Promise<boolean>;

function toWriteError(thrown: unknown): Result<never> {
  const code = getSystemErrorCode(thrown);
  return err(isDiskFullCode(code) ? 'storage-full' : 'storage-read-only', { detail: `--out: ${code}` });
}

/**
 * Writes a text piece by piece to a file that only this user can read: no incomplete file is ever visible.
 * @returns what `write` returned; 'storage-full' or 'storage-read-only' where the file cannot be written
 */
export async function streamTextToFile<T>(
  file: string,
  write: (writePiece: WriteTextPiece) => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    return await writeFileAtomically(
      file,
      (handle) =>
        write(async (text) => {
          await handle.appendFile(text);
          return true;
        }),
      (written) => written.ok,
    );
  } catch (thrown) {
    return toWriteError(thrown);
  }
}

/** A stream that may be a terminal. */
export type OutputStream = Writable & { readonly isTTY?: boolean };

/** Where a command writes: its result to stdout, everything else to stderr. */
export interface CommandOutput {
  /**
   * Writes to stdout with back-pressure; on a terminal, control characters are escaped. Returns false when the
   * reader has closed the pipe and further writing is useless.
   */
  write(text: string): Promise<boolean>;
  /** Writes one line to stderr. */
  note(line: string): void;
  /** Shows the progress where stderr is a terminal; an empty text removes it. */
  progress(text: string): void;
  /** Returns why stdout did not accept all output, or null; a pipe closed by the reader is no error. */
  outcome(): Result<void>;
}

const CLEAR_LINE = '\r\u001b[K';

/** Creates the output of one command over stdout and stderr. */
export function createCommandOutput(stdout: OutputStream, stderr: OutputStream): CommandOutput {
  let problem: string | null = null;
  let release = (): void => {};
  stdout.on('error', (thrown: NodeJS.ErrnoException) => {
    problem ??= thrown.code ?? 'unknown';
    release();
  });
  // A failure of stderr cannot be reported: no stream is left for it.
  stderr.on('error', () => {});

  return {
    write: async (text) => {
      if (problem !== null) return false;
      if (!stdout.write(stdout.isTTY === true ? escapeControls(text) : text)) {
        await new Promise<void>((resolve) => {
          release = resolve;
          stdout.once('drain', resolve);
        });
      }
      return problem === null;
    },
    note: (line) => {
      stderr.write(`${toSingleLineWithoutControls(line)}\n`);
    },
    progress: (text) => {
      if (stderr.isTTY === true) stderr.write(`${CLEAR_LINE}${toSingleLineWithoutControls(text)}`);
    },
    outcome: () =>
      problem === null || problem === 'EPIPE' ? ok(undefined) : err('storage-full', { detail: problem }),
  };
}

/** Sentences for the system's error codes about which the user can do something. */
const SYSTEM_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'the file or its folder does not exist',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'it is a folder, not a file',
  EACCES: 'the system denies access to it',
  EPERM: 'the system denies access to it',
  EROFS: 'the disk cannot be written',
  EEXIST: 'it exists already',
  ENOSPC: 'the disk is full',
  ELOOP: 'it is a link',
};

function formatDetail(detail: string): string {
  return toSingleLineWithoutControls(detail).replace(
    /\bE[A-Z]{3,}\b/g,
    (code) => SYSTEM_ERRORS[code] ?? code,
  );
}

/** Returns an error as one line: a sentence, that of the task where it has one, or one JSON object. */
export function formatErrorLine(error: AppError, isJson: boolean, ofTask?: TaskErrorSentences): string {
  const message = getEnglishErrorSentence(error, ofTask);
  const { code, detail } = error;
  if (isJson) return JSON.stringify({ error: { ...error, message } });
  if (detail === undefined) return `intray: ${toSingleLineWithoutControls(message)}`;
  // The usual sentence for 'not-found' is about records, but the command may have looked for something else.
  return code === 'not-found'
    ? `intray: Not found: ${formatDetail(detail)}.`
    : `intray: ${toSingleLineWithoutControls(message)} (${formatDetail(detail)})`;
}

const MAX_CELL_WIDTH = 44;
const COLUMN_GAP = '  ';

function formatCell(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const line = isAnyId(text)
    ? escapeInvisibleCharactersOfId(text)
    : toSingleLineWithoutControls(text.slice(0, 500));
  return line.length > MAX_CELL_WIDTH ? `${line.slice(0, MAX_CELL_WIDTH - 1).toWellFormed()}…` : line;
}

/**
 * Returns rows under their headings, in columns as wide as needed.
 * @param rows one value per heading; values other than strings are shown as JSON
 */
export function formatTable(headings: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const lines = [headings, ...rows.map((row) => row.map(formatCell))];
  const widths = headings.map((_, column) => getLargest(lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join(COLUMN_GAP)
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}
