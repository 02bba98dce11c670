import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { idSchema, recordIdSchema } from '#contract/record-schemas.ts';
import { KINDS, type Kind } from '#contract/records.ts';
import { parseInAppLink } from '#contract/links.ts';
import { until, unwrap } from '../../support/engine.ts';
import { type TestApp, openApp } from '../../support/app.ts';
import { changeAsOtherClient, LIST_PATHS } from '../../support/clinic.ts';

/** Characters in the ids of this clinic besides letters and digits. */
const PARTS = [
  '/',
  '?',
  '#',
  '%2F',
  ' ',
  '漢',
  '..',
  '\\',
  'e\u0301',
  '\u00e9',
  '\u202e',
  '"',
  '&',
  '漢'.repeat(230),
];
const ORDER = { by: 'updated', descending: true } as const;

let app: TestApp;
beforeAll(async () => {
  const sizes = { requisitions: 90, forms: 90, notifications: 120, patients: 40 };
  app = await openApp({ ...sizes, dialect: 'awkward-ids' });
  await app.sync();
});
afterAll(() => app.close());

function withPart(kind: Kind, part: string): string {
  const found = [...app.serviceRecords(kind).keys()].find((id) => id.includes(part));
  if (found === undefined) throw new Error(`no ${kind} has ${part} in its id`);
  return found;
}

const getPath = (kind: Kind, id: string): string => `${LIST_PATHS[kind]}/${encodeURIComponent(id)}`;
const requisitionId = recordIdSchema('requisition');
const formId = recordIdSchema('form');
const newRequisition = z.object({ patient: idSchema('user'), ordering_provider: idSchema('user') });
const notificationId = idSchema('notification');
const requestsTo = (address: string) => app.clinic.requests().filter((entry) => entry.path === address);

