import type { AppError, ErrorCode } from './app-error.ts';
import { errorTexts } from './text/en/errors.ts';

export type { AppError, ErrorCode } from './app-error.ts';

export type Ok<T> = { readonly ok: true; readonly value: T };
export type Err = { readonly ok: false; readonly error: AppError };
/** The result of every procedure: no exception crosses a process boundary. */
export type Result<T> = Ok<T> | Err;

/** Wraps a value as a successful result. */
export function ok<T>(value: T): Ok<T> {
  return { ok: true, value };
}

/** Returns a failure with its code and, where they are known and safe, more facts. */
export function err(code: ErrorCode, facts: Omit<AppError, 'code'> = {}): Err {
  return { ok: false, error: { code, ...facts } };
}

/**
 * One English sentence for each error code: what happened, in words that a nurse understands, and what to do. The
 * headless command shows these sentences; the window shows those of its language.
 */
export const ERROR_SENTENCES: Readonly<Record<ErrorCode, string>> = errorTexts.error;

/** Sentences of some errors for one task, in place of the usual ones. */
export type TaskErrorSentences = Partial<Readonly<Record<ErrorCode, string>>>;

/** The English sentences for a sign-in. */
export const SIGN_IN_ERROR_SENTENCES: TaskErrorSentences = errorTexts.errorAtSignIn;

/** Returns the English sentence for an error, with the service's own message where it sent one. */
export function getEnglishErrorSentence(error: AppError, ofTask: TaskErrorSentences = {}): string {
  const sentence = ofTask[error.code] ?? ERROR_SENTENCES[error.code];
  return error.serverWords === undefined ? sentence : `${sentence} It said: ${error.serverWords}`;
}
