import { expect, test } from 'vitest';
import { toTrigramPhraseQuery } from '#main/engine/cache/query/full-text.ts';
import { normalizeForSearch } from '#main/engine/sqlite/text.ts';

test('normalizing converts to lower case and keeps diacritics', () => {
  expect(normalizeForSearch('CAFÉ Ångström')).toBe('café ångström');
});

test('half a surrogate pair is normalized to what the file holds in its place', () => {
  expect(normalizeForSearch('a\ud800b')).toBe('a\ufffdb');
});

test.each(['', 'a', 'ab', '血液', '\0\0\0', 'a\0b', '😀😀'])(
  '%j is too short for the trigram index',
  (text) => {
    expect(toTrigramPhraseQuery(text)).toBeNull();
  },
);

test.each([
  ['abc', '"abc"'],
  ['a"b', '"a""b"'],
  ['near(', '"near("'],
  ['foo:bar', '"foo:bar"'],
  ['a\0bc', '"abc"'],
  ['😀😀😀', '"😀😀😀"'],
])('%j becomes one quoted phrase', (text, phrase) => {
  expect(toTrigramPhraseQuery(text)).toBe(phrase);
});

test('a long text gives a phrase of its beginning, cut between characters', () => {
  expect(toTrigramPhraseQuery('😀'.repeat(5000))).toBe(`"${'😀'.repeat(64)}"`);
});
