import { rmSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AccessEntry } from '#contract/access-log.ts';
import { MAX_CHANGES_SAVED_TOGETHER } from '#contract/outbox-procedures.ts';
import { toEpochMs } from '#contract/time.ts';
import { MINUTE } from '#main/base/durations.ts';
import { LOG_KEY } from '../../../support/access-log.ts';
import { openTestApp, type TestApp } from '../../../support/app.ts';
import { changeAsOtherClient } from '../../../support/clinic.ts';
import { impatientClock } from '../../../support/clocks.ts';
import { unwrap } from '../../../support/engine.ts';

async function openLog(app: TestApp): Promise<void> {
  unwrap(await app.engine().control('accessLog.open', { place: 'keychain', key: LOG_KEY, head: null }));
}

/** The entries without those about the opening of the account, oldest first. */
async function getEntries(app: TestApp): Promise<readonly AccessEntry[]> {
  const found = unwrap(await app.engine().call('accessLog.list', { filter: {}, limit: 500 }));
  return found.items.filter(({ what }) => what !== 'account').toReversed();
}

/** What the entries are about, oldest first. */
async function getAccesses(app: TestApp): Promise<readonly (string | null)[][]> {
  return (await getEntries(app)).map(({ what, record, outcome }) => [what, record, outcome]);
}

/** An app with a synced cache and an open log, and a clock that the test sets. */
async function openSynced(): Promise<{ readonly app: TestApp; readonly clock: { now: number } }> {
  const clock = { now: Date.UTC(2026, 0, 5, 9) };
  const app = await openTestApp({}, { clock: { ...impatientClock, now: () => clock.now } });
  await openLog(app);
  await app.sync();
  return { app, clock };
}

function getRequisition(app: TestApp, index = 0): { readonly id: string; readonly patient: string } {
  const record = [...app.serviceRecords('requisition').values()][index];
  if (record === undefined) throw new Error('the clinic has requisitions');
  return { id: record.id, patient: String(record['patient']) };
}

