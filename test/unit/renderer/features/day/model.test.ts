import { describe, expect, it } from 'vitest';
import { epochMs } from '#contract/time.ts';
import { byHost, dayAfter, isEnded, getKinds, ofHost, timeText } from '#renderer/features/day/model.ts';
import { passwordProblem, getStrength } from '#renderer/features/day/PackDialog.tsx';
import { preparedSentence, stepText } from '#renderer/features/day/labels.ts';
import { getWants } from '#renderer/state/day/day-pdfs.ts';
import type { Prepared } from '#renderer/state/day/day-prepare.ts';
import { text } from '#renderer/text/text.ts';
import { createFormat } from '#renderer/ui/format.ts';
import { aRequisitionRow, NOON } from '../../support/builders.ts';
import { anAttendee, aToldVisit, aVisit } from '../../support/day-builders.ts';

describe('the days of the calendar', () => {
  it.each([
    ['2026-03-12', 1, '2026-03-13'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-03-29', 1, '2026-03-30'],
    ['no day', 1, 'no day'],
  ])('%s and %d more is %s', (day, days, then) => {
    expect(dayAfter(day, days)).toBe(then);
  });
});

describe('an appointment', () => {
  const change = (status: string, at: number) => ({
    ...aVisit().statusHistory[0],
    status,
    changedAt: epochMs(at),
  });
  const history = (...changes: readonly object[]) =>
    aVisit({ statusHistory: changes as ReturnType<typeof aVisit>['statusHistory'] }); // whole but for what changes

  it.each(['canceled', 'Cancelled', ' CANCELED '])(
    'does not take place once its latest status is "%s"',
    (word) => {
      expect(isEnded(history(change('scheduled', 1), change(word, 2)))).toBe(true);
      expect(isEnded(history(change(word, 1), change('scheduled', 2)))).toBe(false);
    },
  );

  it('is of several kinds at once, or of none', () => {
    expect(getKinds(aVisit())).toEqual([]);
    const call = { joinUrl: 'https://video.invalid/j/1', meetingId: '' };
    expect(getKinds(aVisit({ videoCall: call, group: true, internal: true }))).toEqual([
      'video',
      'group',
      'internal',
    ]);
  });

  it('shows its end where that is on the same day, and its times in the zone', () => {
    const format = createFormat('Europe/Berlin');
    expect(timeText(aVisit(), format)).toEqual(['13:00', '13:30']);
    expect(timeText(aVisit({ endTime: epochMs(NOON + 86_400_000) }), format)).toEqual(['13:00', null]);
    expect(timeText(aVisit({ startTime: null }), format)).toEqual([null, null]);
  });

  it('stands with those of its host, who come in the order in which they begin', () => {
    const day = [
      aToldVisit({ id: 'appt_a', host: 'user_2' }),
      aToldVisit({ id: 'appt_b', host: 'user_1' }),
      aToldVisit({ id: 'appt_c', host: 'user_2' }),
    ];
    const hosts = byHost(day).map(({ host, appointments }) => [host, appointments.length]);
    expect(hosts).toEqual([
      ['user_2', 2],
      ['user_1', 1],
    ]);
    expect(ofHost(day, 'user_1')).toHaveLength(1);
    expect(ofHost(day, null)).toHaveLength(3);
  });
});

describe('what a day needs', () => {
  it('is each record once, and knows what the service has not seen yet', () => {
    const sent = aRequisitionRow({ id: 'req_1' });
    const made = aRequisitionRow({ id: 'local_requisition_00000000000000000000000001' });
    const attendees = [anAttendee({ requisitions: [sent, made] })];
    const wants = getWants({ appointments: [aToldVisit({}, { attendees }), aToldVisit({}, { attendees })] });
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
    ['ten chars!', null],
    ['密码密码密码密码密码', null],
  ])('%j: %s', (typed, problem) => {
    expect(passwordProblem(typed)).toBe(problem);
  });

  it.each([
    ['aaaaaaaaaaaaaaaaaaaa', 'weak'],
    ['1234567890', 'weak'],
    ['abcdefghijklmnop', 'weak'],
    ['abababababababab', 'weak'],
    ['Winter 2026!', 'fair'],
    ['correct horse battery staple', 'strong'],
  ])('%j is %s', (typed, strength) => {
    expect(getStrength(typed)).toBe(strength);
  });
});

describe('the words of preparing', () => {
  const prepared: Prepared = {
    span: { from: NOON, until: epochMs(NOON + 1) },
    appointments: 14,
    requisitions: 31,
    forms: 0,
    pdfs: 28,
    stale: 0,
    missing: [1, 2, 3].map((id) => ({ id: `req_${id}`, name: '', patient: '', error: null })),
    asOf: NOON,
    trouble: null,
  };
  const said = { day: '12 March', when: '16:20' };

  it('say what is here and what is not', () => {
    expect(preparedSentence(text, prepared, said)).toBe(
      'This computer is ready to go offline for 12 March: 14 appointments, 31 requisitions, 28 PDFs (3 not available), as of 16:20.',
    );
  });

  it('do not say ready where nothing could be made fresh', () => {
    const stale = preparedSentence(text, { ...prepared, trouble: { code: 'offline' }, missing: [] }, said);
    expect(stale).toBe(
      'Could not be updated. Saved for 12 March: 14 appointments, 31 requisitions, 28 PDFs, as of 16:20.',
    );
  });

  it('say how far it is', () => {
    expect(stepText(text, { phase: 'running', step: 'papers', done: 3, total: 1_200 })).toBe(
      'Downloading PDFs: 3 of 1,200',
    );
  });
});
