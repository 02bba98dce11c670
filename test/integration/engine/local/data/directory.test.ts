import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinImportPreviews, localNameSchema, splitDirectoryTable } from '#contract/directory.ts';
import { getLocalStorePath } from '#main/engine/local/recovery/open.ts';
import { openDatabaseFile } from '#main/engine/sqlite/connection.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { howMuch } from '../../../../faults/size.ts';
import { getCode, TEST_KEY, unwrap } from '../../../../support/engine.ts';
import { type LocalDataStore, localDataStore } from '../../../../support/local-store.ts';

// Every commit waits for the disk.
/** Imports a table, as the page and the command do. */
function take(local: LocalDataStore, text: string) {
  const table = joinImportPreviews([unwrap(local.kept['directory.readTable']({ text, firstLine: 1 }))]);
  const changes = table.changes.map(({ line: _line, ...change }) => change);
  const { saved } = unwrap(local.kept.saveNames({ changes, source: 'imported', by: 'user_me' }));
  return { ...table, saved };
}
const named = (local: LocalDataStore, limit = 5_000) =>
  unwrap(local.kept['directory.list']({ limit })).items.map(({ id, name }) => [id, name]);
const setName = (local: LocalDataStore, id: string, name: string | null) =>
  local.kept.saveNames({ changes: [{ id, name }], source: 'entered', by: 'user_me' });

function exported(local: LocalDataStore): string {
  let text = '';
  for (let after: string | null | undefined; after !== null; ) {
    const piece = unwrap(local.kept.exportNames(after === undefined ? {} : { after }));
    text += piece.text;
    after = piece.next;
  }
  return text;
}

const IDS = ['user_1', 'user_2', 'fac_1', 'req_9'];
function clear(local: LocalDataStore): void {
  for (const id of IDS) unwrap(setName(local, id, null));
}

const idArbitrary = fc.constantFrom(...IDS);
/** A name as a user may type it, with characters that are special in spreadsheets and tables. */
const nameArbitrary = fc
  .string({
    unit: fc.constantFrom('a', 'É', "'", '=', '+', '"', ',', ';', ' ', '\u200f', '\t', '😀'),
    maxLength: 12,
  })
  .filter((name) => localNameSchema.safeParse(name).success && name.replaceAll(/\s+/g, ' ').trim() !== '');
