import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinImportPreviews, splitDirectoryTable, type ImportPiecePreview } from '#contract/directory.ts';

test('every line of a table is in one piece, at its number, and no piece is longer than a call allows', () => {
  const line = fc.string({ unit: fc.constantFrom('a', ',', '"', 'é'), maxLength: 90_000, size: 'max' });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.constantFrom('\n', '\r\n', '\r'), (lines, end) => {
      const pieces = [...splitDirectoryTable(lines.join(end))];
      for (const { text } of pieces) expect(text.length).toBeLessThanOrEqual(150_000);
      const found = pieces.flatMap(({ text, firstLine }) =>
        text.split('\n').map((each, at) => [firstLine + at, each] as const),
      );
      expect(found).toEqual((lines.length === 0 ? [''] : lines).map((each, at) => [at + 1, each]));
    }),
    { numRuns: 50 },
  );
});

test('of a line that is longer than a call allows the beginning is kept, so that it can be reported', () => {
  const pieces = [...splitDirectoryTable(`user_1,Ada\n${'x'.repeat(500_000)}\nuser_2,Bob`)];
  expect(pieces.map(({ firstLine }) => firstLine)).toEqual([1, 2, 3]);
  expect(pieces[1]?.text).toHaveLength(150_000);
});

const change = (id: string, line: number, name: string) => ({ id, line, name, identifier: '', before: null });
const piece = (changes: ImportPiecePreview['changes'], unchanged: ImportPiecePreview['unchanged'] = []) => ({
  changes,
  unchanged,
  blank: 0,
  problems: [],
});

test('an id that a table names twice in different ways keeps its name, whatever pieces the lines are in', () => {
  const pieces = [
    piece([change('user_1', 1, 'Ada'), change('user_2', 2, 'Bob')]),
    piece([change('user_1', 9, 'Eve'), change('user_2', 10, 'Bob')]),
  ];
  expect(joinImportPreviews(pieces)).toEqual({
    changes: [change('user_2', 2, 'Bob')],
    unchanged: 1,
    blank: 0,
    problems: [
      { line: 1, why: 'named-twice' },
      { line: 9, why: 'named-twice' },
    ],
  });
});

test('an id that a table names as it is named now and in another way keeps its name', () => {
  const pieces = [
    piece(
      [],
      [
        { id: 'user_1', line: 1 },
        { id: 'user_3', line: 2 },
      ],
    ),
    piece([change('user_1', 9, 'Eve'), change('user_2', 10, 'Bob')]),
  ];
  expect(joinImportPreviews(pieces)).toEqual({
    changes: [change('user_2', 10, 'Bob')],
    unchanged: 1,
    blank: 0,
    problems: [
      { line: 1, why: 'named-twice' },
      { line: 9, why: 'named-twice' },
    ],
  });
});
