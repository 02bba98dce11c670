import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { ValidatedInput } from '#contract/api.ts';
import type { Result } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import {
  publishedForm,
  rawAppointment,
  rawNotification,
  rawRequest,
  rawRequisition,
} from '../../../../support/builders.ts';
import { unwrap } from '../../../../support/engine.ts';
import { nameId } from '../../../../support/lists.ts';
import { cacheAndLocal, type CacheAndLocal } from '../../../../support/overlay.ts';

type Row = Readonly<Record<string, string>>;
type Piece = Result<{ readonly text: string; readonly next: string | null }>;

let app: CacheAndLocal;
beforeEach(async () => {
  app = await cacheAndLocal();
  onTestFinished(() => app.close());
});

/** Joins the pieces of an export, and reads the table with another program's parser. */
function readTable(ask: (place: { readonly after?: string }) => Piece): {
  readonly text: string;
  readonly rows: readonly Row[];
} {
  let text = '';
  for (let after: string | null | undefined; after !== null; ) {
    const piece = unwrap(ask(after === undefined ? {} : { after }));
    text += piece.text;
    after = piece.next;
  }
  return { text, rows: parse<Row>(text, { bom: true, columns: true }) };
}

const HEADING_FORMULA = '=HYPERLINK("https://evil.example","x")';
const at = (second: number): string => new Date(Date.UTC(2026, 2, 1, 8, 0, second)).toISOString();

describe('the table of notifications', () => {
  type Which = ValidatedInput<'inbox.export'>['which'];
  const table = (which: Which = { terms: [] }) =>
    readTable((place) => app.read('inbox.export', { format: 'csv', which, ...place }));

  test('has each notification for itself, newest first, with names and pending read marks', () => {
    nameId(app, 'user_ann', 'Ann Lee');
    const same = { user: 'user_ann', created_by: 'user_ann', props: { object: 'form', id: 'form_1' } };
    app.store('notification', rawNotification({ id: 'notf_1', title: 'Older', ...same, created_at: at(1) }));
    app.store('notification', rawNotification({ id: 'notf_2', title: 'Newer', ...same, created_at: at(2) }));
    app.addPendingChange({ operation: 'notifications.update', target: 'notf_1', data: { read: true } });
    expect(table().rows).toMatchObject([
      {
        id: 'notf_2',
        title: 'Newer',
        read: 'false',
        user: 'user_ann',
        user_name: 'Ann Lee',
        created_by_name: 'Ann Lee',
        object: 'form',
        object_id: 'form_1',
        created_at: at(2),
      },
      { id: 'notf_1', title: 'Older', read: 'true' },
    ]);
  });

  test('names the patient of the requisition that a notification is about', () => {
    nameId(app, 'user_ann', 'Ann Lee');
    app.store('requisition', rawRequisition({ id: 'req_1', patient: 'user_ann' }));
    const about = (id: string) => ({ props: { object: 'requisition', id } });
    app.store('notification', rawNotification({ id: 'notf_1', ...about('req_1'), created_at: at(1) }));
    app.store('notification', rawNotification({ id: 'notf_2', ...about('req_2'), created_at: at(2) }));
    expect(table().rows).toMatchObject([
      { id: 'notf_2', patient: '', patient_name: '' },
      { id: 'notf_1', patient: 'user_ann', patient_name: 'Ann Lee' },
    ]);
  });

  test('has what a search finds, or a filter of the service', () => {
    app.store(
      'notification',
      rawNotification({ id: 'notf_1', title: 'Fasting', user: 'user_ann', created_at: at(1) }),
    );
    app.store(
      'notification',
      rawNotification({ id: 'notf_2', title: 'Other', user: 'user_bob', created_at: at(2) }),
    );
    const ids = (which: Which) => table(which).rows.map(({ id }) => id);
    expect(ids({ terms: [{ field: 'text', value: 'fast', isNot: false }] })).toEqual(['notf_1']);
    expect(ids({ filter: { user: 'user_bob' } })).toEqual(['notf_2']);
    expect(ids({ terms: [{ field: 'text', value: 'nowhere', isNot: false }] })).toEqual([]);
  });

  test('is whole, with one line of headings, however many pieces it takes', () => {
    const all = Array.from({ length: 450 }, (_, index) =>
      rawNotification({ id: `notf_${index}`, created_at: at(index) }),
    );
    app.sweep('notification', all);
    for (const which of [{ terms: [] }, { filter: {} }]) {
      const { rows, text } = table(which);
      expect(rows.map(({ id }) => id)).toEqual(all.map((_, index) => `notf_${449 - index}`));
      expect(text.split('created_by_name')).toHaveLength(2);
    }
  });

  test('has no cell that a spreadsheet would run', () => {
    app.store('notification', rawNotification({ id: 'notf_1', title: HEADING_FORMULA, text: '@SUM(1)' }));
    expect(table().rows).toMatchObject([{ title: `'${HEADING_FORMULA}`, text: "'@SUM(1)" }]);
  });

  test('as JSON is one array of the resources as the service sent them', () => {
    const sent = rawNotification({ id: 'notf_1', kept_as_it_is: 1 });
    app.store('notification', sent);
    const { text } = unwrap(app.read('inbox.export', { format: 'json', which: { terms: [] } }));
    expect(JSON.parse(text)).toEqual([sent]);
  });
});

