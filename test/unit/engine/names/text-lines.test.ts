import { expect, test } from 'vitest';
import { findNamesBesideIdsOnPage, type PositionedPdfText } from '#main/engine/names/text-lines.ts';

const at = (text: string, x: number, y: number, height = 10): PositionedPdfText => ({
  text,
  x,
  y,
  width: text.length * height * 0.5,
  height,
});
const IDS = ['user_1', 'fac_2'];
const names = (...pieces: readonly PositionedPdfText[]) =>
  findNamesBesideIdsOnPage(pieces, IDS).map(({ id, name }) => [id, name]);

test('the name above an id in the same column is its name', () => {
  expect(
    names(
      at('Patient', 54, 664, 8),
      at('Grace Marsh', 54, 651),
      at('user_1', 54, 639, 8),
      at('Northgate Imaging', 306, 651),
      at('fac_2', 306, 639, 8),
    ),
  ).toEqual([
    ['user_1', 'Grace Marsh'],
    ['fac_2', 'Northgate Imaging'],
  ]);
});

test('the name before an id on its line is its name, without a label, also in pieces', () => {
  expect(names(at('Patient: Grace Marsh (user_1)', 54, 600))).toEqual([['user_1', 'Grace Marsh']]);
  expect(names(at('Grace', 54, 600), at('Marsh', 82, 600), at('user_1', 110, 600))).toEqual([
    ['user_1', 'Grace Marsh'],
  ]);
});

test('a form of address is no part of the name of a person, and may belong to that of a place', () => {
  expect(names(at('Frau Anna Schmidt (user_1)', 54, 600))).toEqual([['user_1', 'Anna Schmidt']]);
  expect(names(at('Mr.Max Roy (user_1)', 54, 600))).toEqual([['user_1', 'Max Roy']]);
  expect(names(at('Frau Holle Apotheke (fac_2)', 54, 600))).toEqual([['fac_2', 'Frau Holle Apotheke']]);
  expect(names(at('Frau Schmidt', 54, 651), at('user_1', 54, 639, 8))).toEqual([]);
});

test.each([
  ['an Arabic form of address, which may be a given name,', at('السيد محمد علي', 54, 651)],
  ['a label', at('Ordering Provider', 54, 651)],
  ['a number', at('Grace 12', 54, 651)],
  ['a name that was cut', at('Müller-Lüden…', 54, 651)],
  ['a note about another script', at('[text in Hebrew script]', 54, 651)],
  ['a name in another column', at('Grace Marsh', 70, 651)],
  ['a name far above', at('Grace Marsh', 54, 700)],
  ['a sentence', at('Please call the patient today', 54, 651)],
])('%s above an id is no name', (_what, above) => {
  expect(names(above, at('user_1', 54, 639, 8))).toEqual([]);
});

test('an id that the requisition does not have, or a longer one, gets no name', () => {
  expect(names(at('Grace Marsh', 54, 651), at('user_9', 54, 639))).toEqual([]);
  expect(names(at('Grace Marsh', 54, 651), at('user_12', 54, 639))).toEqual([]);
});

test('an id that is the beginning of one before it on the line gets its own name, and not that of the other', () => {
  expect(names(at('John Smith (user_12) Reviewer: Grace Marsh (user_1)', 54, 600))).toEqual([
    ['user_1', 'Grace Marsh'],
  ]);
});

test.each([
  ['Patientin: Anna Müller (user_1)', 'Anna Müller'],
  ['Patientin: Anna Müller, geb. 12.03.1980 (user_1)', 'Anna Müller'],
  ['Name: Anna Müller geb. am: 12.3.1980, user_1', 'Anna Müller'],
  ['Grace Marsh (born 1980-03-12) user_1', 'Grace Marsh'],
  ['Anna Müller *12.03.1980 user_1', 'Anna Müller'],
  ['المريضة: أميرة حداد، مواليد ١٢/٠٣/١٩٨٠ (user_1)', 'أميرة حداد'],
  ['المريض: أحمد علي، تاريخ الميلاد: 12/03/1980، user_1', 'أحمد علي'],
  ['المريض: أحمد علي، user_1', 'أحمد علي'],
])('the person in the line %j is found', (line, name) => {
  expect(names(at(line, 54, 600))).toEqual([['user_1', name]]);
});

test.each([
  ['a German label', 'Zuweisender Arzt: user_1'],
  ['a German label without a colon', 'Anfordernde Person user_1'],
  ['a name with its label', 'Patientin Anna Müller user_1'],
  ['a maiden name', 'Anna Müller geb. Schmidt user_1'],
  ['another date', 'Anna Müller, entlassen 12.03.1980 (user_1)'],
  ['an Arabic label', 'المريض: user_1'],
  ['an Arabic label of two words', 'اسم المريض user_1'],
  ['a date of birth alone', 'geb. 12.03.1980 user_1'],
])('%s before an id on its line is no name', (_what, line) => {
  expect(names(at(line, 54, 600))).toEqual([]);
});

test.each([
  ['Anfordernde Person'],
  ['Zuweisender Arzt'],
  ['Behandelnde Einrichtung'],
  ['Name der Patientin'],
  ['المريض'],
  ['اسم المريض'],
  ['مقدم الرعاية'],
  ['تاريخ الميلاد'],
])('the label %s above an id is no name', (label) => {
  expect(names(at(label, 54, 651), at('user_1', 54, 639, 8))).toEqual([]);
});
