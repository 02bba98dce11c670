/**
 * Facts of a log line. They contain names, counts, codes and durations; never values of records or secrets.
 */
export type LogFacts = Readonly<Record<string, string | number | boolean | null>>;
export interface Log {
  info(message: string, facts?: LogFacts): void;
  warn(message: string, facts?: LogFacts): void;
  error(message: string, facts?: LogFacts): void;
}

// An identifier may contain any character except control characters, so its end is unknown: the rest of the
// line is removed with it.
const IDENTIFIER = /(form|fver|mctr|user|req|rslt|fac|diag|scrt|cmmt|notf)_[^\p{Cc}]*/gu;
const URL_QUERY = /(https?:\/\/[^\s?#]+)[?#]\S*/g;
const BEARER = /\bBearer\s+\S+/gi;
const JWT = /\beyJ[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]*)*/g;
const LONG_SECRET = /\b[A-Za-z0-9+/_-]{32,}\b/g;
// oxlint-disable-next-line no-control-regex -- line breaks and escapes in a value would forge log lines
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

/** Removes from a text whatever could identify a patient or is a secret. Identifiers keep their prefix. */
export function redact(text: string): string {
  return text
    .slice(0, 2000)
    .replace(IDENTIFIER, '$1_***')
    .replace(CONTROL, ' ')
    .replace(BEARER, 'Bearer ***')
    .replace(JWT, '***')
    .replace(URL_QUERY, '$1?***')
    .replace(LONG_SECRET, '***');
}

/**
 * Returns what may be logged of a thrown value: its class, its code and a redacted message. Causes are not
 * followed.
 */
export function describeThrown(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown;
  const code = 'code' in thrown && typeof thrown.code === 'string' ? ` ${thrown.code}` : '';
  return redact(`${thrown.name}${code}: ${thrown.message}`);
}

/** Creates a log that writes one redacted JSON line at a time to `write`. */
export function createLog(write: (line: string) => void, now: () => number): Log {
  const writeLine = (level: string, message: string, facts: LogFacts = {}): void => {
    const safe = Object.entries(facts).map(([key, value]) => [
      key,
      typeof value === 'string' ? redact(value) : value,
    ]);
    write(
      JSON.stringify({
        at: new Date(now()).toISOString(),
        level,
        message: redact(message),
        ...Object.fromEntries(safe),
      }),
    );
  };
  return {
    info: (message, facts) => writeLine('info', message, facts),
    warn: (message, facts) => writeLine('warn', message, facts),
    error: (message, facts) => writeLine('error', message, facts),
  };
}

/** A log that discards everything. */
export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };
