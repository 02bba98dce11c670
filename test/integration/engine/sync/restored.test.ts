import { expect, test } from 'vitest';
import { recordIdSchema } from '#contract/record-schemas.ts';
import type { DemoServer } from '#main/demo/server.ts';
import { unwrap } from '../../../support/engine.ts';
import { pdfApp } from '../pdfs/pdf-app.ts';
import { openTestApp } from '../../../support/app.ts';
import { idsOf } from '../../../support/results.ts';

const OLD = { name: 'As it was before', last_updated_at: '2020-01-01T00:00:00.000Z' };
type Raw = Readonly<Record<string, unknown>>;
const earlier = (raw: Raw, ids: readonly string[]): Raw =>
  ids.includes(String(raw['id'])) ? { ...raw, ...OLD } : raw;

/** Restores the service from a copy with the earlier versions of these requisitions. */
function restoreService(clinic: DemoServer, ids: readonly string[]): void {
  clinic.faults.add({
    match: { method: 'GET', path: /^[/]v2[/]requisitions[/]req_[^/]+$/ },
    action: { kind: 'replace', body: (parsed) => earlier(parsed as Raw, ids) },
  });
  clinic.faults.add({
    match: { method: 'GET', path: /^[/]v2[/]requisitions[?]/ },
    action: {
      kind: 'replace',
      body: (parsed) => {
        const { data } = parsed as { data: readonly Raw[] }; // the demo clinic returns a list
        const all = data.map((raw) => earlier(raw, ids));
        const getAt = (raw: Raw): string => String(raw['last_updated_at']);
        return { object: 'list', data: all.toSorted((one, other) => (getAt(one) < getAt(other) ? 1 : -1)) };
      },
    },
  });
}

test('opening a record of a restored service shows the service’s state, and the next refresh reads the whole list', async () => {
  const app = await openTestApp({ seed: 7, requisitions: 40, forms: 2, notifications: 2 });
  await app.sync();
  await app.pull('requisition');
  const [id = '', other = ''] = [...app.serviceRecords('requisition').keys()].slice(20);
  restoreService(app.clinic, [id, other]);
  const refreshed = await app.engine().call('records.refresh', { kind: 'requisition', id });
  expect(unwrap(refreshed)).toEqual({ state: 'fresh' });
  expect((await app.cached('requisition')).get(id)).toMatchObject(OLD);
  await app.pull('requisition');
  expect((await app.cached('requisition')).get(other)).toMatchObject(OLD);
});

test('a list whose first records are older than before is read to its end', async () => {
  const app = await openTestApp({ seed: 7, requisitions: 120, forms: 2, notifications: 2 });
  await app.sync();
  await app.pull('requisition');
  const page = await app.engine().control('records.list', { kind: 'requisition', filter: {}, limit: 1 });
  const [front = ''] = idsOf(unwrap(page));
  restoreService(app.clinic, [front]);
  await app.pull('requisition');
  expect((await app.cached('requisition')).get(front)).toMatchObject(OLD);
});

test('a PDF of a version that a restored service no longer has does not count as current', async () => {
  const pdfs = await pdfApp();
  const id = recordIdSchema('requisition').parse(pdfs.fresh());
  await pdfs.fetch(id);
  expect(await pdfs.get(id)).toMatchObject({ state: 'here', isStale: false });
  restoreService(pdfs.clinic, [id]);
  await pdfs.sync({ full: true });
  expect(await pdfs.get(id)).toMatchObject({ state: 'here', isStale: true });
});
