import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { isDaySheetIncomplete, MAX_FIRST_APPOINTMENTS } from '#contract/day.ts';
import { parseDateSpan } from '#contract/search/date-range.ts';
import { toEpochMs } from '#contract/time.ts';
import { unwrap } from '../../../../../support/engine.ts';
import { rawAppointment, rawForm, rawNotification, rawRequisition } from '../../../../../support/builders.ts';
import { cacheAndLocal, type CacheAndLocal } from '../../../../../support/overlay.ts';
import { localId } from '../../../../../support/pending.ts';

type Json = Readonly<Record<string, unknown>>;

const HOST = 'user_host';
const ANN = 'user_ann';
const BEN = 'user_ben';

let app: CacheAndLocal;
beforeEach(async () => {
  app = await cacheAndLocal();
  onTestFinished(() => app.close());
});

function attending(...people: readonly string[]): readonly Json[] {
  return people.map((attendee, index) => ({
    id: index + 1,
    account: null,
    no_show: false,
    attendee,
    appointment: 'appt_1',
    payment_status: 'unpaid',
    last_updated_at: '2026-03-01T00:00:00.000Z',
    attendance_status: 'confirmed',
  }));
}

/** A notification about an appointment of Ann's, by default at nine on 12 March. */
function emit(id: string, at: string, props: Json = {}, notification: Json = {}): void {
  app.store(
    'notification',
    rawNotification({
      id,
      created_at: at,
      props: rawAppointment({
        id: 'appt_1',
        host: HOST,
        start_time: '2026-03-12T09:00:00.000Z',
        end_time: '2026-03-12T09:30:00.000Z',
        attendees: attending(ANN, HOST),
        reference_patients: [ANN],
        ...props,
      }),
      ...notification,
    }),
  );
}

/** The sheet of a day of a zone. */
function sheet(day = '2026-03-12', zone = 'UTC') {
  const span = parseDateSpan(day, { now: toEpochMs(0), zone }, 'back');
  if (span === null || span.from === null || span.until === null) throw new Error('no day');
  return unwrap(app.read('day.get', { from: span.from, until: span.until }));
}

function ids(day?: string, zone?: string): readonly string[] {
  return sheet(day, zone).appointments.map(({ appointment }) => appointment.id);
}

/** The open work of an attendee of the first appointment. */
function person(id: string) {
  const found = sheet().appointments[0]?.attendees.find(({ attendee }) => attendee === id);
  if (found === undefined) throw new Error(`${id} does not take part`);
  return found;
}

describe('the beginning of a day', () => {
  it('is the first appointments of its sheet, with the same attendees', () => {
    const day = Date.parse('2026-03-12T08:00:00.000Z');
    for (let index = 0; index < MAX_FIRST_APPOINTMENTS + 3; index += 1) {
      const start_time = new Date(day + index * 60_000).toISOString();
      emit(`notf_${index}`, '2026-03-01 09:00:00.000+00', { id: `appt_${index}`, start_time });
    }
    const span = { from: toEpochMs(day), until: toEpochMs(day + 36_000_000) };
    const { appointments } = unwrap(app.read('day.get', span));
    const beginning = unwrap(app.read('day.beginning', span));
    expect(appointments).toHaveLength(MAX_FIRST_APPOINTMENTS + 3);
    expect(beginning).toEqual({ appointments: appointments.slice(0, MAX_FIRST_APPOINTMENTS) });
  });
});

describe('the times of a day', () => {
  it('are those of the sheet, by the newest notification about each appointment', () => {
    emit('notf_1', '2026-03-01T00:00:00.000Z', { end_time: '2026-03-12T11:00:00.000Z' });
    emit('notf_2', '2026-03-02T00:00:00.000Z', { end_time: '2026-03-12T09:45:00.000Z' });
    emit('notf_3', '2026-03-02T00:00:00.000Z', { id: 'appt_2', start_time: '2026-03-12T10:00:00.000Z' });
    emit('notf_4', '2026-03-02T00:00:00.000Z', { id: 'appt_3', start_time: '2026-03-13T10:00:00.000Z' });
    const span = { from: toEpochMs(Date.UTC(2026, 2, 12)), until: toEpochMs(Date.UTC(2026, 2, 13)) };
    const { appointments } = unwrap(app.read('day.times', span));
    const ofSheet = sheet().appointments.map(({ appointment }) => appointment);
    expect(appointments.toSorted((left, right) => (left.startTime ?? 0) - (right.startTime ?? 0))).toEqual(
      ofSheet.map(({ startTime, endTime, statusHistory }) => ({ startTime, endTime, statusHistory })),
    );
    expect(appointments).toHaveLength(2);
    expect(appointments.map(({ endTime }) => endTime)).toContain(Date.UTC(2026, 2, 12, 9, 45));
  });
});

