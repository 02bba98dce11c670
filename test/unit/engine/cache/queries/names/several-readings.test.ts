import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findNameOfPerson } from '#main/engine/cache/queries/names/names-in-text.ts';

const find = (texts: readonly string[]) =>
  findNameOfPerson(texts, { others: [], isPatient: true })?.name ?? null;

/** A name as a document writes it, and the whole name; null where the document does not say the whole one. */
interface WrittenName {
  readonly written: string;
  readonly whole: string | null;
}

const GIVEN = ['Anna', 'Yan', 'Bo', 'Max', 'Jean-Luc', 'María José', 'Xu'];
const SURNAMES = [
  'Li',
  'Lee',
  'Ng',
  'Roy',
  'Weber',
  'Müller-Ley',
  'von der Heide',
  'de la Cruz',
  'Kohl Ibáñez',
  "O'Neil",
];
const ABBREVIATED_GIVEN = ['A.', 'J. R.', 'Chr.', 'Joh.', 'Karl-H.', 'Friedr.', 'Th.'];
const ABBREVIATED_SURNAMES = ['S.', 'Sch.', 'W.-L.', 'v. B.'];
const ADDRESSES = ['Frau ', 'Herr ', 'Herrn ', 'Hr. ', 'Mr ', 'Mrs. ', 'Ms. ', 'Miss '];
const TITLES = ['Dr. ', 'Dr. med. ', 'Prof. Dr. ', 'Frau Dr. ', 'Frau Prof. ', 'Univ.-Prof. ', 'Doctor '];
const ARABIC = ['محمد علي', 'أميرة حداد', 'أحمد علي حسن', 'السيد محمد'];
const ARABIC_TITLES = [
  'السيد ',
  'السيدة ',
  'د. ',
  'أ.د. ',
  'الدكتور ',
  'الدكتورة ',
  'الأستاذ الدكتور ',
  'الشيخ ',
];

const draw = (...texts: readonly string[]) => fc.constantFrom(...texts);
const plain = fc.tuple(draw('', '', ...ADDRESSES), draw(...GIVEN), draw(...SURNAMES));
const name: fc.Arbitrary<WrittenName> = fc.oneof(
  plain.map(([address, given, surname]) => ({
    written: `${address}${given} ${surname}`,
    whole: `${given} ${surname}`,
  })),
  fc
    .tuple(plain, draw(...ABBREVIATED_GIVEN), fc.boolean())
    .map(([[address, given, surname], short, isFirst]) => ({
      written: `${address}${isFirst ? '' : `${given} `}${short} ${surname}`,
      whole: null,
    })),
  fc
    .tuple(plain, draw(...ABBREVIATED_SURNAMES))
    .map(([[address, given], short]) => ({ written: `${address}${given} ${short}`, whole: null })),
  fc
    .tuple(plain, draw(...TITLES))
    .map(([[, given, surname], title]) => ({ written: `${title}${given} ${surname}`, whole: null })),
  fc.tuple(draw(...ADDRESSES), draw('Li', 'Weber')).map(([address, surname]) => ({
    written: `${address}${surname}`,
    whole: null,
  })),
  draw(...ARABIC).map((written) => ({ written, whole: written.startsWith('السيد') ? null : written })),
  fc
    .tuple(draw(...ARABIC_TITLES), draw(...ARABIC))
    .map(([title, written]) => ({ written: `${title}${written}`, whole: null })),
);

const BEFORE = [
  'Patient: ',
  'Patientin: ',
  'Befund ist da.\nPatient: ',
  'المريض: ',
  'Result for ',
  'Visit with ',
];
const AFTER = [
  '',
  '.',
  '. Blutbild, bitte prüfen',
  '. Weber',
  '. Glucose',
  '. Please review it.',
  '. Befund liegt vor.',
  '. bitte prüfen',
  ' (user_1)',
  ', geb. 12.03.1980',
  '., geb. 12.03.1980',
  ', Untersuchung: Blutbild',
  '\nBitte prüfen.',
  ' is booked.',
];

describe('of a text that can be read in several ways', () => {
  test('a name is taken as the whole one or not at all', () => {
    let taken = 0;
    fc.assert(
      fc.property(draw(...BEFORE), name, draw(...AFTER), (before, { written, whole }, after) => {
        const found = find([`${before}${written}${after}`]);
        if (found !== null) taken += 1;
        return found === null || found === whole;
      }),
      { numRuns: 8_000 },
    );
    expect(taken).toBeGreaterThan(800);
  });

  test('no other person is taken for one whose name is not clear', () => {
    let taken = 0;
    fc.assert(
      fc.property(name, draw(...AFTER), fc.boolean(), ({ written, whole }, after, isOneText) => {
        const texts = ['Result for Owen Bell', `Patient: ${written}${after}`];
        const isTitled = [...TITLES, ...ARABIC_TITLES].some((title) => written.startsWith(title));
        // A title is that of who treats the patient; a sentence that goes on behind a name has never been read.
        fc.pre(!isTitled && whole === null && after !== ' is booked.');
        const booked = `${written} is booked with Owen Bell.`;
        if (find([booked]) !== null || find(isOneText ? [texts.join('\n')] : texts) !== null) taken += 1;
      }),
      { numRuns: 1_000 },
    );
    expect(taken).toBe(0);
  });

  test.each(['Patient: ', 'Result for '])('neither of two names after %j is taken', (before) => {
    const texts = ['Yan Li. Weber', 'Yan Li. Blutbild', 'Anna Chr. Müller', 'Anna B. Glukose', 'السيد محمد'];
    expect(texts.filter((text) => find([`${before}${text}`]) !== null)).toEqual([]);
  });
});
