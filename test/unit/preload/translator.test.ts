import { expect, test } from 'vitest';
import { createTranslator, toStrings } from '#contract/text/translator.ts';

const english = {
  screen: { forms: 'Forms' },
  command: { 'list.next': 'Next row' },
  sent_one: 'One was sent',
  sent_other: '{{count, number}} were sent to {{who}}',
};
const arabic = { sent_zero: 'none', sent_two: 'two', sent_few: '{{count, number}} few' };

function createText(locale: string, catalog: object) {
  return createTranslator({
    locale,
    catalogs: [
      { language: locale.slice(0, 2), strings: toStrings({ ...catalog }) },
      { language: 'en', strings: toStrings(english) },
    ],
    escape: (value) => `<${value}>`,
  });
}

test('a key leads through groups, and may contain dots itself', () => {
  const text = createText('en-GB', {});
  expect([text('screen.forms'), text('command.list.next')]).toEqual(['Forms', 'Next row']);
});

test('a number chooses the form of its language, and is written as in the locale', () => {
  const text = createText('ar-EG', arabic);
  expect([0, 2, 3].map((count) => text('sent', { count }))).toEqual(['none', 'two', '<٣> few']);
});

test('a sentence for none counts before the plural form', () => {
  const text = createText('de-DE', { sent_zero: 'Keine', sent_other: 'Einige' });
  expect([0, 2].map((count) => text('sent', { count }))).toEqual(['Keine', 'Einige']);
});

test('a form that a language lacks is that of English, with the numbers of the locale', () => {
  const text = createText('de-DE', { sent_one: 'Eine' });
  expect(text('sent', { count: 1 })).toBe('Eine');
  expect(text('sent', { count: 1200, who: '$& {{count}}' })).toBe('<1.200> were sent to <$& {{count}}>');
});

test('a value that is missing leaves nothing, and a string without values keeps its placeholders', () => {
  const text = createText('en-GB', {});
  expect(text('sent', { count: 5 })).toBe('<5> were sent to <>');
  expect(text('sent_other')).toBe('{{count, number}} were sent to {{who}}');
});

test('a key that no catalog has is returned', () => {
  expect(createText('de-DE', {})('screen.none')).toBe('screen.none');
});