describe('the appointments of a day', () => {
  it('are those that start within it, by their start time', () => {
    emit('notf_1', '2026-03-01 09:00:00.000+00', { id: 'appt_late', start_time: '2026-03-12T16:00:00.000Z' });
    emit('notf_2', '2026-03-01 09:00:00.000+00', {
      id: 'appt_early',
      start_time: '2026-03-12T08:00:00.000Z',
    });
    emit('notf_3', '2026-03-01 09:00:00.000+00', {
      id: 'appt_other',
      start_time: '2026-03-13T08:00:00.000Z',
    });
    expect(ids()).toEqual(['appt_early', 'appt_late']);
  });

  it('lie within the local day, which begins at another hour in another time zone', () => {
    emit('notf_1', '2026-03-01 09:00:00.000+00', { id: 'appt_a', start_time: '2026-03-12T22:59:59.999Z' });
    emit('notf_2', '2026-03-01 09:00:00.000+00', { id: 'appt_b', start_time: '2026-03-12T23:00:00.000Z' });
    expect(ids('2026-03-12', 'Europe/Berlin')).toEqual(['appt_a']);
    expect(ids('2026-03-13', 'Europe/Berlin')).toEqual(['appt_b']);
    expect(ids('2026-03-12', 'America/Los_Angeles')).toEqual(['appt_a', 'appt_b']);
  });

  it.each([
    [
      '2026-03-29',
      'of 23 hours',
      ['2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
      '2026-03-29T22:00:00.000Z',
    ],
    [
      '2026-10-25',
      'of 25 hours',
      ['2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
      '2026-10-25T23:00:00.000Z',
    ],
  ])('fill %s, a day %s, to its ends', (day, _length, within, after) => {
    [...within, after].forEach((start_time, index) =>
      emit(`notf_${index}`, '2026-03-01 09:00:00.000+00', { id: `appt_${index}`, start_time }),
    );
    expect(ids(day, 'Europe/Berlin')).toEqual(['appt_0', 'appt_1']);
  });

  it('are all there where one of them has more attendees than are listed, so that only its entry says so', () => {
    const people = Array.from({ length: 60 }, (_, index) => `user_guest${index}`);
    emit('notf_1', '2026-03-01 09:00:00.000+00', { attendees: attending(...people.slice(0, 59)) });
    expect(isDaySheetIncomplete(sheet())).toBe(false);
    emit('notf_2', '2026-03-01 09:00:00.000+00', { id: 'appt_2', attendees: attending(...people) });
    expect(sheet()).toMatchObject({
      isCut: false,
      appointments: [{ hasMoreAttendees: false }, { hasMoreAttendees: true }],
    });
    expect(isDaySheetIncomplete(sheet())).toBe(true);
  });

  it('follow the newest notification: a moved one is on its new day only', () => {
    emit('notf_1', '2026-03-01 09:00:00.000+00');
    emit('notf_2', '2026-03-02 09:00:00.000+00', { start_time: '2026-03-13T10:00:00.000Z' });
    expect(ids('2026-03-12')).toEqual([]);
    expect(ids('2026-03-13')).toEqual(['appt_1']);
    expect(sheet('2026-03-13').appointments[0]).toMatchObject({
      notification: 'notf_2',
      toldAt: Date.parse('2026-03-02T09:00:00.000Z'),
      disputed: ['start_time'],
    });
  });

  it('follow the notification created last, however late it came, and of equal times the later row', () => {
    emit('notf_2', '2026-03-02 09:00:00.000+00', { name: 'Newest' });
    emit('notf_1', '2026-03-01 09:00:00.000+00', { name: 'Older' });
    expect(sheet().appointments).toMatchObject([{ notification: 'notf_2', disputed: ['name'] }]);
    emit('notf_3', '2026-03-02T09:00:00.000Z', { name: 'Of the same moment' });
    expect(sheet().appointments[0]?.notification).toBe('notf_3');
  });

  it('stay on their day if the newest notification does not say when they start', () => {
    emit('notf_1', '2026-03-01 09:00:00.000+00');
    const cancelled = { id: 2, status: 'canceled', changed_at: '2026-03-02T09:00:00.000Z' };
    emit('notf_2', '2026-03-02 09:00:00.000+00', { start_time: 'noon', status_history: [cancelled] });
    const [told] = sheet().appointments;
    expect(told?.notification).toBe('notf_2');
    expect(told?.appointment.startTime).toBeNull();
    expect(told?.disputed).toContain('start_time');
  });

  it('that were cancelled stay on the sheet, with their status', () => {
    emit('notf_1', '2026-03-01 09:00:00.000+00', {
      status_history: [
        { id: 1, status: 'scheduled', changed_at: '2026-03-01T09:00:00.000Z' },
        { id: 2, status: 'canceled', changed_at: '2026-03-02T09:00:00.000Z' },
      ],
    });
    expect(sheet().appointments[0]?.appointment.statusHistory.at(-1)?.status).toBe('canceled');
  });

  it('without an id are one each', () => {
    emit('notf_1', '2026-03-01 09:00:00.000+00', { id: '' });
    emit('notf_2', '2026-03-01 09:00:00.000+00', { id: null });
    expect(
      sheet()
        .appointments.map(({ notification }) => notification)
        .toSorted(),
    ).toEqual(['notf_1', 'notf_2']);
  });

  it.each([
    ['null', null],
    ['a text', 'appointment'],
    ['a list', [{ object: 'appointment' }]],
    ['of another object', { object: 'message', id: 'appt_1', start_time: '2026-03-12T09:00:00.000Z' }],
    ['of a prototype', JSON.parse('{"__proto__":{"object":"appointment"},"then":1}')],
  ])('are none where the props are %s', (_what, props) => {
    app.store('notification', rawNotification({ id: 'notf_1', props }));
    expect(ids()).toEqual([]);
  });

  it('survive props in which every field is malformed', () => {
    const odd = Object.fromEntries(
      [
        'host',
        'name',
        'attendees',
        'location',
        'video_call',
        'status_history',
        'reference_patients',
        'group',
      ].map((field) => [field, 7]),
    );
    emit('notf_1', '2026-03-01 09:00:00.000+00', odd);
    const [told] = sheet().appointments;
    expect(told?.attendees).toEqual([]);
    expect(told?.appointment.flags.length).toBeGreaterThan(5);
  });

  it('include the time when the notifications were last fetched completely', () => {
    expect(sheet().asOf).toBeNull();
    emit('notf_1', '2026-03-01 09:00:00.000+00');
    expect(sheet().asOf).toBeGreaterThan(0);
  });
});

describe('a dispute', () => {
  it('is about values that an older notification contradicts, not about progress or missing values', () => {
    emit('notf_1', '2026-03-01 09:00:00.000+00', {
      description: '',
      status_history: [{ id: 1, status: 'scheduled', changed_at: '2026-03-01T09:00:00.000Z' }],
    });
    emit('notf_2', '2026-03-02 09:00:00.000+00', {
      description: 'Bring the form',
      actual_start_time: '2026-03-12T09:04:00.000Z',
      visit_note: 'note_1',
      last_updated_at: '2026-03-12T09:04:00.000Z',
      status_history: [
        { id: 1, status: 'scheduled', changed_at: '2026-03-01T09:00:00.000Z' },
        { id: 2, status: 'canceled', changed_at: '2026-03-02T09:00:00.000Z' },
      ],
    });
    expect(sheet().appointments[0]?.disputed).toEqual([]);
  });

  it('names every field that differs, and a history that differs', () => {
    emit('notf_1', '2026-03-01 09:00:00.000+00', {
      host: 'user_other',
      location: { line1: 'Another street', line2: null, city: null, state: null, postal_code: null },
      attendees: attending(BEN, HOST),
      status_history: [{ id: 9, status: 'canceled', changed_at: '2026-03-01T09:00:00.000Z' }],
    });
    emit('notf_2', '2026-03-02 09:00:00.000+00');
    expect(sheet().appointments[0]?.disputed).toEqual(['host', 'location', 'attendees', 'status_history']);
  });
});

describe('the attendees', () => {
  beforeEach(() => emit('notf_1', '2026-03-01 09:00:00.000+00'));

  it('are the listed attendees and the patients it refers to, each once; the host has no open work', () => {
    emit('notf_2', '2026-03-02 09:00:00.000+00', {
      attendees: attending(ANN, HOST, ANN, ''),
      reference_patients: [BEN, ANN],
    });
    app.store('requisition', rawRequisition({ patient: HOST }));
    expect(sheet().appointments[0]?.attendees.map(({ attendee, isHost }) => [attendee, isHost])).toEqual([
      [ANN, false],
      [HOST, true],
      [BEN, false],
    ]);
    expect(person(HOST)).toMatchObject({ requisitions: [], forms: [], unread: [] });
  });

  it('have their requisitions that are open or have unreviewed results', () => {
    const at = '2026-03-01T09:30:00.000Z';
    const status = (word: string): Json => ({
      status_history: [{ status: word, changed_by: HOST, changed_at: at }],
    });
    const reviewed = {
      status: 'reviewed',
      reviewer: HOST,
      requested_by: HOST,
      requested_at: at,
      review_deadline: at,
      reviewed_at: at,
    };
    const all: Readonly<Record<string, Json>> = {
      req_draft: status('draft'),
      req_sent: status('sent'),
      req_results: status('results_received'),
      req_done: { ...status('results_received'), reviews: [reviewed] },
      req_unknown: status('collected'),
      req_of_ben: { ...status('sent'), patient: BEN },
    };
    for (const [id, change] of Object.entries(all))
      app.store('requisition', rawRequisition({ id, patient: ANN, ...change }));
    expect(
      person(ANN)
        .requisitions.map(({ id }) => id)
        .toSorted(),
    ).toEqual(['req_draft', 'req_results', 'req_sent', 'req_unknown']);
  });

  it('have the pending changes applied: a new requisition, a saved review, a withdrawn request, a read mark', () => {
    const asked = { patient: ANN, requested_by: HOST, requested_at: '2026-03-03T09:00:00.000Z' };
    app.store('form', rawForm({ id: 'form_1', request_completion_from: [asked] }));
    app.store('form', rawForm({ id: 'form_2', name: 'Withdrawn', request_completion_from: [asked] }));
    app.store('notification', rawNotification({ id: 'notf_5', created_by: ANN }));
    app.store('notification', rawNotification({ id: 'notf_6', created_by: ANN, read: true }));
    expect(person(ANN).unread.map(({ id }) => id)).toEqual(['notf_1', 'notf_5'].toReversed());
    app.addPendingChange({
      operation: 'forms.completion',
      target: 'form_2',
      data: { ask: [], withdraw: [ANN] },
    });
    app.addPendingChange({ operation: 'notifications.update', target: 'notf_5', data: { read: true } });
    app.addPendingChange({ operation: 'notifications.update', target: 'notf_6', data: { read: false } });
    const made = localId('requisition');
    app.addPendingChange({
      operation: 'requisitions.create',
      target: made,
      data: { patient: ANN, type: 'lab', ordering_provider: HOST, name: 'New here' },
    });
    const ann = person(ANN);
    expect(ann.requisitions).toMatchObject([{ id: made, name: 'New here', pending: 'saved' }]);
    expect(ann.forms).toMatchObject([{ id: 'form_1', requestedAt: Date.parse('2026-03-03T09:00:00.000Z') }]);
    expect(ann.unread.map(({ id }) => id).toSorted()).toEqual(['notf_1', 'notf_6']);
  });

  it('have a few of each kind, and say that there are more', () => {
    for (let index = 0; index < 15; index += 1)
      app.store('requisition', rawRequisition({ id: `req_${index}`, patient: ANN }));
    expect(person(ANN)).toMatchObject({ isCut: true });
    expect(person(ANN).requisitions).toHaveLength(12);
  });
});
