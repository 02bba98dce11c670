import { expect, test } from 'vitest';
import type { NamesSuggestedForId } from '#contract/directory.ts';
import { createSeedData } from '#main/demo/seed/seed-data.ts';
import { shareWritingSystem, toNameKey } from '#main/engine/local/names/name-key.ts';
import { readNameInNotification } from '#main/engine/cache/queries/names/notification-names.ts';
import { standingClock } from '../../../support/clocks.ts';
import { temporaryFolder, unwrap } from '../../../support/engine.ts';
import { testLocalStore } from '../../../support/local-store.ts';
import { createTextPdf } from '../../../support/name-pdf.ts';
import { aNotification } from '../../../support/values.ts';
import { pdfApp, type PdfServiceFixture } from '../pdfs/pdf-app.ts';

// PDFs are fetched and parsed, and the machine may be busy.
const SEED = 23;
const CLINIC = { seed: SEED, requisitions: 24, forms: 2, notifications: 120, patients: 8 };
const NEWEST = { by: 'updated', descending: true } as const;

async function openSynced(): Promise<PdfServiceFixture> {
  const app = await pdfApp(CLINIC);
  await app.sync();
  return app;
}

async function readDocuments({ engine }: PdfServiceFixture) {
  return unwrap(await engine().call('directory.readDocuments', {}));
}

async function listSuggestions({ engine }: PdfServiceFixture): Promise<readonly NamesSuggestedForId[]> {
  return unwrap(await engine().call('directory.suggestions', {})).items;
}

async function listNames({ engine }: PdfServiceFixture) {
  return unwrap(await engine().call('directory.list', {})).items;
}

