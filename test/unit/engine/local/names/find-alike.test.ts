import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findIdsWithAlikeNames, isOneLetterApart } from '#main/engine/local/names/find-alike.ts';
import { shareWritingSystem, toNameKey } from '#main/engine/local/names/name-key.ts';

const alike = (...names: readonly string[]) =>
  Object.fromEntries(
    findIdsWithAlikeNames(new Map(names.map((name) => [name, toNameKey(name)] as const))) as ReadonlyMap<
      string,
      string
    >,
  );

test.each([
  ['Łukasz Gąsior', 'lukasz gasior'],
  ['ANH THƯ ĐẶNG', 'Anh Thu Dang'],
  ['Käthe Weiß', 'KATHE WEISS'],
  ['O’Neil, Ann', 'O Neil  Ann'],
  ['Ｇｒａｃｅ', 'grace'],
  ['Ελένη', 'ελενη'],
  ['Frau Anna Schmidt', 'anna schmidt'],
  ['Mrs. Anna Schmidt', 'Anna Schmidt'],
])('the names %j and %j are equal after forms of address, case and accents', (left, right) => {
  expect(alike(left, right)).toEqual({ [left]: 'equal', [right]: 'equal' });
});

test.each([
  ['Grace Marsh', 'Grace Marsch'],
  ['Grace Marsh', 'Grace March'],
  ['Grace Marsh', 'Garce Marsh'],
  ['Anna Bell', 'Аnna Bell'],
])('the names %j and %j are one letter apart', (left, right) => {
  expect(alike(left, right, 'Owen Whitfield')).toEqual({ [left]: 'near', [right]: 'near' });
});

test('an abbreviation of two capitals is no form of address, and a form of address alone is compared as it is', () => {
  expect(alike('MS Zentrum Berlin', 'Zentrum Berlin')).toEqual({});
  expect(toNameKey('Frau')).toBe('frau');
});

test('short names and names that differ in two letters are not alike', () => {
  expect(alike('Li', 'Lu', 'Grace Marsh', 'Grice Murch', '李明', '李民')).toEqual({});
});

test('letters of writing systems whose marks are letters keep them', () => {
  expect(toNameKey('अनन्या')).not.toBe(toNameKey('अनन्य'));
});

test('names without a common writing system are two spellings, not two names', () => {
  expect(shareWritingSystem('Ольга Королёва', 'Olga Koroleva')).toBe(false);
  expect(shareWritingSystem('Owen Bell', 'Olga Koroleva')).toBe(true);
  expect(shareWritingSystem('王秀英', '佐藤花子')).toBe(true);
});

test('exactly the keys with a neighbour one letter away are found', () => {
  const key = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 4, maxLength: 7 });
  fc.assert(
    fc.property(fc.uniqueArray(key, { maxLength: 30 }), (keys) => {
      const found = findIdsWithAlikeNames(new Map(keys.map((each) => [each, each])));
      const expected = keys.filter((left) => keys.some((right) => isOneLetterApart(left, right)));
      expect([...found.keys()].toSorted()).toEqual(expected.toSorted());
    }),
  );
});

test('ten thousand names, equal ones and mixed scripts among them, are compared', () => {
  const scripts = ['Grace Marsh', 'Ольга Королёва', '王秀英', 'أميرة حداد', 'Аnna Bell'];
  const names = Array.from(
    { length: 10_000 },
    (_, at) => [`user_${at}`, toNameKey(`${scripts[at % 5]} ${at % 5_000}`)] as const,
  );
  const found = findIdsWithAlikeNames(new Map(names));
  expect(found.size).toBe(10_000);
  expect(new Set(found.values())).toEqual(new Set(['equal']));
});

test('ten thousand names that differ in the same letter do not take time for every pair', () => {
  const names = Array.from(
    { length: 10_000 },
    (_, at) => [`user_${at}`, `grace ${String.fromCodePoint(0x4e00 + at)}`] as const,
  );
  expect(findIdsWithAlikeNames(new Map(names)).size).toBe(10_000);
});
