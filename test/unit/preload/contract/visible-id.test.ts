import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeInvisibleCharactersOfId, neutralizeDirectionControls } from '#contract/visible-id.ts';

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

test.each([
  ['Anna \u202eevil Test', 'Anna \ufffdevil Test'],
  ['\u202d123\u202c', '\ufffd123'],
  ['\u2067Anna\u2069 \u202aTest\u202c', 'Anna Test'],
  ['Anna\u2069 \u2068Test', 'Anna Test'],
  ['for \u2068نور\u2069, today', 'for \u2068نور\u2069, today'],
  ['\u2067ليلى\u2069 حسن', 'ليلى حسن'],
  ['٢٧\u200f/١١\u200f/٢٠٢٦', '٢٧\u200f/١١\u200f/٢٠٢٦'],
  ['שרה לוי', 'שרה לוי'],
])('the text %j is shown as %j', (text, shown) => {
  expect(neutralizeDirectionControls(text)).toBe(shown);
});

test('no text is shown with a character that turns the direction of what follows', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom(
          'a',
          'ש',
          '1',
          ' ',
          ...Array.from('\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'),
        ),
      }),
      (text) => {
        expect(neutralizeDirectionControls(text)).not.toMatch(/[\u202a-\u202e\u2066\u2067]/);
      },
    ),
  );
});