describe('the table of completion requests', () => {
  const table = (show: 'open' | 'all' = 'open', descending = false) =>
    readTable((place) =>
      app.read('completions.export', {
        filter: { show, search: '' },
        order: { by: 'asked', descending },
        ...place,
      }),
    );

  test('has a row for each request in the order of the list, with names', () => {
    nameId(app, 'user_p1', 'Ann Lee');
    app.store(
      'form',
      publishedForm({
        id: 'form_1',
        name: HEADING_FORMULA,
        request_completion_from: [rawRequest('user_p2', at(2)), rawRequest('user_p1', at(1))],
      }),
    );
    expect(table().rows).toMatchObject([
      {
        form: 'form_1',
        form_name: `'${HEADING_FORMULA}`,
        patient: 'user_p1',
        patient_name: 'Ann Lee',
        requested_at: at(1),
        state: 'open',
        ended_before: '',
        pending: '',
      },
      { patient: 'user_p2', patient_name: '', requested_at: at(2) },
    ]);
    expect(table('open', true).rows.map(({ patient }) => patient)).toEqual(['user_p2', 'user_p1']);
  });

  test('says which request waits to be sent', () => {
    app.store('form', publishedForm({ id: 'form_1' }));
    app.addPendingChange({
      operation: 'forms.completion',
      target: 'form_1',
      data: { ask: ['user_p3'], withdraw: [] },
    });
    expect(table().rows).toMatchObject([{ patient: 'user_p3', pending: 'ask' }]);
  });

  test('is whole, with one line of headings, however many pieces it takes', () => {
    const asked = Array.from({ length: 450 }, (_, index) => rawRequest(`user_p${index}`, at(index)));
    app.store('form', publishedForm({ id: 'form_1', request_completion_from: asked }));
    const { rows, text } = table('all');
    expect(rows.map(({ patient }) => patient)).toEqual(asked.map((_, index) => `user_p${index}`));
    expect(text.split('reminder_note')).toHaveLength(2);
  });
});

describe('the table of a day', () => {
  const DAY = { from: toEpochMs(Date.UTC(2026, 2, 12)), until: toEpochMs(Date.UTC(2026, 2, 13)) };
  const table = (host: string | null = null) =>
    readTable(() => {
      const exported = app.read('day.export', { format: 'csv', span: DAY, host });
      return exported.ok ? { ok: true, value: { text: exported.value.text, next: null } } : exported;
    });
  const visit = (id: string, props: object): void =>
    app.store(
      'notification',
      rawNotification({
        id: `notf_${id}`,
        read: true,
        created_at: at(1),
        props: rawAppointment({
          id,
          start_time: '2026-03-12T09:00:00.000Z',
          end_time: '2026-03-12T09:30:00.000Z',
          ...props,
        }),
      }),
    );

  test('has a row for each appointment, with names and what is open for those who take part', () => {
    nameId(app, 'user_ann', 'Ann Lee');
    nameId(app, 'user_host', 'Dr Okafor');
    const guests = { attendees: [{ id: 1, attendee: 'user_ann' }], reference_patients: [] };
    visit('appt_1', { host: 'user_host', name: HEADING_FORMULA, ...guests });
    app.store(
      'form',
      publishedForm({ id: 'form_1', request_completion_from: [rawRequest('user_ann', at(1))] }),
    );
    expect(table().rows).toMatchObject([
      {
        appointment: 'appt_1',
        start_time: '2026-03-12T09:00:00.000Z',
        end_time: '2026-03-12T09:30:00.000Z',
        name: `'${HEADING_FORMULA}`,
        host: 'user_host',
        host_name: 'Dr Okafor',
        attendees: 'user_ann',
        attendee_names: 'Ann Lee',
        open_forms: '1',
        open_requisitions: '0',
        unread_notifications: '0',
      },
    ]);
  });

  test('has the appointments of one host only where one is chosen', () => {
    visit('appt_1', { host: 'user_host' });
    visit('appt_2', { host: 'user_other', start_time: '2026-03-12T08:00:00.000Z' });
    expect(table().rows.map(({ appointment }) => appointment)).toEqual(['appt_2', 'appt_1']);
    expect(table('user_host').rows.map(({ appointment }) => appointment)).toEqual(['appt_1']);
    expect(table('user_nobody').rows).toEqual([]);
  });
});
