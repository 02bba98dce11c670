import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { idSchema, KINDS, type Kind } from '#contract/ids.ts';
import { readInAppLink } from '#contract/in-app-link.ts';
import { recordIdSchema } from '#contract/local-id.ts';
import { openDeskAndClinic, changeElsewhere, type DeskAndClinic } from '../../support/desk-and-clinic.ts';
import { until, valueOf } from '../../support/engine.ts';

/** What the ids of this clinic hold besides letters and digits. */
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
const PATHS: Readonly<Record<Kind, string>> = {
  form: '/v2/forms',
  requisition: '/v2/requisitions',
  notification: '/v2/notifications',
};
const ORDER = { by: 'updated', descending: true } as const;

let desk: DeskAndClinic;
beforeAll(async () => {
  const sizes = { requisitions: 90, forms: 90, notifications: 120, patients: 40 };
  desk = await openDeskAndClinic({ ...sizes, dialect: 'awkward-ids' });
  await desk.sync();
}, 60_000);
afterAll(() => desk.close());

function withPart(kind: Kind, part: string): string {
  const found = [...desk.truth(kind).keys()].find((id) => id.includes(part));
  if (found === undefined) throw new Error(`no ${kind} has ${part} in its id`);
  return found;
}

const pathOf = (kind: Kind, id: string): string => `${PATHS[kind]}/${encodeURIComponent(id)}`;
const requisitionId = recordIdSchema('requisition');
const formId = recordIdSchema('form');
const newRequisition = z.object({ patient: idSchema('user'), ordering_provider: idSchema('user') });
const notificationId = idSchema('notification');
const requestsTo = (address: string) => desk.clinic.requests().filter((entry) => entry.path === address);

