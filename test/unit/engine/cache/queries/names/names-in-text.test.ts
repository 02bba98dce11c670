import { expect, test } from 'vitest';
import { findNameOfPerson } from '#main/engine/cache/queries/names/names-in-text.ts';

const find = (text: string, ...others: readonly string[]) =>
  findNameOfPerson([text], { others, isPatient: false })?.name ?? null;

test.each([
  ['Łukasz Gąsior is booked for a follow-up visit on Thu, Nov 19, 09:00 UTC.', 'Łukasz Gąsior'],
  ['A new patient visit with Daniel Whitfield is now on Sun, Dec 13.', 'Daniel Whitfield'],
  ['王秀英: “请问结果出来了吗?”', '王秀英'],
  ['أميرة الخطيب did not come to a follow-up visit.', 'أميرة الخطيب'],
  ['María José Ibáñez Peña asks for a refill.', 'María José Ibáñez Peña'],
  ['PT/INR for Owen Whitfield: results are in.', 'Owen Whitfield'],
  ['Specimen of Jürgen Müller-Lüdenscheidt arrived without a label.', 'Jürgen Müller-Lüdenscheidt'],
  ['Results for Ludwig van der Berg.', 'Ludwig van der Berg'],
  ['Result for Anna Lee.', 'Anna Lee'],
  ['Result for Anna Lee. Please review it.', 'Anna Lee'],
  ['Result for Herr Max Roy', 'Max Roy'],
  ['Result for Phil Weber', 'Phil Weber'],
  ['Result for\nAnna Lee\nPlease review it.', 'Anna Lee'],
  ['Mrs. Anna Lee is booked for a visit.', 'Anna Lee'],
  ['Ms Anna Lee: “When is my appointment?”', 'Anna Lee'],
])('the person in %j is found', (text, name) => {
  expect(find(text)).toBe(name);
});

test.each([
  ['two people', 'Visit with Grace Marsh for Owen Bell is booked.'],
  ['a name in quoted text', 'A message: “this is for Grace Marsh”'],
  ['a name with a title, which belongs to the provider', 'Your visit with Dr. Hannah Whitfield was moved.'],
  ['a title after the form of address', 'Result for Frau Dr. Anna Weber'],
  ['the title of an Arabic doctor', 'Result for الدكتورة أميرة حداد'],
  ['titles of an Arabic doctor that are abbreviated', 'Result for أ.د. محمد علي'],
  ['an Arabic name with a part that is abbreviated', 'Result for محمد ع. الحسن'],
  ['an Arabic form of address, which may be a given name', 'السيد محمد علي is booked.'],
  ['a surname alone after the form of address', 'Frau Schmidt is booked for a visit.'],
  ['a family', 'Visit with Familie Weber'],
  ['a name that may go on after a short surname', 'Result for Anna Lee. Glucose'],
  ['a given name that is abbreviated', 'Result for A. Lee'],
  ['a middle name that is abbreviated', 'Result for Hans Joh. Weber.'],
  ['a double given name that is abbreviated', 'Result for Karl-H. Weber'],
  ['one letter for a person beside another one', 'Visit with A. for Owen Bell'],
  ['a surname that is abbreviated without a full stop', 'Result for Anna B'],
  ['a letter after the name of something', 'Result of Vitamin D'],
  ['a name that may go on in the next line', 'Result for María José\nIbáñez'],
  ['a surname that is abbreviated', 'Result for Anna B. Glucose'],
  ['one word', 'Sertraline for Grace was filled.'],
  ['nobody', 'The monthly statement of the clinic can be downloaded.'],
  ['nothing', ''],
  ['a name at the beginning of something else', 'Vitamin Panel Complete for Monday'],
])('no person is found in a text with %s', (_what, text) => {
  expect(find(text)).toBeNull();
});

test('the name of the object is no name of a person', () => {
  expect(find('Review of Chest Scan for Grace Marsh is due.', 'Chest Scan')).toBe('Grace Marsh');
  expect(find('Grace Hopper Panel is due.', 'Grace Hopper Panel')).toBeNull();
});

test('a text of a hundred thousand characters is read as far as names are', () => {
  expect(find('Aa '.repeat(40_000))).toBeNull();
});
