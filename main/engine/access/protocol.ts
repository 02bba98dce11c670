import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import type { AccessLogCheckResult, AccessEntry, AccessLogHead } from '#contract/access-log.ts';

/** An access with its time; the log's thread numbers and chains it. */
export type UnnumberedAccessEntry = Omit<AccessEntry, 'number'>;

/** What the thread needs to open an access log: its file, its key, and the head that was saved outside. */
export interface AccessLogOpenInput {
  readonly file: string;
  /** The encryption key of the log's file: 64 hex digits. */
  readonly key: string;
  readonly head: AccessLogHead | null;
}

/** Which part of the log may be read. */
export interface AccessLogScope {
  /** Only entries of this account; default: all entries. */
  readonly account?: string | undefined;
}

/** Calls of the access log's thread, by name. */
export interface AccessLogCalls {
  /** Returns the head of the log; null where it has no entry. */
  open: { input: AccessLogOpenInput; output: AccessLogHead | null };
  /** Adds entries in one transaction. Returns the head. */
  append: { input: readonly UnnumberedAccessEntry[]; output: AccessLogHead | null };
  /** Adds the entries whose receipt the log does not have yet, likewise. */
  appendReceipts: { input: readonly UnnumberedAccessEntry[]; output: AccessLogHead | null };
  list: { input: ValidatedInput<'accessLog.list'> & AccessLogScope; output: CallOutput<'accessLog.list'> };
  export: {
    input: ValidatedInput<'accessLog.export'> & AccessLogScope;
    output: CallOutput<'accessLog.export'>;
  };
  /** @param head the newest head that is saved outside the file */
  verify: {
    input: { readonly head: AccessLogHead | null };
    output: Pick<AccessLogCheckResult, 'entries' | 'problems'>;
  };
  close: { input: null; output: null };
}