describe('ids with every kind of character', () => {
  it.each(KINDS)('are all cached after a sync, unchanged: %s', async (kind) => {
    expect([...(await app.cached(kind)).keys()].sort()).toEqual([...app.serviceRecords(kind).keys()].sort());
  });

  it.each(PARTS)('open, and are requested unchanged: %j', async (part) => {
    for (const kind of KINDS) {
      const id = withPart(kind, part);
      const raw = unwrap(await app.engine().call('records.raw', { kind, id }));
      expect(JSON.parse(raw.raw)).toMatchObject({ id });
      const state = unwrap(
        await app.engine().call('records.refresh', { kind, id: recordIdSchema(kind).parse(id) }),
      );
      expect(state).toEqual({ state: 'fresh' });
    }
  });

  it.each(PARTS)('are found by the filter of their patient: %j', async (part) => {
    const patients = [...app.serviceRecords('requisition').values()].map(({ patient }) => String(patient));
    const patient = patients.find((id) => id.includes(part));
    if (patient === undefined) return;
    const terms = [{ field: 'patient', value: patient, isNot: false } as const];
    const found = unwrap(
      await app.engine().call('worklist.ids', { tab: 'all', terms, order: ORDER, limit: 5_000 }),
    );
    const expected = [...app.serviceRecords('requisition').values()].filter(
      (each) => each['patient'] === patient,
    );
    expect([...found.ids].sort()).toEqual(expected.map(({ id }) => id).sort());
  });

  it('are changed at the service, each record its own', async () => {
    const changed = PARTS.map((part) => withPart('requisition', part));
    for (const id of changed) {
      const data = { id: requisitionId.parse(id), order_details: `For ${id}` };
      await app.save({ operation: 'requisitions.update', data });
    }
    await app.sync();
    expect(await app.outbox()).toEqual([]);
    for (const id of changed) {
      expect(app.serviceRecords('requisition').get(id)).toMatchObject({ order_details: `For ${id}` });
      expect(app.done('POST', getPath('requisition', id))).toBe(1);
    }
  });

  it('are marked as read only after a GET returned exactly that id, if a gateway could mistake it', async () => {
    const unread = [...app.serviceRecords('notification').values()].filter(({ read }) => read === false);
    const ids = unread.map(({ id }) => notificationId.parse(id));
    for (const id of ids) await app.save({ operation: 'notifications.update', data: { id, read: true } });
    await app.sync();
    expect(await app.outbox()).toEqual([]);
    for (const id of ids) {
      expect(app.serviceRecords('notification').get(id)).toMatchObject({ read: true });
      const [first] = requestsTo(getPath('notification', id)).filter(({ method }) => method !== 'GET');
      expect(first?.method).toBe('POST');
    }
  });

  it('are deleted only after a GET returned exactly that id', async () => {
    const id = withPart('form', '/../');
    const address = getPath('form', id);
    const before = requestsTo(address).length;
    await app.save({ operation: 'forms.delete', data: { id: formId.parse(id) } });
    await app.sync();
    const methods = requestsTo(address)
      .slice(before)
      .map(({ method }) => method);
    expect(methods.slice(0, 2)).toEqual(['GET', 'DELETE']);
    expect(app.serviceRecords('form').has(id)).toBe(false);
  });

  it('a delete is not sent if the GET returns another record', async () => {
    const id = withPart('form', '..');
    const other = [...app.serviceRecords('form').keys()].find((each) => each !== id) ?? '';
    const body = JSON.stringify(app.serviceRecords('form').get(other));
    app.clinic.faults.add({
      match: { method: 'GET', path: getPath('form', id) },
      action: { kind: 'answer', status: 200, body },
    });
    await app.save({ operation: 'forms.delete', data: { id: formId.parse(id) } });
    await app.sync();
    expect(requestsTo(getPath('form', id)).filter(({ method }) => method === 'DELETE')).toEqual([]);
    expect(app.serviceRecords('form').has(id)).toBe(true);
    const [waiting] = await app.outbox();
    expect(waiting).toMatchObject({ id, operation: 'forms.delete' });
    app.clinic.faults.clear();
    unwrap(await app.engine().call('outbox.discard', { number: waiting?.number ?? 0 }));
  });

  it('have PDFs that are fetched, copied and merged', async () => {
    for (const part of ['/', '%2F', '..', '漢', '?']) {
      const id = requisitionId.parse(withPart('requisition', part));
      unwrap(await app.engine().call('pdfs.fetch', { ids: [id] }));
      await until(
        async () => unwrap(await app.engine().call('pdfs.get', { id })).state === 'here',
        'the PDF to be here',
      );
      const file = path.join(app.folder, 'copy.pdf');
      unwrap(await app.engine().control('pdfs.copyTo', { id, path: file, purpose: 'saved', replaces: true }));
      expect(readFileSync(file).subarray(0, 5).toString()).toBe('%PDF-');
    }
  });

  it('are linked by notifications', () => {
    const targets = [...app.serviceRecords('notification').values()].flatMap(({ buttons }) =>
      (buttons as readonly { readonly link: string }[]).map(({ link }) => parseInAppLink(link)),
    );
    const records = targets.flatMap((target) => (target.leadsTo === 'record' ? [target] : []));
    expect(records.length).toBeGreaterThan(5);
    for (const { kind, id } of records) expect(app.serviceRecords(kind).has(id)).toBe(true);
    expect(targets.filter(({ leadsTo }) => leadsTo === 'odd')).toEqual([]);
  });

  it('get local names by a table that is read back exactly', async () => {
    const ids = [
      ...new Set([...app.serviceRecords('requisition').values()].map(({ patient }) => String(patient))),
    ];
    const engine = app.engine();
    for (const [number, id] of ids.entries())
      unwrap(await engine.call('directory.set', { id, name: `Name ${number}` }));
    const { text } = unwrap(await engine.call('directory.export', {}));
    for (const id of ids) unwrap(await engine.call('directory.set', { id, name: null }));
    const table = unwrap(await engine.call('directory.readTable', { text }));
    expect(table.problems).toEqual([]);
    expect(table.changes).toHaveLength(ids.length);
    const changes = table.changes.map(({ id, name }) => ({ id, name }));
    unwrap(await engine.call('directory.save', { changes, source: 'imported' }));
    const { items } = unwrap(await engine.call('directory.list', {}));
    expect(items.map(({ id }) => id).sort()).toEqual(ids.toSorted());
  });

  it('are distinguished if only their normal forms are equal, in a question too', async () => {
    const composed = withPart('requisition', '\u00e9');
    await app.save({
      operation: 'requisitions.update',
      data: { id: requisitionId.parse(composed), name: 'Mine' },
    });
    await changeAsOtherClient(app.clinic, getPath('requisition', composed), { name: 'Theirs' });
    await app.sync();
    const [question] = await app.outbox();
    expect(question).toMatchObject({ id: composed, state: 'needs-you', question: 'conflict' });
    await app.resolve(question?.number ?? 0, { take: 'mine' });
    await app.sync();
    expect(app.serviceRecords('requisition').get(composed)).toMatchObject({ name: 'Mine' });
  });

  it('are given to records created here, which are opened by either id', async () => {
    const { patient, ordering_provider } = newRequisition.parse(app.first('requisition'));
    const made: string[] = [];
    for (let count = 0; count < 20; count += 1) {
      const data = { patient, ordering_provider, type: 'lab', name: `Made here ${count}` } as const;
      made.push((await app.save({ operation: 'requisitions.create', data })).id);
    }
    await app.sync();
    expect(await app.outbox()).toEqual([]);
    for (const [count, local] of made.entries()) {
      const found = unwrap(await app.engine().call('records.raw', { kind: 'requisition', id: local }));
      expect(JSON.parse(found.raw)).toMatchObject({ name: `Made here ${count}` });
    }
  });

  it('are in no line of the log', () => {
    const logged = app.engine().logged.join('\n');
    for (const kind of KINDS)
      for (const id of app.serviceRecords(kind).keys()) {
        expect(logged).not.toContain(id);
        expect(logged).not.toContain(encodeURIComponent(id));
      }
  });
});
