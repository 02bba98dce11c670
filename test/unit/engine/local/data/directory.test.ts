import { expect, test } from 'vitest';
import { parseDirectoryTable, formatDirectoryLines } from '#main/engine/local/data/directory-table.ts';

const read = (text: string, firstLine = 1) => parseDirectoryTable(text, firstLine);
const ADA = { id: 'user_1', name: 'Ada', identifier: '' };
/** What was read, without the numbers of the lines. */
const names = (text: string) => read(text).named.map(({ line: _line, ...named }) => named);
const format = (id: string, name: string) => formatDirectoryLines([{ id, name, identifier: '' }]);

test.each([
  ['commas', 'id,name\nuser_1,Ada\n'],
  ['semicolons', 'id;name\nuser_1;Ada\n'],
  ['a heading in capitals', 'ID,Name\r\nuser_1,Ada'],
  ['a mark of the encoding', '\ufeffid,name\r\nuser_1,Ada\r\n'],
  ['quotes', '"id","name"\n"user_1","Ada"\n'],
  ['no heading', 'user_1,Ada'],
  ['spaces around', ' user_1 , Ada '],
  ['empty lines and empty rows', '\n\nuser_1,Ada\n  \n,\n;\n'],
  ['old line ends', 'id,name\ruser_1,Ada\r'],
])('a table with %s is read', (_how, text) => {
  expect(names(text)).toEqual([ADA]);
  expect(read(text)).toMatchObject({ problems: [], blank: 0 });
});

test('a name may hold the other separator, quotes, and marks of direction, but nothing that turns the direction', () => {
  const table = 'user_1,"Lovelace, Ada; ""the"" first"\nuser_2;Bob, M.D.\nuser_3,\u2067ليلى\u2069 (A)\u200f';
  expect(read(table).named.map(({ name }) => name)).toEqual([
    'Lovelace, Ada; "the" first',
    'Bob, M.D.',
    'ليلى (A)\u200f',
  ]);
});

test.each([
  ['user_1', 'wrong-columns'],
  ['user_1,Ada,Lovelace', 'not-an-identifier'],
  ['user_1,Ada,1,2', 'wrong-columns'],
  ['Ada,user_1', 'not-an-id'],
  ['user_1,"\u0001 \u0002"', 'no-name'],
  [`user_1,${'x'.repeat(201)}`, 'name-too-long'],
  ['user_1,Anna \u202eevil Test', 'turns-direction'],
  ['user_1,Ada,\u202d1980-01-02', 'turns-direction'],
  ['user_1,"Ada', 'broken-quotes'],
  ['user_1,"Ada" Lovelace', 'broken-quotes'],
])('an invalid line %j is skipped alone and reported', (line, why) => {
  expect(read(`id,name\nuser_8,Before\n${line}\nuser_9,After`)).toEqual({
    named: [
      { id: 'user_8', name: 'Before', identifier: '', line: 2 },
      { id: 'user_9', name: 'After', identifier: '', line: 4 },
    ],
    problems: [{ line: 3, why }],
    blank: 0,
  });
});

test('lines are numbered as in the whole table, and only its own first line may be a heading', () => {
  expect(read('id,name\nx', 41).problems).toEqual([
    { line: 41, why: 'not-an-id' },
    { line: 42, why: 'wrong-columns' },
  ]);
});

test('names are composed, so that the same name is one text', () => {
  expect(names('user_1,E\u0301va')).toEqual([{ ...ADA, name: '\u00c9va' }]);
});

test.each(['=1+1', '+41', '-x', '@me', "'=1", "''@x", '\uff1d1'])(
  'the name %j is executed by no spreadsheet and read back unchanged',
  (name) => {
    const line = format('user_1', name);
    expect(line).toBe(`user_1,'${name},\r\n`);
    expect(names(line)).toEqual([{ ...ADA, name }]);
  },
);

test('a name in apostrophes is unchanged', () => {
  expect(format('user_1', "'Ada'")).toBe("user_1,'Ada',\r\n");
  expect(names("user_1,'Ada'")).toEqual([{ ...ADA, name: "'Ada'" }]);
});

test.each([
  ["Ada;=cmd|'/C calc'!A0", "Ada;'=cmd|'/C calc'!A0"],
  ['Ada; =1', "Ada; '=1"],
  ["Ada;'=1", "Ada;''=1"],
  ['Ada,@me', "Ada,'@me"],
  ['Ada "-x" Bea;"=1"', `Ada "'-x" Bea;"'=1"`],
])(
  'the name %j starts no formula in a program that splits it, and is read back unchanged',
  (name, guarded) => {
    const line = format('user_1', name);
    expect(line).toBe(`user_1,"${guarded.replaceAll('"', '""')}",\r\n`);
    expect(names(line)).toEqual([{ ...ADA, name }]);
  },
);

test('a second identifier is read and written, guarded like a name', () => {
  const named = { ...ADA, identifier: '12 Mar 1980' };
  expect(names('user_1,Ada, 12  Mar 1980 ')).toEqual([named]);
  expect(formatDirectoryLines([{ ...named, identifier: '-41' }])).toBe("user_1,Ada,'-41\r\n");
  expect(names("user_1,Ada,'-41")).toEqual([{ ...named, identifier: '-41' }]);
});

test('lines that were not filled in are counted and no problem', () => {
  expect(read('id,name,identifier\nuser_1,,\nuser_2,\nuser_3,Ada,')).toMatchObject({
    blank: 2,
    problems: [],
  });
});
