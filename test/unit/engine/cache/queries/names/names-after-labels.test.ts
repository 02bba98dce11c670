import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readNameInNotification } from '#main/engine/cache/queries/names/notification-names.ts';
import { findNameOfPerson } from '#main/engine/cache/queries/names/names-in-text.ts';
import { aNotification } from '../../../../../support/values.ts';

const find = (text: string, others: readonly string[] = [], isPatient = true) =>
  findNameOfPerson([text], { others, isPatient })?.name ?? null;

/** What a notification about an object says of the person whom its props name. */
const read = (aboutKind: string, props: object) =>
  readNameInNotification(
    aNotification({
      id: 'notf_1',
      user: 'user_me',
      title: 'Befund',
      text: 'Patientin: Anna Müller',
      aboutKind,
      propsText: JSON.stringify({ object: aboutKind, ...props }),
    }),
    { patient: aboutKind === 'requisition' ? 'user_patient' : null, name: 'Blutbild' },
  );

test('the name after a label is that of the patient of a requisition, and not that of who sends a message', () => {
  expect(read('requisition', { id: 'req_1' })).toMatchObject({ id: 'user_patient', name: 'Anna Müller' });
  expect(read('message', { id: 'mesg_1', sender: 'user_nurse' })).toBeNull();
});

describe('a name after a label of the patient', () => {
  test.each([
    ['Patient: Grace Marsh', 'Grace Marsh'],
    ['Results are in. Patient: Grace Marsh. Please review them.', 'Grace Marsh'],
    ['Patient name: María José Ibáñez Peña (user_1)', 'María José Ibáñez Peña'],
    ['Patient: Grace Marsh, born 12.03.1980', 'Grace Marsh'],
    ['Patientin: Anna Müller', 'Anna Müller'],
    ['PATIENTIN: Anna Müller', 'Anna Müller'],
    ['Patient/in: Anna Müller, geb. 12.03.1980, Untersuchung: Blutbild', 'Anna Müller'],
    ['Patient*in : Ludwig van der Berg; Befund liegt vor', null],
    ['Patient*in : Ludwig van der Berg; eingegangen', 'Ludwig van der Berg'],
    ['Ein Befund ist da.\nPatient: Jürgen Müller-Lüdenscheidt\nBitte prüfen.', 'Jürgen Müller-Lüdenscheidt'],
    ['Name der Patientin: Anna Müller geb. am 1.2.1980', 'Anna Müller'],
    ['Patientenname: Anna Müller *12.03.1980', 'Anna Müller'],
    ['Untersuchung: Blutbild | Patient: Hans Weber | Labor: Nord', 'Hans Weber'],
    ['Patient: Hans Weber – auffällig', 'Hans Weber'],
    ['Patient: Yan Li', 'Yan Li'],
    ['Patient: Yan Li.', 'Yan Li'],
    ['Patient: Yan Li. bitte prüfen', 'Yan Li'],
    ['Patient: Yan Li. Bitte prüfen', 'Yan Li'],
    ['Patientin: Anna Müller-Ley. Untersuchung: Blutbild', 'Anna Müller-Ley'],
    ['Patientin: Frau Anna Schmidt', 'Anna Schmidt'],
    ['PATIENTIN: FRAU ANNA SCHMIDT', 'ANNA SCHMIDT'],
    ['Patient: Mrs Anna Lee', 'Anna Lee'],
    ['Patient: Mrs. Anna Lee', 'Anna Lee'],
    ['Patient: Hr. Max von der Heide, geb. 12.03.1980', 'Max von der Heide'],
    ['المريضة: أميرة حداد', 'أميرة حداد'],
    ['اسم المريض: أحمد علي حسن، تاريخ الميلاد: 12/03/1980', 'أحمد علي حسن'],
    ['المريض: أحمد علي، الفحص: صورة الدم', 'أحمد علي'],
    ['وصلت النتيجة.\nالمريضة: أميرة حداد (user_1)', 'أميرة حداد'],
    ['المريضة: \u200fأميرة حداد\u200f مواليد ١٢/٠٣/١٩٨٠', 'أميرة حداد'],
  ])('in %j is %j', (text, name) => {
    expect(find(text)).toBe(name);
  });

  test.each([
    ['of whom only the surname comes before a comma', 'Patientin: Müller Lüdenscheidt, Anna'],
    ['that is one word', 'Patientin: Anna'],
    ['that a noun may follow', 'Patientin: Anna Müller, Befund liegt vor'],
    ['in a sentence', 'Patientin: Anna Müller hat den Termin abgesagt'],
    ['with a noun of the sentence behind it', 'Patientin: Anna Müller Befund auffällig'],
    ['with the noun at the end', 'Patientin: Anna Müller Befund'],
    ['with an abbreviation behind it', 'Patient: Grace Marsh CT Thorax'],
    ['with a maiden name', 'Patientin: Anna Müller geb. Schmidt'],
    ['of a doctor', 'Patient: Dr. Hans Weber'],
    ['of a doctor of medicine', 'Patientin: Frau Dr. med. Anna Weber'],
    ['of a doctor whose title comes after it', 'Patient: Hans Weber Dr'],
    ['of a professor, in Arabic', 'المريض: الأستاذ الدكتور محمد علي'],
    ['of a doctor, in Arabic', 'المريضة: الدكتورة أميرة حداد'],
    ['of a doctor, abbreviated in Arabic', 'المريض: د. محمد علي'],
    ['after what is a form of address or a given name', 'المريض: السيد محمد علي'],
    ['after a form of address, without a given name', 'Patientin: Frau Schmidt'],
    ['of two persons', 'Patient: Herr Max und Frau Anna Schmidt'],
    ['that a word after a short surname may belong to', 'Patient: Yan Li. Blutbild, bitte prüfen'],
    ['with a given name that is abbreviated', 'Patientin: A. Lee'],
    ['with a given name that is abbreviated without a full stop', 'Patientin: A Lee'],
    ['with a middle name that is abbreviated', 'Patientin: Anna Chr. Müller'],
    ['with a longer middle name that is abbreviated', 'Patient: Karl Friedr. Weber'],
    ['with a double given name that is abbreviated', 'Patient: Karl-H. Weber'],
    ['with a surname that is abbreviated', 'Patientin: Anna S.'],
    ['with a surname that is abbreviated to its first sounds', 'Patientin: Anna Sch.'],
    ['with a surname that is abbreviated before another sentence', 'Patientin: Anna B. Glukose erhöht'],
    ['whose particle has nothing after it', 'Patient: Max Paul von (user_1)'],
    ['after the label of somebody else', 'Arzt: Hans Weber'],
    ['after a label of anything', 'Name: Großes Blutbild'],
    ['of the mother of the patient', 'Mother of the patient: Grace Marsh'],
    ['of the father of the patient, in German', 'Vater der Patientin: Hans Weber'],
    ['of the father of the patient, in Arabic', 'والد المريض: أحمد علي'],
    ['after a longer word', 'Inpatient: Grace Marsh'],
    ['after the beginning of a longer label', 'Patientenverfügung: Hans Weber'],
    ['after a label without a colon', 'Patientin Anna Müller'],
    ['that is a label', 'Patient: Anfordernde Person'],
    ['that is not known', 'Patient: Nicht Unbekannt'],
    ['beside another one', 'Patient: Grace Marsh\nPatient: Owen Bell'],
    ['that contradicts the sentence', 'Result for Owen Bell\nPatient: Grace Marsh'],
    ['in quoted text', '“Patient: Grace Marsh”'],
    ['with digits', 'Patient: Grace 12 Marsh'],
    ['of an Arabic sentence', 'المريض: أحمد علي وصل اليوم'],
    ['of four Arabic words at the end of the line', 'المريضة: أميرة حداد تنتظر الطبيبة'],
    ['of an Arabic sentence with a full stop', 'المريض: أحمد علي ينتظر.'],
    ['of an Arabic sentence with a comma', 'المريض: أحمد علي ينتظر، شكرا'],
    ['of five Arabic words', 'المريضة: أميرة حداد تنتظر منذ الصباح'],
    ['that is an Arabic label', 'المريض: مقدم الرعاية'],
    ['after an Arabic label of somebody else', 'الطبيب: أحمد علي'],
    ['after an Arabic label of anything', 'الاسم: صورة الدم'],
    ['that is not known, in Arabic', 'المريض: غير معروف'],
  ])('%s is not taken', (_what, text) => {
    expect(find(text)).toBeNull();
  });

  test('is not taken where the person may be no patient', () => {
    expect(find('Patient: Grace Marsh', [], false)).toBeNull();
    expect(find('المريضة: أميرة حداد', [], false)).toBeNull();
  });

  test('is not taken where it is the name of the object', () => {
    expect(find('Patient: Grace Hopper', ['Grace Hopper'])).toBeNull();
  });

  test('is taken as a whole or not at all, whatever surrounds it', () => {
    const name = fc.constantFrom(
      'Grace Marsh',
      'Anna Müller',
      'Ludwig van der Berg',
      'أميرة حداد',
      'أحمد علي حسن',
    );
    const label = fc.constantFrom('Patient', 'Patientin', 'Patient/in', 'المريضة', 'اسم المريض');
    const sign = fc.constantFrom(', ', '، ', '. ', '; ', ' – ', ' (', ')', '\n', ' | ', ' geb. ', ' *');
    const other = fc.constantFrom(
      'user_1',
      '12.03.1980',
      'geb. 12.03.1980',
      'Blutbild',
      'Befund liegt vor',
      'is waiting',
      'Untersuchung: Blutbild',
      'الفحص: صورة الدم',
      'وصل اليوم',
      'Dr. Weber',
      '',
    );
    fc.assert(
      fc.property(other, label, name, fc.tuple(sign, other), (before, labelled, whole, [after, end]) => {
        const found = find(`${before}\n${labelled}: ${whole}${after}${end}`);
        expect([null, whole]).toContain(found);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('in German and Arabic texts without a label of the patient no person is found', () => {
  test.each([
    ['Neue Nachricht: bitte zurückrufen'],
    ['Neuer Termin: morgen um 9 Uhr'],
    ['Befund Labor: auffällig'],
    ['New Message: please call back'],
    ['المريض: وصل'],
    ['رسالة جديدة: اتصل بالعيادة'],
    ['ملاحظة: يرجى الاتصال'],
    ['صورة الدم: جاهزة'],
  ])('%s', (text) => {
    expect(find(text)).toBeNull();
  });

  test('but the writer of a message is, in any script', () => {
    expect(find('أميرة حداد: «متى موعدي؟»')).toBe('أميرة حداد');
    expect(find('Anna Müller: „Wann ist mein Termin?“')).toBe('Anna Müller');
  });
});
