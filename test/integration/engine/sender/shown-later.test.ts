import { expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../support/app.ts';
import { findPatients, LIST_PATHS, type RawRecord } from '../../../support/clinic.ts';
import { endings, plainBut, questions } from '../../../support/lost-orders.ts';

const NEW_PATIENT = 'user_new';

/** A record as it was, and the path of a GET of it. */
interface FormerRecord {
  readonly record: RawRecord;
  readonly path: string;
}

/** The service answers each change with the record as it was before. */
const openSlow = (): Promise<TestApp> => openTestApp({ dialect: plainBut({ updatedAnswer: 'before' }) });

/** The first GETs of these records after a change are answered with their former state; those before it are not counted. */
function lagOnce({ clinic }: TestApp, records: readonly FormerRecord[]): void {
  for (const { record, path } of records)
    clinic.faults.add({
      match: { method: 'GET', path, skip: 1, times: 1 },
      action: { kind: 'replace', body: () => record },
    });
}

/** All GETs and lists show the former state of these records until the faults are cleared. */
function lag({ clinic }: TestApp, records: readonly FormerRecord[]): void {
  const former = new Map(records.map(({ record }) => [record.id, record]));
  const showFormer = (record: RawRecord): RawRecord => former.get(record.id) ?? record;
  for (const { record, path } of records)
    clinic.faults.add({ match: { method: 'GET', path }, action: { kind: 'replace', body: () => record } });
  for (const path of Object.values(LIST_PATHS))
    clinic.faults.add({
      match: { method: 'GET', path },
      action: {
        kind: 'replace',
        body: (parsed) => {
          const list = parsed as { readonly data: readonly RawRecord[] }; // a list of the clinic
          return { ...list, data: list.data.map(showFormer) };
        },
      },
    });
}

/** Saves one change of each operation that changes a record, and returns the records as they are before. */
async function saveOneOfEach(app: TestApp): Promise<readonly FormerRecord[]> {
  const [renamed, asked, published] = [...app.serviceRecords('form').values()];
  const [ordered, reviewed] = [...app.serviceRecords('requisition').values()];
  const unread = [...app.serviceRecords('notification').values()].find(({ read }) => read === false);
  if (!renamed || !asked || !published || !ordered || !reviewed || !unread)
    throw new Error('the clinic lacks a record');
  await app.save({ operation: 'forms.update', data: { id: renamed.id, name: 'Renamed' } });
  await app.save({ operation: 'forms.completion', data: { id: asked.id, ask: [NEW_PATIENT] } });
  await app.save({ operation: 'forms.publish', data: { id: published.id } });
  await app.save({ operation: 'requisitions.update', data: { id: ordered.id, order_details: 'Fasting' } });
  const review = { status: 'reviewed', reviewer: 'user_r1' };
  await app.save({ operation: 'requisitions.update', data: { id: reviewed.id, review } });
  await app.save({ operation: 'notifications.update', data: { id: unread.id, read: true } });
  return [renamed, asked, published, ordered, reviewed, unread].map((record) => ({
    record: structuredClone(record),
    path: `/v2/${String(record['object'])}s/${record.id}`,
  }));
}

const countPosts = ({ clinic }: TestApp): number =>
  clinic.requests().filter(({ method }) => method === 'POST').length;

test('changes that the service shows a moment after it has accepted them are sent without a question', async () => {
  const app = await openSlow();
  await app.sync();
  const changed = await saveOneOfEach(app);
  // A read flag is sent without a GET before it.
  lagOnce(
    app,
    changed.filter(({ record }) => record['object'] !== 'notification'),
  );
  await app.sync({ kinds: ['notification'] });
  expect(await questions(app)).toEqual([]);
  expect(await endings(app)).toEqual(changed.map(() => 'sent'));
  expect(countPosts(app)).toBe(changed.length);
});

test('questions about accepted changes are withdrawn once their records show the changes, and nothing is sent again', async () => {
  const app = await openSlow();
  await app.sync();
  const changed = await saveOneOfEach(app);
  lag(app, changed);
  await app.sync();
  expect(await questions(app)).toEqual(changed.map(() => 'odd-answer'));
  app.clinic.faults.clear();
  await app.sync({ full: true });
  expect(await questions(app)).toEqual([]);
  expect(await endings(app)).toEqual(['sent', 'found', 'sent', 'found', 'needless', 'sent']);
  expect(countPosts(app)).toBe(changed.length);
  const asked = (await app.cached('form')).get(changed[1]?.record.id ?? '');
  expect(findPatients(asked)).toContain(NEW_PATIENT);
});

test('a question about an accepted change stays while the record shows other values', async () => {
  const app = await openTestApp({ dialect: plainBut({ storedText: 'cut-255' }) });
  await app.sync();
  const { id } = app.first('requisition');
  const text = 'Fasting since midnight. '.repeat(20);
  await app.save({ operation: 'requisitions.update', data: { id, order_details: text } });
  await app.sync();
  await app.sync({ full: true });
  expect(await questions(app)).toEqual(['odd-answer']);
  expect(countPosts(app)).toBe(1);
});