describe('The access log', () => {
  test('records the opening of an account, with the account and its user', async () => {
    const { app } = await openSynced();
    const { items } = unwrap(await app.engine().call('accessLog.list', { filter: { what: 'account' } }));
    expect(items).toMatchObject([
      { number: 1, what: 'account', account: '0123456789abcdef', user: app.clinic.userId, outcome: 'ok' },
    ]);
  });

  test('records that the files of an account were moved away as a kind of its own', async () => {
    const { app } = await openSynced();
    const asked = { account: 'fedcba9876543210', key: null };
    expect((await app.engine().control('engine.moveAway', asked)).ok).toBe(false);
    const [entry] = await getEntries(app);
    expect(entry).toMatchObject({
      what: 'files-replaced',
      account: 'fedcba9876543210',
      user: null,
      outcome: 'not-found',
    });
  });

  test('records a view with the record and its patient, and nothing of the content', async () => {
    const { app, clock } = await openSynced();
    const { id, patient } = getRequisition(app);
    unwrap(await app.engine().call('requisitions.get', { id }));
    const [entry] = await getEntries(app);
    expect(entry).toEqual({
      number: 2,
      at: clock.now,
      what: 'view',
      user: app.clinic.userId,
      account: '0123456789abcdef',
      record: id,
      patient,
      outcome: 'ok',
      receipt: null,
    });
  });

  test('counts a view once per opening, however often the page reads the record', async () => {
    const { app, clock } = await openSynced();
    const [first, second] = [getRequisition(app, 0).id, getRequisition(app, 1).id];
    const view = async (id: string): Promise<unknown> => app.engine().call('requisitions.get', { id });
    await view(first);
    await view(first);
    clock.now += MINUTE;
    await view(first);
    await view(second);
    await view(first);
    clock.now += 11 * MINUTE;
    await view(first);
    expect((await getEntries(app)).map(({ record }) => record)).toEqual([first, second, first, first]);
  });

  test('records that a record could not be viewed', async () => {
    const { app } = await openSynced();
    await app.engine().call('forms.get', { id: 'form_nowhere' });
    expect(await getAccesses(app)).toEqual([['view', 'form_nowhere', 'not-found']]);
  });

  test('records a search for a patient with its id, and other searches without their text', async () => {
    const { app } = await openSynced();
    const { patient } = getRequisition(app);
    const search = async (field: 'patient' | 'text' | 'status', value: string): Promise<unknown> =>
      app.engine().call('worklist.page', {
        tab: 'all',
        terms: [{ field, value, isNot: false }],
        order: { by: 'updated', descending: true },
      });
    unwrap((await search('patient', patient)) as never);
    await search('text', 'Haddad');
    await search('text', 'Haddad A');
    await search('status', 'sent');
    const found = await getEntries(app);
    expect(found.map((entry) => [entry.what, entry.patient])).toEqual([
      ['patient-search', patient],
      ['patient-search', null],
    ]);
    expect(JSON.stringify(found)).not.toContain('Haddad');
  });

  test('records a search for a person in the inbox and among the forms as well', async () => {
    const { app } = await openSynced();
    const { patient } = getRequisition(app);
    const searchInbox = (field: 'to' | 'by' | 'text' | 'about', value: string): Promise<unknown> =>
      app.engine().call('inbox.page', {
        terms: [{ field, value, isNot: false }],
        order: { unreadFirst: true },
      });
    const searchForms = (field: 'for' | 'asked' | 'text' | 'creator', value: string): Promise<unknown> =>
      app.engine().call('forms.page', {
        tab: 'all',
        terms: [{ field, value, isNot: false }],
        order: { by: 'updated', descending: true },
      });
    await searchInbox('to', patient);
    await searchInbox('about', 'message');
    await searchForms('creator', 'user_drdo');
    await searchForms('asked', 'user_asked');
    await searchForms('for', 'user_restricted');
    await searchInbox('by', 'Haddad');
    const found = await getEntries(app);
    expect(found.map((entry) => [entry.what, entry.patient])).toEqual([
      ['patient-search', patient],
      ['patient-search', 'user_asked'],
      ['patient-search', 'user_restricted'],
      ['patient-search', null],
    ]);
    expect(JSON.stringify(found)).not.toContain('Haddad');
  });

  test('records each change of those that were saved together, with its own patient and outcome', async () => {
    const { app } = await openSynced();
    const [first, second] = [getRequisition(app, 0), getRequisition(app, 1)];
    const unknown = 'local_requisition_01ARZ3NDEKTSV4RRFFQ69G5FAV';
    const changes = [first.id, unknown, 'form_1', second.id].map(
      (id) => ({ operation: 'requisitions.update', data: { id, share_with_patient: true } }) as const,
    );
    unwrap(await app.engine().call('outbox.saveMany', { changes }));
    expect(
      (await getEntries(app)).map(({ what, record, patient, outcome }) => [what, record, patient, outcome]),
    ).toEqual([
      ['edit', first.id, first.patient, 'ok'],
      ['edit', unknown, null, 'not-found'],
      ['edit', second.id, second.patient, 'ok'],
    ]);
  });

  test('records the patient of every change of a whole call', async () => {
    const { app } = await openSynced();
    const { id, patient } = getRequisition(app);
    const change = { operation: 'requisitions.update', data: { id, name: 'Renamed' } } as const;
    const changes = Array.from({ length: MAX_CHANGES_SAVED_TOGETHER }, () => change);
    unwrap(await app.engine().call('outbox.saveMany', { changes }));
    expect((await getEntries(app)).map((entry) => entry.patient)).toEqual(changes.map(() => patient));
  });

  test('records a saved edit and an export, each once', async () => {
    const { app } = await openSynced();
    const { id, patient } = getRequisition(app);
    await app.save({ operation: 'requisitions.update', data: { id, name: 'SENTINEL' } });
    const first = unwrap(
      await app.engine().call('worklist.export', { format: 'csv', which: { filter: {} } }),
    );
    if (first.next !== null)
      await app.engine().call('worklist.export', { format: 'csv', which: { filter: {} }, after: first.next });
    expect(await getAccesses(app)).toEqual([
      ['edit', id, 'ok'],
      ['export', null, 'ok'],
    ]);
    const [edit] = await getEntries(app);
    expect(edit?.patient).toBe(patient);
    const text = unwrap(await app.engine().call('accessLog.export', { format: 'json', filter: {} })).text;
    expect(text).not.toContain('SENTINEL');
    expect(text).not.toContain(app.clinic.accessToken);
  });

  test('records with its record a pending change that is discarded, and a question that is decided', async () => {
    const { app } = await openSynced();
    const [first, second] = [getRequisition(app, 0), getRequisition(app, 1)];
    const change = ({ id }: { readonly id: string }) =>
      app.save({ operation: 'requisitions.update', data: { id, name: 'SENTINEL' } });
    const { number } = await change(first);
    unwrap(await app.engine().call('outbox.discard', { number }));
    const asked = await change(second);
    await changeAsOtherClient(app.clinic, `/v2/requisitions/${second.id}`, { name: 'Theirs' });
    await app.sync();
    await app.resolve(asked.number, { take: 'server' });
    const edited = (record: { readonly id: string }) => ['edit', record.id, 'ok'];
    // Saved, discarded; saved, decided.
    expect(await getAccesses(app)).toEqual([first, first, second, second].map(edited));
  });

  test('records a table of the inbox, of completion requests and of a day', async () => {
    const { app } = await openSynced();
    const engine = app.engine();
    unwrap(await engine.call('inbox.export', { format: 'csv', which: { terms: [] } }));
    const order = { by: 'asked', descending: false } as const;
    unwrap(await engine.call('completions.export', { filter: { show: 'all', search: 'Haddad' }, order }));
    unwrap(
      await engine.call('day.export', {
        format: 'csv',
        span: { from: toEpochMs(0), until: toEpochMs(1) },
        host: null,
      }),
    );
    expect(await getAccesses(app)).toEqual(Array.from({ length: 3 }, () => ['export', null, 'ok']));
    expect(JSON.stringify(await getEntries(app))).not.toContain('Haddad');
  });

  test('records the reading, the opening and the saving of a PDF', async () => {
    const { app } = await openSynced();
    const { id } = getRequisition(app);
    const target = path.join(app.folder, 'copy.pdf');
    await app.engine().call('pdfs.read', { id, offset: 0 });
    await app.engine().control('pdfs.copyTo', { id, path: target, purpose: 'opened', replaces: false });
    await app.engine().control('pdfs.copyTo', { id, path: target, purpose: 'saved', replaces: true });
    expect((await getAccesses(app)).map(([what, record]) => [what, record])).toEqual([
      ['pdf-open', id],
      ['pdf-open', id],
      ['pdf-save', id],
    ]);
  });

  test('shows and exports none of the entries of other accounts while the demo clinic is open', async () => {
    const { app } = await openSynced();
    const { id } = getRequisition(app);
    unwrap(await app.engine().call('requisitions.get', { id }));
    const read = async () => {
      const listed = unwrap(await app.engine().call('accessLog.list', { filter: {} }));
      const { text } = unwrap(await app.engine().call('accessLog.export', { format: 'csv', filter: {} }));
      return { accounts: [...new Set(listed.items.map(({ account }) => account))], text };
    };
    expect((await read()).text).toContain(id);
    unwrap(await app.open({ account: 'demo' }));
    const ofDemo = await read();
    expect(ofDemo.accounts).toEqual(['demo']);
    expect(ofDemo.text).toContain('demo');
    expect(ofDemo.text).not.toContain(id);
    unwrap(await app.open());
    expect((await read()).text).toContain(id);
  });

  test('finds the entries of one account', async () => {
    const { app } = await openSynced();
    unwrap(await app.engine().call('requisitions.get', { id: getRequisition(app).id }));
    const read = async (account: string) => {
      const listed = unwrap(await app.engine().call('accessLog.list', { filter: { account } }));
      const asked = { format: 'json', filter: { account } } as const;
      const { text } = unwrap(await app.engine().call('accessLog.export', asked));
      return [listed.items.length, (JSON.parse(text) as readonly unknown[]).length];
    };
    expect(await read('0123456789abcdef')).toEqual([2, 2]);
    expect(await read('fedcba9876543210')).toEqual([0, 0]);
  });

  test('finds entries by time, person, kind and patient', async () => {
    const { app, clock } = await openSynced();
    const [first, second] = [getRequisition(app, 0), getRequisition(app, 1)];
    await app.engine().call('requisitions.get', { id: first.id });
    clock.now += MINUTE;
    await app.engine().call('requisitions.get', { id: second.id });
    const find = async (filter: object): Promise<readonly (string | null)[]> =>
      unwrap(await app.engine().call('accessLog.list', { filter })).items.map(({ record }) => record);
    const later = clock.now as AccessEntry['at'];
    expect(await find({ from: later })).toEqual([second.id]);
    expect(await find({ until: later, what: 'view' })).toEqual([first.id]);
    expect(await find({ patient: second.patient, from: later })).toEqual([second.id]);
    expect(await find({ patient: first.id })).toEqual([first.id]);
    expect(await find({ patient: first.id.slice(-5) })).toEqual([first.id]);
    expect(await find({ user: app.clinic.userId.slice(-5), from: later })).toEqual([second.id]);
    expect(await find({ user: 'user_nobody' })).toEqual([]);
    expect(await find({ user: `x${app.clinic.userId}` })).toEqual([]);
  });

  test('is read in pages and exported as a table that a spreadsheet does not run', async () => {
    const { app } = await openSynced();
    const records = ['=1+1'];
    await app.engine().control('accessLog.note', { what: 'print', outcome: 'printed', records });
    const page = unwrap(await app.engine().call('accessLog.list', { filter: {}, limit: 1 }));
    expect(page).toMatchObject({ items: [{ number: 2 }], next: 2 });
    const rest = unwrap(await app.engine().call('accessLog.list', { filter: {}, limit: 1, before: 2 }));
    expect(rest).toMatchObject({ items: [{ number: 1 }], next: null });
    const addresses = { '0123456789abcdef': 'https://clinic.example.org' };
    const asked = { format: 'csv', filter: {}, addresses } as const;
    const { text } = unwrap(await app.engine().call('accessLog.export', asked));
    const [head, first] = text.split('\r\n');
    expect(head).toBe('\ufeffnumber,at,what,user,account,address,record,patient,outcome,receipt');
    expect(first).toMatch(
      /^1,2026-01-05T09:00:00\.000Z,account,user_\w+,0123456789abcdef,https:\/\/clinic\.example\.org,,,ok,$/,
    );
    expect(text).toContain(`,'=1+1,`);
    const entries = await app.engine().call('accessLog.list', { filter: { what: 'log-export' } });
    expect(unwrap(entries).items).toHaveLength(1);
  });
});

describe('A log that cannot be written', () => {
  test('stops no reading, says so, and has the entries once it can be written', async () => {
    const clock = { now: 0 };
    const app = await openTestApp({}, { clock: { ...impatientClock, now: () => (clock.now += 1) } });
    await app.sync();
    // A folder in the file's place cannot be opened as a file.
    mkdirSync(path.join(app.folder, 'access.db'));
    const { id } = getRequisition(app);
    await openLog(app);
    expect((await app.engine().call('requisitions.get', { id })).ok).toBe(true);
    expect((await app.engine().call('accessLog.list', { filter: {} })).ok).toBe(false);
    const { problem, waiting } = unwrap(await app.engine().call('accessLog.state', {}));
    expect(problem).not.toBeNull();
    expect(waiting).toBeGreaterThan(0);
    expect(app.engine().logged.join('\n')).toContain('the access log could not be written');
    rmSync(path.join(app.folder, 'access.db'), { recursive: true });
    await openLog(app);
    expect(await getAccesses(app)).toEqual([['view', id, 'ok']]);
    const after = unwrap(await app.engine().call('accessLog.state', {}));
    expect(after).toEqual({ place: 'keychain', waiting: 0, problem: null });
  });
});
