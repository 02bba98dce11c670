import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tablePieces } from '#renderer/state/directory.ts';

describe('a table in pieces', () => {
  it('is the same table, and every piece knows the number of its first line', () => {
    const line = fc.stringMatching(/^[a-z",; ]{0,30}$/);
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), fc.integer({ min: 40, max: 200 }), (lines, most) => {
        const table = lines.join('\n');
        const pieces = tablePieces(table, most);
        expect(pieces.map(({ text }) => text).join('')).toBe(table);
        for (const { text, firstLine } of pieces) {
          expect(text.length).toBeLessThanOrEqual(most);
          expect(text.split('\n')[0]).toBe(lines[firstLine - 1]);
        }
      }),
    );
  });

  it('cuts a line that is longer than a piece, and ends all the same', () => {
    const pieces = tablePieces(`${'x'.repeat(250)}\nuser_1,Ana`, 100);
    expect(pieces.map(({ text }) => text.length)).toEqual([100, 100, 61]);
    expect(pieces.map(({ firstLine }) => firstLine)).toEqual([1, 1, 1]);
  });
});
