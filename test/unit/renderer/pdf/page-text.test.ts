import { describe, expect, it } from 'vitest';
import {
  findMatches,
  normalizeSearch,
  toSearchedPageText,
  type TextPiece,
} from '#renderer/pdf/find/page-text.ts';

const piece = (text: string, endsLine = false): TextPiece => ({ text, endsLine });

/** The matched parts of the pieces, as they are coloured. */
function find(typed: string, ...pieces: readonly TextPiece[]): readonly string[] {
  const page = toSearchedPageText(pieces);
  return findMatches(page, normalizeSearch(typed)).map(({ start, end }) => {
    const parts = pieces.slice(start.piece, end.piece + 1).map(({ text }) => text);
    const last = parts.length - 1;
    return parts
      .map((text, index) =>
        text.slice(index === 0 ? start.offset : 0, index === last ? end.offset : text.length),
      )
      .join('|');
  });
}

describe('a search in the text of a page', () => {
  it.each([
    ['ferritin', 'Ferritin, FERRITIN', ['Ferritin', 'FERRITIN']],
    ['muller', 'Frau Müller', ['Müller']],
    ['Müller', 'Frau Muller', ['Muller']],
    ['strasse', 'Lange Straße 3', ['Straße']],
    ['resume', 'Re\u0301sume\u0301 of care', ['Re\u0301sume']],
    ['ﬁrst', 'first', ['first']],
    ['fi', 'a ﬁnding', ['ﬁ']],
    ['سلام', 'سَلَام', ['سَلَام']],
    ['ΟΔΟΣ', 'οδός', ['οδός']],
  ])('finds %s without case, accents and forms of letters', (typed, text, found) => {
    expect(find(typed, piece(text))).toEqual(found);
  });

  it('finds what goes on in the next piece or in the next line, and takes any white space for one space', () => {
    expect(find('hemoglobin', piece('Hemo'), piece('globin'))).toEqual(['Hemo|globin']);
    expect(find('iron  deficiency', piece('of iron', true), piece('deficiency'))).toEqual([
      'iron|deficiency',
    ]);
    expect(find('10 mg', piece('10\u00a0 mg'))).toEqual(['10\u00a0 mg']);
    expect(find('ab', piece('a', true), piece('b'))).toEqual([]);
  });

  it('finds characters outside of the basic plane at their places', () => {
    expect(find('ok', piece('😀 ok 𝐎𝐊'))).toEqual(['ok', '𝐎𝐊']);
  });

  it('counts no match twice, and finds nothing for nothing', () => {
    expect(find('aa', piece('aaaaa'))).toEqual(['aa', 'aa']);
    expect(find('   ', piece('a b'))).toEqual([]);
    expect(find('x', piece('a b'))).toEqual([]);
  });
});
