import { describe, expect, test } from 'vitest';
import { type Appointment, appointmentSchema } from '#contract/appointments.ts';
import { getLatestAppointmentStatus } from '#contract/appointment-status.ts';
import type { Notification } from '#contract/notifications.ts';
import { parseNotification } from '#main/engine/api/parse/notification.ts';
import { rawAppointment, rawNotification } from '../../../../support/builders.ts';

function notification(props: unknown): Notification {
  const reading = parseNotification(rawNotification({ props }));
  if (!reading.ok) throw new Error(reading.reason);
  return reading.record;
}

function appointment(change: Record<string, unknown>): Appointment {
  const read = notification(rawAppointment(change)).appointment;
  if (read === null) throw new Error('no appointment was read');
  return read;
}

const getFlags = (change: Record<string, unknown>) =>
  appointment(change).flags.map(({ field, problem }) => `${field} ${problem}`);

function nested(depth: number): unknown {
  let value: unknown = 'the bottom';
  for (let level = 0; level < depth; level++) value = { inner: value };
  return value;
}

test('an appointment as documented is parsed whole, without a flag', () => {
  const read = appointment({});
  expect(read).toEqual({
    id: 'appt_1',
    host: 'user_d1',
    name: 'Follow-up visit',
    description: 'Please arrive early.',
    account: 'acct_1',
    appointmentType: 'aptp_1',
    group: false,
    internal: true,
    startTime: Date.UTC(2026, 2, 5, 14),
    endTime: Date.UTC(2026, 2, 5, 14, 30),
    actualStartTime: Date.UTC(2026, 2, 5, 14, 4),
    actualEndTime: null,
    createdBy: 'user_d2',
    createdAt: Date.UTC(2026, 2, 1, 9, 30),
    lastUpdatedAt: Date.UTC(2026, 2, 2, 9, 30),
    location: { city: 'Riverside', line1: '12 Elm Street', line2: '', state: 'CA', postalCode: '92501' },
    attendees: [
      {
        id: '1044',
        account: 'acct_1',
        noShow: false,
        attendee: 'user_p1',
        appointment: 'appt_1',
        paymentStatus: 'unpaid',
        attendanceStatus: 'confirmed',
        lastUpdatedAt: Date.UTC(2026, 2, 2, 9, 30),
      },
    ],
    videoCall: { joinUrl: 'https://video.invalid/j/1', meetingId: 'm1' },
    statusHistory: [
      {
        id: '7',
        parent: 'appt_1',
        parentType: '',
        status: 'scheduled',
        changedAt: Date.UTC(2026, 2, 1, 9, 30),
        changedBy: 'user_d2',
      },
    ],
    interactionType: 'video',
    visitNote: 'note_1',
    generatedFrom: null,
    generatedFromType: null,
    insuranceClaim: null,
    chargedExternally: null,
    recurrenceRules: ['FREQ=WEEKLY'],
    referencePatients: ['user_p1'],
    flags: [],
  });
  expect(appointmentSchema.safeParse(read).success).toBe(true);
  expect(getLatestAppointmentStatus(read)).toBe('scheduled');
});

test.each([
  ['null', null],
  ['a text', 'appointment'],
  ['a list', [{ object: 'appointment' }]],
  ['nothing at all', undefined],
  ['another object', { object: 'message', id: 'mesg_1' }],
  ['an object whose kind is no text', { object: ['appointment'] }],
])('props that are %s are no appointment', (_name, props) => {
  expect(notification(props).appointment).toBeNull();
});

test('every missing field gets its empty value and a flag, within limits', () => {
  const read = notification({ object: 'appointment' }).appointment;
  expect(appointmentSchema.safeParse(read).success).toBe(true);
  expect(read).toMatchObject({
    id: '',
    startTime: null,
    attendees: [],
    location: { city: '' },
    visitNote: null,
  });
  expect(read?.flags).toHaveLength(20);
});

describe('a malformed value is replaced and flagged', () => {
  test.each<[string, Record<string, unknown>, string[], Partial<Appointment>]>([
    [
      'a time without a zone',
      { start_time: '2026-03-05T14:00:00.000' },
      ['start_time bad-date'],
      { startTime: null },
    ],
    [
      'an impossible time',
      { end_time: '2026-02-30T14:00:00.000Z' },
      ['end_time bad-date'],
      { endTime: null },
    ],
    ['an actual time that is a truth', { actual_start_time: true }, ['actual_start_time wrong-type'], {}],
    ['attendees that are null', { attendees: null }, ['attendees wrong-type'], { attendees: [] }],
    [
      'an attendee that is a text',
      { attendees: ['user_p1'] },
      ['attendees[0] wrong-type'],
      { attendees: [] },
    ],
    ['a location that is a text', { location: 'Riverside' }, ['location wrong-type'], {}],
    ['a group that is a number', { group: 1 }, ['group wrong-type'], { group: false }],
    [
      'rules that are an object',
      { recurrence_rules: {} },
      ['recurrence_rules wrong-type'],
      { recurrenceRules: [] },
    ],
    ['a reference that is not there', { visit_note: undefined }, ['visit_note missing'], { visitNote: null }],
  ])('%s', (_name, change, flags, whenRecovered) => {
    expect(getFlags(change).slice(0, 1)).toEqual(flags);
    expect(appointment(change)).toMatchObject(whenRecovered);
  });

  test('an attendee’s number that is a text stays, flagged', () => {
    const [attendee] = appointment({ attendees: [{ ...ATTENDEE, id: 'a1' }] }).attendees;
    expect(attendee?.id).toBe('a1');
    expect(getFlags({ attendees: [{ ...ATTENDEE, id: 'a1' }] })).toEqual(['attendees[0].id wrong-type']);
  });
});

const ATTENDEE = (rawAppointment()['attendees'] as Record<string, unknown>[])[0]; // the builder has one

test.each([
  ['a number', 12, '12'],
  ['a truth', false, 'false'],
  ['an object', { by: 'insurer' }, '{\n  "by": "insurer"\n}'],
  ['an empty text', '', null],
])('a reference of an open shape that is %s is shown as text', (_name, value, shown) => {
  expect(appointment({ charged_externally: value }).chargedExternally).toBe(shown);
  expect(getFlags({ charged_externally: value })).toEqual([]);
});

test('references ten thousand levels deep, and long ones, are cut', () => {
  const read = appointment({
    generated_from: nested(10_000),
    insurance_claim: 'x'.repeat(5_000),
    recurrence_rules: [nested(10_000), null, 3],
  });
  expect(read.generatedFrom).toHaveLength(2_000);
  expect(read.insuranceClaim).toHaveLength(2_000);
  expect(read.recurrenceRules.map(({ length }) => length)).toEqual([2_000, 1]);
});

test('props ten thousand levels deep are a notification like any other', () => {
  const record = notification({ object: 'appointment', id: 'appt_1', location: nested(10_000) });
  expect(record.appointment?.location.city).toBe('');
  expect(record.propsText.length).toBeLessThanOrEqual(65_536);
});

test('names that are special to the language are plain data', () => {
  const text = JSON.stringify(rawAppointment()).slice(0, -1);
  const props: unknown = JSON.parse(
    `${text},"__proto__":{"group":true,"polluted":1},"then":{"call":1},"constructor":{"name":"x"}}`,
  );
  const record = notification(props);
  expect(record.appointment).toEqual(appointment({}));
  expect(record.propsText).toContain('"__proto__"');
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});