describe('ids that hold every kind of character', { timeout: 60_000 }, () => {
  it.each(KINDS)('are all there after a sync, to the letter: %s', async (kind) => {
    expect([...(await desk.cached(kind)).keys()].sort()).toEqual([...desk.truth(kind).keys()].sort());
  });

  it.each(PARTS)('open, and are asked for as they are: %j', async (part) => {
    for (const kind of KINDS) {
      const id = withPart(kind, part);
      const raw = valueOf(await desk.engine().call('records.raw', { kind, id }));
      expect(JSON.parse(raw.raw)).toMatchObject({ id });
      const state = valueOf(
        await desk.engine().call('records.refresh', { kind, id: recordIdSchema(kind).parse(id) }),
      );
      expect(state).toEqual({ state: 'fresh' });
    }
  });

  it.each(PARTS)('are found by the filter of their patient: %j', async (part) => {
    const patients = [...desk.truth('requisition').values()].map(({ patient }) => String(patient));
    const patient = patients.find((id) => id.includes(part));
    if (patient === undefined) return;
    const terms = [{ field: 'patient', value: patient, isNot: false } as const];
    const found = valueOf(
      await desk.engine().call('worklist.ids', { tab: 'all', terms, order: ORDER, limit: 5_000 }),
    );
    const expected = [...desk.truth('requisition').values()].filter((each) => each['patient'] === patient);
    expect([...found.ids].sort()).toEqual(expected.map(({ id }) => id).sort());
  });

  it('are changed at the service, each record its own', async () => {
    const changed = PARTS.map((part) => withPart('requisition', part));
    for (const id of changed) {
      const data = { id: requisitionId.parse(id), order_details: `For ${id}` };
      await desk.save({ operation: 'requisitions.update', data });
    }
    await desk.sync();
    expect(await desk.outbox()).toEqual([]);
    for (const id of changed) {
      expect(desk.truth('requisition').get(id)).toMatchObject({ order_details: `For ${id}` });
      expect(desk.done('POST', pathOf('requisition', id))).toBe(1);
    }
  });

  it('are marked as read only after a GET answered exactly that id, where a gateway could mistake it', async () => {
    const unread = [...desk.truth('notification').values()].filter(({ read }) => read === false);
    const ids = unread.map(({ id }) => notificationId.parse(id));
    for (const id of ids) await desk.save({ operation: 'notifications.update', data: { id, read: true } });
    await desk.sync();
    expect(await desk.outbox()).toEqual([]);
    for (const id of ids) {
      expect(desk.truth('notification').get(id)).toMatchObject({ read: true });
      const [first] = requestsTo(pathOf('notification', id)).filter(({ method }) => method !== 'GET');
      expect(first?.method).toBe('POST');
    }
  });

  it('are deleted only after a GET answered exactly that id', async () => {
    const id = withPart('form', '/../');
    const address = pathOf('form', id);
    const before = requestsTo(address).length;
    await desk.save({ operation: 'forms.delete', data: { id: formId.parse(id) } });
    await desk.sync();
    const methods = requestsTo(address)
      .slice(before)
      .map(({ method }) => method);
    expect(methods.slice(0, 2)).toEqual(['GET', 'DELETE']);
    expect(desk.truth('form').has(id)).toBe(false);
  });

  it('a delete is not sent where the GET answers another record', async () => {
    const id = withPart('form', '..');
    const other = [...desk.truth('form').keys()].find((each) => each !== id) ?? '';
    const body = JSON.stringify(desk.truth('form').get(other));
    desk.clinic.faults.add({
      match: { method: 'GET', path: pathOf('form', id) },
      action: { kind: 'answer', status: 200, body },
    });
    await desk.save({ operation: 'forms.delete', data: { id: formId.parse(id) } });
    await desk.sync();
    expect(requestsTo(pathOf('form', id)).filter(({ method }) => method === 'DELETE')).toEqual([]);
    expect(desk.truth('form').has(id)).toBe(true);
    const [waiting] = await desk.outbox();
    expect(waiting).toMatchObject({ id, operation: 'forms.delete' });
    desk.clinic.faults.clear();
    valueOf(await desk.engine().call('outbox.discard', { number: waiting?.number ?? 0 }));
  });

  it('have PDFs that are fetched, copied and bound', async () => {
    for (const part of ['/', '%2F', '..', '漢', '?']) {
      const id = requisitionId.parse(withPart('requisition', part));
      valueOf(await desk.engine().call('papers.fetch', { ids: [id] }));
      await until(
        async () => valueOf(await desk.engine().call('papers.get', { id })).state === 'here',
        'the PDF to be here',
      );
      const file = path.join(desk.folder, 'copy.pdf');
      valueOf(await desk.engine().control('papers.copyTo', { id, path: file, why: 'saved', replaces: true }));
      expect(readFileSync(file).subarray(0, 5).toString()).toBe('%PDF-');
    }
  });

  it('stand in the links of notifications, which lead to them', () => {
    const targets = [...desk.truth('notification').values()].flatMap(({ buttons }) =>
      (buttons as readonly { readonly link: string }[]).map(({ link }) => readInAppLink(link)),
    );
    const records = targets.flatMap((target) => (target.leadsTo === 'record' ? [target] : []));
    expect(records.length).toBeGreaterThan(5);
    for (const { kind, id } of records) expect(desk.truth(kind).has(id)).toBe(true);
    expect(targets.filter(({ leadsTo }) => leadsTo === 'odd')).toEqual([]);
  });

  it('get names by a table that is read back to the letter', async () => {
    const ids = [...new Set([...desk.truth('requisition').values()].map(({ patient }) => String(patient)))];
    const engine = desk.engine();
    for (const [number, id] of ids.entries())
      valueOf(await engine.call('directory.set', { id, name: `Name ${number}` }));
    const { text } = valueOf(await engine.call('directory.export', {}));
    for (const id of ids) valueOf(await engine.call('directory.set', { id, name: null }));
    expect(valueOf(await engine.call('directory.import', { text }))).toMatchObject({
      taken: ids.length,
      problems: [],
    });
    const { items } = valueOf(await engine.call('directory.list', {}));
    expect(items.map(({ id }) => id).sort()).toEqual(ids.toSorted());
  });

  it('are told apart where only their normal forms are equal, in a question too', async () => {
    const composed = withPart('requisition', '\u00e9');
    await desk.save({
      operation: 'requisitions.update',
      data: { id: requisitionId.parse(composed), name: 'Mine' },
    });
    await changeElsewhere(desk.clinic, pathOf('requisition', composed), { name: 'Theirs' });
    await desk.sync();
    const [question] = await desk.outbox();
    expect(question).toMatchObject({ id: composed, state: 'needs-you', question: 'conflict' });
    await desk.resolve(question?.number ?? 0, { take: 'mine' });
    await desk.sync();
    expect(desk.truth('requisition').get(composed)).toMatchObject({ name: 'Mine' });
  });

  it('are given to records made here, which are opened by either id', async () => {
    const { patient, ordering_provider } = newRequisition.parse(desk.first('requisition'));
    const made: string[] = [];
    for (let count = 0; count < 20; count += 1) {
      const data = { patient, ordering_provider, type: 'lab', name: `Made here ${count}` } as const;
      made.push((await desk.save({ operation: 'requisitions.create', data })).id);
    }
    await desk.sync();
    expect(await desk.outbox()).toEqual([]);
    for (const [count, local] of made.entries()) {
      const found = valueOf(await desk.engine().call('records.raw', { kind: 'requisition', id: local }));
      expect(JSON.parse(found.raw)).toMatchObject({ name: `Made here ${count}` });
    }
  });

  it('are in no line of the log', () => {
    const logged = desk.engine().logged.join('\n');
    for (const kind of KINDS)
      for (const id of desk.truth(kind).keys()) {
        expect(logged).not.toContain(id);
        expect(logged).not.toContain(encodeURIComponent(id));
      }
  });
});
