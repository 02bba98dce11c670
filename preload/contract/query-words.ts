/** One word of a search as it was typed, before anybody asks what it means. */
export interface ScannedWord {
  readonly start: number;
  readonly end: number;
  readonly isNot: boolean;
  /** In small letters; null for a free word or a phrase. */
  readonly operator: string | null;
  /** Without its quotes. */
  readonly value: string;
}

const OPERATOR = /([a-z][a-z_]*):/iy;
const BARE = /\S*/y;
// Between quotes a quote is written twice; what is never closed goes on to the end.
const QUOTED = /"((?:[^"]|"")*)(?:"|$)/y;

function matchAt(pattern: RegExp, text: string, start: number): RegExpExecArray | null {
  pattern.lastIndex = start;
  return pattern.exec(text);
}

function valueAt(text: string, start: number): { readonly value: string; readonly end: number } {
  const quoted = matchAt(QUOTED, text, start);
  if (quoted !== null)
    return { value: (quoted[1] ?? '').replaceAll('""', '"'), end: start + quoted[0].length };
  const value = matchAt(BARE, text, start)?.[0] ?? '';
  return { value, end: start + value.length };
}

function wordAt(text: string, start: number): ScannedWord {
  const isNot = text.charAt(start) === '-' && /^\S/.test(text.slice(start + 1, start + 2));
  const first = isNot ? start + 1 : start;
  const operator = matchAt(OPERATOR, text, first);
  const { value, end } = valueAt(text, first + (operator?.[0].length ?? 0));
  return { start, end, isNot, operator: operator?.[1]?.toLowerCase() ?? null, value };
}

/** The words of a search with their places. Every sign that is no blank is in one of them. */
export function scanWords(text: string): readonly ScannedWord[] {
  const words: ScannedWord[] = [];
  for (let at = 0; at < text.length; ) {
    if (/\s/.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    const word = wordAt(text, at);
    words.push(word);
    at = word.end;
  }
  return words;
}

/** A value as it is typed: between quotes where it would not be read back to the letter without. */
export function quoteWord(value: string): string {
  const isPlain = value !== '' && !/[\s"]|^-|^[a-z][a-z_]*:/i.test(value);
  return isPlain ? value : `"${value.replaceAll('"', '""')}"`;
}
