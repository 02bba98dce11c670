import type { CallOutput, ParsedInput } from '#contract/api.ts';
import type { AccessLogCheck, AccessEntry, AccessLogHead } from '#contract/access-log.ts';

/** An access with its time; the log's thread numbers and chains it. */
export type TimedAccess = Omit<AccessEntry, 'number'>;

/** The file of an access log, and how far it had come when its head was saved outside it. */
export interface AccessLogFile {
  readonly file: string;
  /** 64 hex digits. */
  readonly key: string;
  readonly head: AccessLogHead | null;
}

/** Calls of the access log's thread, by name. */
export interface AccessLogCalls {
  /** Returns the head of the log; null where it has no entry. */
  open: { input: AccessLogFile; output: AccessLogHead | null };
  /** Adds entries in one transaction. Returns the head. */
  append: { input: readonly TimedAccess[]; output: AccessLogHead | null };
  list: { input: ParsedInput<'accessLog.list'>; output: CallOutput<'accessLog.list'> };
  export: { input: ParsedInput<'accessLog.export'>; output: CallOutput<'accessLog.export'> };
  /** @param head the newest head that is saved outside the file */
  verify: {
    input: { readonly head: AccessLogHead | null };
    output: Pick<AccessLogCheck, 'entries' | 'problems'>;
  };
  close: { input: null; output: null };
}
