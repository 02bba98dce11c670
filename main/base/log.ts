/**
 * Facts of a log line. They contain names, counts, codes and durations; never values of records or secrets.
 */
export type LogFacts = Readonly<Record<string, string | number | boolean | null>>;
export interface Log {
  info(message: string, facts?: LogFacts): void;
  warn(message: string, facts?: LogFacts): void;
  error(message: string, facts?: LogFacts): void;
}

/** Line breaks and escapes in a value would forge log lines. */
const CONTROL = /[\p{Cc}\u2028\u2029]/gu;

/** Patterns with their replacements, applied in this order: secrets, identifiers, quoted texts. */
const RULES: readonly (readonly [RegExp, string])[] = [
  // An identifier may contain any character except control characters, so its end is unknown: the rest of the
  // line is removed with it.
  [/(form|fver|mctr|user|req|rslt|fac|diag|scrt|cmmt|notf|appt|aptp)_[^\p{Cc}]*/gu, '$1_***'],
  // JSON.parse quotes the text that it could not read in its error message.
  [/(?:Unexpected token|").*? is not valid JSON/gs, '*** is not valid JSON'],
  [CONTROL, ' '],
  [/\bBearer\s+\S+/gi, 'Bearer ***'],
  // A value after a name such as `token` or `password`, also where that word is a part of a longer name.
  [
    /(authorization|cookie|token|jwt|password|passphrase|secret|(?:api|cache)[ _-]?key|recovery[ _-]?code|\bpin)(["']?\s*[=:]\s*["']?)[^\s"',;]+/gi,
    '$1$2***',
  ],
  [/\beyJ[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]*)*/g, '***'],
  // A user name and password in an address.
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/?#]*@/gi, '$1***@'],
  [/(https?:\/\/[^\s?#]+)[?#]\S*/g, '$1?***'],
  [/[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu, '***@***'],
  [/\b[A-Za-z0-9+/_-]{32,}\b/g, '***'],
  // A word with letters and digits that is too long for a name. Names of error codes have underscores.
  [/\b(?=[A-Za-z+-]*\d)(?=[\d+-]*[A-Za-z])[A-Za-z0-9+-]{16,}\b/g, '***'],
];

const MAX_LENGTH = 2000;

/** Returns a text of at most 2,000 characters. A word that would be cut is dropped: it may be a part of a secret. */
function shorten(text: string): string {
  return text.length <= MAX_LENGTH ? text : text.slice(0, MAX_LENGTH).replace(/\S*$/, '');
}

/**
 * Removes from a text whatever could identify a patient or is a secret, as far as it can be recognised: names of people
 * cannot. Identifiers keep their prefix.
 */
export function redact(text: string): string {
  return RULES.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), shorten(text));
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
export function createRedactingLog(write: (line: string) => void, now: () => number): Log {
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
