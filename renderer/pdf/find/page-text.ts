import { removeCaseAccentsAndWidth } from '#contract/search/normalize.ts';

/** A piece of a page's text, as the text layer has it: one element for each piece. */
export interface TextPiece {
  readonly text: string;
  /** A line of the page ends after it. */
  readonly endsLine: boolean;
}

/** Before a character of a piece. */
interface TextPosition {
  readonly piece: number;
  readonly offset: number;
}

/** A part of a page's text that matches a search. */
export interface TextMatch {
  readonly start: TextPosition;
  readonly end: TextPosition;
}

/** The text of a page as it is searched, and where each of its characters is in the pieces. */
export interface SearchedPageText {
  readonly text: string;
  readonly pieces: Uint32Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

const normalized = new Map<string, string>();
/** The characters of many languages; beyond them each is normalized at every use. */
const MAX_NORMALIZED = 5_000;

/** Normalizes one character; white space of any kind is a space. */
function normalizeCharacter(character: string): string {
  const known = normalized.get(character);
  if (known !== undefined) return known;
  const result = /^\s$/u.test(character) ? ' ' : removeCaseAccentsAndWidth(character);
  if (normalized.size < MAX_NORMALIZED) normalized.set(character, result);
  return result;
}

/** Returns a search as it is compared with the text of pages: without case and accents, single spaces. */
export function normalizeSearch(typed: string): string {
  return Array.from(typed, normalizeCharacter).join('').replaceAll(/ +/gu, ' ').trim();
}

/** Returns the text of a page as it is searched. A line end counts as a space, and several spaces as one. */
export function toSearchedPageText(pieces: readonly TextPiece[]): SearchedPageText {
  const characters: string[] = [];
  const positions: { readonly pieces: number[]; readonly starts: number[]; readonly ends: number[] } = {
    pieces: [],
    starts: [],
    ends: [],
  };
  function add(text: string, piece: number, start: number, end: number): void {
    for (const unit of text.split('')) {
      if (unit === ' ' && (characters.at(-1) ?? ' ') === ' ') continue;
      characters.push(unit);
      positions.pieces.push(piece);
      positions.starts.push(start);
      positions.ends.push(end);
    }
  }
  pieces.forEach(({ text, endsLine }, piece) => {
    let offset = 0;
    for (const character of text) {
      add(normalizeCharacter(character), piece, offset, offset + character.length);
      offset += character.length;
    }
    if (endsLine) add(' ', piece, offset, offset);
  });
  return {
    text: characters.join(''),
    pieces: Uint32Array.from(positions.pieces),
    starts: Uint32Array.from(positions.starts),
    ends: Uint32Array.from(positions.ends),
  };
}

/**
 * Returns the matches of a search in the text of a page, in their order; none overlaps another.
 * @param search as `normalizeSearch` returns it
 */
export function findMatches(page: SearchedPageText, search: string): readonly TextMatch[] {
  if (search === '') return [];
  const matches: TextMatch[] = [];
  for (let at = page.text.indexOf(search); at >= 0; at = page.text.indexOf(search, at + search.length)) {
    const last = at + search.length - 1;
    matches.push({
      start: { piece: page.pieces[at] ?? 0, offset: page.starts[at] ?? 0 },
      end: { piece: page.pieces[last] ?? 0, offset: page.ends[last] ?? 0 },
    });
  }
  return matches;
}
