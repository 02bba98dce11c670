import { describe, expect, it } from 'vitest';
import { toEpochMs } from '#contract/time.ts';
import { groupByHost, addDays, listAppointmentTraits, filterByHost } from '#renderer/features/day/model.ts';
import {
  countAppointmentsNotOver,
  isAppointmentCancelled,
  toStartAndEndTexts,
} from '#renderer/state/day/appointments.ts';
import { formatPreparedDay, formatPreparationStep } from '#renderer/features/day/labels.ts';
import {
  findDowntimePackPasswordProblem,
  getPasswordStrength,
} from '#renderer/shared/downtime-pack/PackPasswordFields.tsx';
import { listDayRecords } from '#renderer/state/day/day-pdfs.ts';
import type { PreparedDay } from '#renderer/state/day/day-prepare.ts';
import { translate } from '#renderer/text/text.ts';
import { createDateFormat } from '#renderer/ui/format.ts';
import { NOON } from '../../../../support/builders.ts';
import { aRequisitionRow, anAttendee, aDayAppointment, aVisit } from '../../../../support/values.ts';

describe('the days of the calendar', () => {
  it.each([
    ['2026-03-12', 1, '2026-03-13'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-03-29', 1, '2026-03-30'],
    ['no day', 1, 'no day'],
  ])('%s and %d more is %s', (day, days, then) => {
    expect(addDays(day, days)).toBe(then);
  });
});

describe('an appointment', () => {
  const change = (status: string, at: number) => ({
    ...aVisit().statusHistory[0],
    status,
    changedAt: toEpochMs(at),
  });
  const history = (...changes: readonly object[]) =>
    aVisit({ statusHistory: changes as ReturnType<typeof aVisit>['statusHistory'] }); // partial

  it.each(['canceled', 'Cancelled', ' CANCELED '])('is cancelled if its latest status is "%s"', (word) => {
    expect(isAppointmentCancelled(history(change('scheduled', 1), change(word, 2)))).toBe(true);
    expect(isAppointmentCancelled(history(change(word, 1), change('scheduled', 2)))).toBe(false);
  });

  it('counts as not over until its end, and without an end until it begins; a cancelled one never', () => {
    const lasting = (start: number, end: number | null) => ({
      ...aVisit(),
      startTime: toEpochMs(start),
      endTime: end === null ? null : toEpochMs(end),
    });
    const cancelled = { ...lasting(300, 400), ...history(change('canceled', 1)) };
    const all = [
      lasting(100, 200),
      lasting(150, null),
      lasting(250, null),
      { ...cancelled, startTime: toEpochMs(300), endTime: toEpochMs(400) },
    ];
    const count = (now: number): number => countAppointmentsNotOver(all, toEpochMs(now));
    expect([50, 150, 199, 200, 250].map(count)).toEqual([3, 2, 2, 1, 0]);
  });

  it('belongs to several kinds at once, or to none', () => {
    expect(listAppointmentTraits(aVisit())).toEqual([]);
    const call = { joinUrl: 'https://video.invalid/j/1', meetingId: '' };
    expect(listAppointmentTraits(aVisit({ videoCall: call, group: true, internal: true }))).toEqual([
      'video',
      'group',
      'internal',
    ]);
  });

  it('shows its end if that is on the same day, and its times in the time zone', () => {
    const format = createDateFormat('Europe/Berlin');
    expect(toStartAndEndTexts(aVisit(), format)).toEqual(['13:00', '13:30']);
    expect(toStartAndEndTexts(aVisit({ endTime: toEpochMs(NOON + 86_400_000) }), format)).toEqual([
      '13:00',
      null,
    ]);
    expect(toStartAndEndTexts(aVisit({ startTime: null }), format)).toEqual([null, null]);
  });

  it('is grouped by its host; hosts are sorted by their first appointment', () => {
    const day = [
      aDayAppointment({ id: 'appt_a', host: 'user_2' }),
      aDayAppointment({ id: 'appt_b', host: 'user_1' }),
      aDayAppointment({ id: 'appt_c', host: 'user_2' }),
    ];
    const hosts = groupByHost(day).map(({ host, appointments }) => [host, appointments.length]);
    expect(hosts).toEqual([
      ['user_2', 2],
      ['user_1', 1],
    ]);
    expect(filterByHost(day, 'user_1')).toHaveLength(1);
    expect(filterByHost(day, null)).toHaveLength(3);
  });
});

describe('the records that a day needs', () => {
  it('contains each record once, and includes what the service has not received yet', () => {
    const sent = aRequisitionRow({ id: 'req_1' });
    const made = aRequisitionRow({ id: 'local_requisition_00000000000000000000000001' });
    const attendees = [anAttendee({ requisitions: [sent, made] })];
    const wants = listDayRecords({
      appointments: [aDayAppointment({}, { attendees }), aDayAppointment({}, { attendees })],
    });
    expect(wants.requisitions.map(({ id }) => id)).toEqual([sent.id, made.id]);
    expect(wants.unsent.map(({ id }) => id)).toEqual([made.id]);
  });
});

describe('a password', () => {
  it.each([
    ['ninechars', 'tooShort'],
    ['x'.repeat(101), 'tooLong'],
    ['ten chars\n', 'cannotType'],
    ['\ud800 lone half', 'cannotType'],
    ['ten chars\u{1f600}', 'cannotType'],
    ['nine char\u00ad', 'tooShort'],
    ['كلمة سر جديدة', null],
    ['كلمة سر 2026', 'twoDirections'],
    ['كلمة Passwort سر', 'twoDirections'],
    ['Grüne Äpfel', null],
    ['ten chars!', null],
    ['记录包的新密码二零二六', null],
    ['1234567890', 'row'],
    ['JIHGFEDCBA', 'row'],
    ['密码密码密码密码密码', 'repetition'],
    ['aaaaaaaaaa', 'repetition'],
  ])('%j: %s', (typed, problem) => {
    expect(findDowntimePackPasswordProblem(typed)).toBe(problem);
  });

  it.each([
    ['aaaaaaaaaaaaaaaaaaaa', 'weak'],
    ['1234567890', 'weak'],
    ['abcdefghijklmnop', 'weak'],
    ['abababababababab', 'weak'],
    ['Winter 2026!', 'fair'],
    ['correct horse battery staple', 'strong'],
  ])('%j is %s', (typed, strength) => {
    expect(getPasswordStrength(typed)).toBe(strength);
  });
});

describe('the summary of the preparation', () => {
  const prepared: PreparedDay = {
    span: { from: NOON, until: toEpochMs(NOON + 1) },
    appointments: 14,
    requisitions: 31,
    forms: 0,
    pdfs: 28,
    outdated: 0,
    missing: [1, 2, 3].map((id) => ({ id: `req_${id}`, name: '', patient: '', error: null })),
    asOf: NOON,
    syncError: null,
  };
  const said = { day: '12 March', when: '16:20' };

  it('says what is here and what is not', () => {
    expect(formatPreparedDay(translate, prepared, said)).toBe(
      'This computer is ready to go offline for 12 March: 14 appointments, 31 requisitions, 28 PDFs (3 not available), as of 16:20.',
    );
  });

  it('does not say ready if nothing could be refreshed', () => {
    const stale = formatPreparedDay(
      translate,
      { ...prepared, syncError: { code: 'offline' }, missing: [] },
      said,
    );
    expect(stale).toBe(
      'Could not be updated. Saved for 12 March: 14 appointments, 31 requisitions, 28 PDFs, as of 16:20.',
    );
  });

  it('shows the progress', () => {
    expect(formatPreparationStep(translate, { phase: 'running', step: 'pdfs', done: 3, total: 1_200 })).toBe(
      'Downloading PDFs: 3 of 1,200',
    );
  });
});