const stepArbitrary = fc.oneof(
  fc.record({ id: idArbitrary, name: fc.option(nameArbitrary) }),
  fc.array(fc.tuple(idArbitrary, nameArbitrary), { maxLength: 5 }),
);

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}
const kept = (name: string): string => localNameSchema.parse(name).normalize('NFC');
// A spreadsheet's guard is removed again, wherever a program that splits at another separator could begin a cell.
const keptCell = (cell: string): string =>
  kept(cell.trim().replaceAll(/((?:^|[;"\t\r\n]) *|,)'(?='*[=+\-@])/g, '$1'));

test('names are saved all or none: an invalid one takes back those before it, and no event follows', async () => {
  const local = await localDataStore();
  unwrap(setName(local, 'user_2', 'Before'));
  const told = local.changedLocalData.length;
  const changes = [
    { id: 'user_1', name: 'Anna Schmidt' },
    { id: 'user_2', name: null },
    { id: 'fac_1', name: ' ' },
  ];
  expect(getCode(local.kept.saveNames({ changes, source: 'imported', by: 'user_me' }))).toBe('invalid-input');
  expect(named(local)).toEqual([['user_2', 'Before']]);
  expect(local.changedLocalData).toHaveLength(told);
  expect(unwrap(setName(local, 'user_1', 'Anna Schmidt'))).toEqual({ saved: 1, skipped: [] });
});

test('any sequence of names set, removed and imported equals a map', async () => {
  const local = await localDataStore();
  fc.assert(
    fc.property(fc.array(stepArbitrary, { maxLength: 12 }), (steps) => {
      clear(local);
      const model = new Map<string, string>();
      for (const step of steps) {
        if (Array.isArray(step)) {
          take(local, step.map(([id, name]) => `${id},${quoted(name)}`).join('\r\n'));
          const cells = new Map(step.map(([id, name]) => [id, keptCell(name)]));
          // An id that the table names in two ways keeps its name.
          const isOne = ([id, name]: readonly [string, string]) => cells.get(id) === keptCell(name);
          for (const [id, name] of cells)
            if (step.filter(([other]) => other === id).every(isOne)) model.set(id, name);
        } else {
          unwrap(setName(local, step.id, step.name));
          if (step.name === null) model.delete(step.id);
          else model.set(step.id, kept(step.name));
        }
      }
      expect(named(local)).toEqual([...model].toSorted(([left], [right]) => (left < right ? -1 : 1)));
    }),
    { numRuns: howMuch(15, 40) },
  );
});

test('what is exported is imported again unchanged, for any names', async () => {
  const local = await localDataStore();
  fc.assert(
    fc.property(fc.array(fc.tuple(idArbitrary, nameArbitrary), { maxLength: 8 }), (pairs) => {
      clear(local);
      for (const [id, name] of pairs) unwrap(setName(local, id, name));
      const before = named(local);
      const text = exported(local);
      for (const line of text.split('\r\n')) expect(line).not.toMatch(/^[^,]*,"?[=+\-@]/);
      clear(local);
      expect(take(local, text)).toMatchObject({ saved: before.length, unchanged: 0, blank: 0, problems: [] });
      expect(named(local)).toEqual(before);
    }),
    { numRuns: howMuch(15, 40) },
  );
});

test('a long directory is listed and exported completely in pieces', async () => {
  const local = await localDataStore();
  const lines = Array.from({ length: 4_500 }, (_, at) => `user_${String(at).padStart(5, '0')},Person ${at}`);
  expect(take(local, lines.join('\n')).saved).toBe(4_500);
  expect(exported(local)).toBe(`\ufeffid,name,identifier\r\n${lines.join(',\r\n')},\r\n`);
  const first = unwrap(local.kept['directory.list']({ limit: 10 }));
  expect(first.next).toBe('user_00009');
  expect(unwrap(local.kept['directory.list']({ limit: 1, after: 'user_00009' })).items[0]?.id).toBe(
    'user_00010',
  );
});

test('names survive a restart, encrypted, and are normalized as in a search', async () => {
  const local = await localDataStore();
  unwrap(setName(local, 'user_1', '  Ada\n LOVELACE '));
  const again = local.again();
  expect(named(again)).toEqual([['user_1', 'Ada LOVELACE']]);
  again.store.close();
  const db = openDatabaseFile(getLocalStorePath(local.folder), TEST_KEY);
  expect(db.get(sql`SELECT normalized_name AS normalizedText FROM directory`)).toEqual({
    normalizedText: 'ada lovelace',
  });
  db.close();
});

test('every change is emitted once with its ids, and an import without changes emits nothing', async () => {
  const local = await localDataStore();
  take(local, 'user_1,Ada\nuser_2,Bob\nuser_1,Ada');
  take(local, 'user_1,Ada');
  unwrap(setName(local, 'user_2', 'Bob'));
  unwrap(setName(local, 'user_3', null));
  unwrap(setName(local, 'user_1', null));
  expect(local.changedLocalData).toEqual([
    { what: 'directory', ids: ['user_1', 'user_2'] },
    { what: 'directory', ids: ['user_1'] },
  ]);
});

test('a change of very many names is emitted without ids', async () => {
  const local = await localDataStore();
  take(local, Array.from({ length: 201 }, (_, at) => `user_${at},N`).join('\n'));
  expect(local.changedLocalData).toEqual([{ what: 'directory', ids: [] }]);
});

test('a name of control characters only is refused, and one that contains them is stored without', async () => {
  const local = await localDataStore();
  expect(getCode(setName(local, 'user_1', '\u0000\u0007'))).toBe('invalid-input');
  unwrap(setName(local, 'user_1', 'Ada\u0007\u0085 \u202eLovelace\u202c\u200f'));
  expect(named(local)).toEqual([['user_1', 'Ada Lovelace\u200f']]);
});

test('a guard behind a space is removed too', async () => {
  const local = await localDataStore();
  take(local, `user_1," '+1 555"`);
  expect(named(local)).toEqual([['user_1', '+1 555']]);
});

test('of a table of 50,000 lines every whole line is imported, and every broken one is named', async () => {
  const local = await localDataStore();
  const lines = Array.from({ length: 50_000 }, (_, at) => {
    if (at % 1_000 === 7) return `user_${at},"Person`;
    return at % 1_000 === 8 ? `Person ${at}` : `user_${at},Person ${at},${at}`;
  });
  const pieces = [...splitDirectoryTable(lines.join('\n'))].map((piece) =>
    unwrap(local.kept['directory.readTable'](piece)),
  );
  const { changes, problems } = joinImportPreviews(pieces);
  expect(changes).toHaveLength(49_900);
  expect(problems.slice(0, 3)).toEqual([
    { line: 8, why: 'broken-quotes' },
    { line: 9, why: 'wrong-columns' },
    { line: 1_008, why: 'broken-quotes' },
  ]);
  expect(problems).toHaveLength(100);
});