/** Stores PDFs with these lines for requisitions. */
async function storePdf(app: PdfServiceFixture, id: string, lines: readonly string[]): Promise<void> {
  const body = await createTextPdf(lines);
  app.clinic.faults.add({ match: { path: /^\/documents\// }, action: { kind: 'answer', status: 200, body } });
  expect(await app.fetch(id)).toMatchObject({ state: 'here' });
  app.clinic.faults.clear();
}

function patientOf(app: PdfServiceFixture, id: string): string {
  return String(app.serviceRecords('requisition').get(id)?.['patient']);
}

test('what documents say about ids is suggested, with its line and the number of documents, and is true', async () => {
  const app = await openSynced();
  for (const id of app.ids.slice(0, 6)) await app.fetch(id);
  expect(await readDocuments(app)).toEqual({ read: 126, unreadable: 0 });
  expect(await readDocuments(app)).toEqual({ read: 0, unreadable: 0 });
  const suggestions = await listSuggestions(app);
  expect(suggestions.length).toBeGreaterThan(10);
  const seedData = createSeedData(SEED, 0, CLINIC.patients);
  for (const { id, names } of suggestions) {
    const truth = seedData.facilityName(id) || seedData.providerName(id) || seedData.patientName(id);
    for (const { name, line, documents } of names) {
      // A PDF prints names in other scripts by Latin letters.
      const isTrue = toNameKey(name) === toNameKey(truth) || !shareWritingSystem(name, truth);
      expect(isTrue, `${id} is ${truth}, not ${name}`).toBe(true);
      expect(line).toContain(name);
      expect(documents).toBeGreaterThan(0);
    }
  }
  expect(suggestions.flatMap(({ names }) => names).some(({ documents }) => documents > 1)).toBe(true);
});

test('a suggestion is in no row, list of ids, search, export or table before it is confirmed', async () => {
  const app = await openSynced();
  for (const id of app.ids.slice(0, 6)) await app.fetch(id);
  await readDocuments(app);
  const engine = app.engine();
  const names = (await listSuggestions(app)).flatMap(({ names: some }) => some.map(({ name }) => name));
  const everything = { tab: 'all', terms: [], order: NEWEST } as const;
  const shown = JSON.stringify([
    unwrap(await engine.call('worklist.page', { ...everything, limit: 100 })),
    unwrap(await engine.call('worklist.export', { format: 'csv', which: everything })),
    unwrap(await engine.call('forms.export', { format: 'csv', filter: {} })),
    unwrap(await engine.call('ids.suggest', { family: 'user', search: '' })),
    unwrap(await engine.call('directory.list', {})),
    unwrap(await engine.call('directory.export', {})),
  ]);
  for (const name of names) {
    expect(shown).not.toContain(name);
    const search = { tab: 'all', terms: [{ field: 'patient', value: name }], order: NEWEST } as const;
    expect(unwrap(await engine.call('worklist.page', { ...search, limit: 10 })).items).toEqual([]);
    expect(unwrap(await engine.call('ids.suggest', { family: 'user', search: name })).items).toEqual([]);
  }
});

test('a confirmed suggestion records who, when and from which line, and is taken back everywhere at once', async () => {
  const app = await openSynced();
  const [requisition = ''] = app.ids;
  const patient = patientOf(app, requisition);
  await storePdf(app, requisition, ['Wanda Quill', patient]);
  await readDocuments(app);
  const engine = app.engine();
  const changes = [{ id: patient, name: 'Wanda Quill', before: null }];
  unwrap(await engine.call('directory.save', { changes, source: 'suggested' }));
  const [entry] = await listNames(app);
  expect(entry).toMatchObject({
    id: patient,
    source: 'suggested',
    savedBy: app.clinic.userId,
    reading: { name: 'Wanda Quill', line: `Wanda Quill / ${patient}`, document: requisition },
  });
  const find = async () =>
    unwrap(await engine.call('ids.suggest', { family: 'user', search: 'wanda' })).items.map(({ id }) => id);
  expect(await find()).toEqual([patient]);
  unwrap(await engine.call('directory.set', { id: patient, name: null }));
  expect(await find()).toEqual([]);
  expect(await listNames(app)).toEqual([]);
  expect((await listSuggestions(app)).map(({ id }) => id)).toContain(patient);
});

test('five PDFs that name another person beside an id name nobody, and warn where the id has a name', async () => {
  const app = await openSynced();
  const [first = '', ...others] = app.ids.slice(0, 6);
  const patients = [first, ...others].map((id) => patientOf(app, id));
  const named = patientOf(app, first);
  unwrap(await app.engine().call('directory.set', { id: named, name: 'Grace Marsh' }));
  for (const [at, id] of others.entries()) {
    await storePdf(app, id, ['Wrong Person', patients[at + 1] ?? '', `Wrong Person (${named})`]);
  }
  await readDocuments(app);
  const entries = await listNames(app);
  expect(entries.map(({ id, name }) => [id, name])).toEqual([[named, 'Grace Marsh']]);
  const search = unwrap(await app.engine().call('ids.suggest', { family: 'user', search: 'wrong' })).items;
  expect(search).toEqual([]);
  // The id is not in the records of the others, so their PDFs say nothing about it, unless they are its own.
  const own = others.filter((id) => patientOf(app, id) === named);
  expect(entries[0]?.contradiction?.name ?? null).toBe(own.length === 0 ? null : 'Wrong Person');
  await storePdf(app, first, ['Wrong Person', named]);
  await readDocuments(app);
  expect((await listNames(app))[0]?.contradiction).toEqual({
    name: 'Wrong Person',
    line: `Wrong Person / ${named}`,
    document: first,
  });
  unwrap(await app.engine().call('directory.keep', { id: named }));
  expect((await listNames(app))[0]).toMatchObject({ name: 'Grace Marsh', contradiction: null });
});

test.each([
  'Patientin: Frau Anna Schmidt',
  'Patient: Mrs. Anna Schmidt, born 12.03.1980',
  'Patientin: A. Schmidt',
  'Patientin: Anna Schmidt. Glukose, bitte prüfen',
  'Patientin: Anna Chr. Schmidt',
])('a name is not doubtful after a notification that says %j', async (text) => {
  const folder = await temporaryFolder();
  const clock = standingClock();
  const { kept, store } = testLocalStore(folder.path, { clock });
  const id = 'user_patient0001';
  kept.saveNames({ changes: [{ id, name: 'Anna Schmidt' }], source: 'entered', by: 'user_me' });
  clock.at += 1_000;
  const notification = aNotification({ id: 'notf_1', title: '', text, aboutKind: 'requisition' });
  const reading = readNameInNotification(notification, { patient: id, name: 'Blutbild' });
  kept.storeNamesReadInDocuments({ documents: [], readings: reading === null ? [] : [reading] });
  expect(unwrap(kept['directory.list']({ limit: 10 })).items).toMatchObject([{ id, contradiction: null }]);
  store.close();
  await folder.remove();
});

test('ids whose documents disagree have every name, the one of most documents first', async () => {
  const app = await pdfApp({ ...CLINIC, patients: 1, notifications: 0 });
  await app.sync();
  const [one = '', two = '', three = ''] = app.ids;
  const patient = patientOf(app, one);
  await storePdf(app, one, ['Wanda Quill', patient]);
  await storePdf(app, two, ['Owen Bell', patient]);
  await storePdf(app, three, ['WANDA QUILL', patient]);
  await readDocuments(app);
  const [suggestion] = await listSuggestions(app);
  expect(suggestion?.names.map(({ name, documents }) => [name.toLowerCase(), documents])).toEqual([
    ['wanda quill', 2],
    ['owen bell', 1],
  ]);
});

test('a PDF that cannot be read is counted and not tried again; one that changes is read again', async () => {
  const app = await openSynced();
  const [broken = '', changed = ''] = app.ids;
  const body = '%PDF-1.7\nhardly anything\n%%EOF\n';
  app.clinic.faults.add({ match: { path: /^\/documents\// }, action: { kind: 'answer', status: 200, body } });
  await app.fetch(broken);
  app.clinic.faults.clear();
  await storePdf(app, changed, ['Wanda Quill', patientOf(app, changed)]);
  expect(await readDocuments(app)).toEqual({ read: 122, unreadable: 1 });
  expect(await readDocuments(app)).toEqual({ read: 0, unreadable: 0 });
  unwrap(await app.engine().call('pdfs.remove', { ids: [changed] }));
  await storePdf(app, changed, ['Owen Bell', patientOf(app, changed)]);
  expect(await readDocuments(app)).toEqual({ read: 1, unreadable: 0 });
  const names = (await listSuggestions(app)).flatMap((each) => each.names.map(({ name }) => name));
  expect(names).toContain('Owen Bell');
  expect(names).not.toContain('Wanda Quill');
});

test('ids without a name are listed by their records, and exported so that the table can be filled in', async () => {
  const app = await openSynced();
  const engine = app.engine();
  const unnamed = unwrap(await engine.call('directory.unnamed', {}));
  expect(unnamed.total).toBe(unnamed.items.length);
  const records = unnamed.items.map((item) => item.records);
  expect(records).toEqual(records.toSorted((left, right) => right - left));
  const [first, second] = unnamed.items;
  unwrap(await engine.call('directory.set', { id: second?.id ?? '', name: 'Owen Bell' }));
  const { text, next } = unwrap(await engine.call('directory.export', {}));
  expect(next).toBeNull();
  expect(text).toContain(`${second?.id},Owen Bell,\r\n${first?.id},,\r\n`);
  const filled = text.replace(`${first?.id},,`, `${first?.id},Wanda Quill,1980-03-12`);
  const table = unwrap(await engine.call('directory.readTable', { text: filled }));
  expect(table).toMatchObject({
    changes: [{ id: first?.id, name: 'Wanda Quill', identifier: '1980-03-12', before: null }],
    unchanged: [{ id: second?.id }],
    blank: unnamed.total - 2,
    problems: [],
  });
});
