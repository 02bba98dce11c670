import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeInvisibleCharactersOfId } from '#contract/visible-id.ts';

test.each([
  ['req_4f3a2b1c', 'req_4f3a2b1c'],
  ['user_two words', 'user_two words'],
  ['user_漢字', 'user_漢字'],
  ['user_a\u200bb', 'user_a[U+200B]b'],
  ['user_\u202ecba', 'user_[U+202E]cba'],
  ['user_a\u00a0b', 'user_a[U+00A0]b'],
  ['user_a\u{e0041}', 'user_a[U+E0041]'],
  ['user_a ', 'user_a[U+0020]'],
  ['user_a  b', 'user_a [U+0020]b'],
  ['user_\u3164', 'user_[U+3164]'],
])('%j is shown as %s', (id, shown) => {
  expect(escapeInvisibleCharactersOfId(id)).toBe(shown);
});

test('nothing invisible is left in any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(escapeInvisibleCharactersOfId(text)).not.toMatch(
        /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|^ | $| {2}/u,
      );
    }),
  );
});
