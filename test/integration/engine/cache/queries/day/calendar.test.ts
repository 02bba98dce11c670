import ICAL from 'ical.js';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { toEpochMs } from '#contract/time.ts';
import { rawAppointment, rawNotification } from '../../../../../support/builders.ts';
import { unwrap } from '../../../../../support/engine.ts';
import { nameId } from '../../../../../support/lists.ts';
import { cacheAndLocal, type CacheAndLocal } from '../../../../../support/overlay.ts';

const DAY = { from: toEpochMs(Date.UTC(2026, 2, 12)), until: toEpochMs(Date.UTC(2026, 2, 13)) };

let app: CacheAndLocal;
beforeEach(async () => {
  app = await cacheAndLocal();
  onTestFinished(() => app.close());
});

function store(
  id: string,
  props: Readonly<Record<string, unknown>>,
  at = '2026-03-01 08:00:00.000+00',
): void {
  const appointment = rawAppointment({
    start_time: '2026-03-12T09:00:00.000Z',
    end_time: '2026-03-12T09:30:00.000Z',
    ...props,
  });
  app.store('notification', rawNotification({ id, created_at: at, props: appointment }));
}

/** Reads the exported file with another program's parser. */
function readEvents(host: string | null = null): readonly ICAL.Event[] {
  const { text } = unwrap(app.read('day.export', { format: 'ics', span: DAY, host }));
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  return calendar.getAllSubcomponents('vevent').map((each) => new ICAL.Event(each));
}

test('an appointment is an event in UTC with its place, people by name and id, and the status as a category', () => {
  nameId(app, 'user_ann', 'Ann; Lee, Jr.');
  store('notf_1', {
    id: 'appt_1',
    host: 'user_host',
    name: 'Check-up, yearly',
    description: 'Line one\nline two',
    attendees: [{ id: 1, attendee: 'user_ann' }],
    location: { line1: 'Main Street 1', line2: null, city: 'Springfield', state: null, postal_code: null },
  });
  const [event] = readEvents();
  expect(event?.uid).toBe('appt_1');
  expect(event?.summary).toBe('Check-up, yearly');
  expect(event?.startDate.toString()).toBe('2026-03-12T09:00:00Z');
  expect(event?.endDate.toString()).toBe('2026-03-12T09:30:00Z');
  expect(event?.location).toBe('Main Street 1, Springfield');
  expect(event?.description).toBe('Line one\nline two\nuser_host\nAnn; Lee, Jr. (user_ann)');
  expect(event?.component.getFirstPropertyValue('class')).toBe('PRIVATE');
  expect(event?.component.getFirstPropertyValue('categories')).toBe('scheduled');
});

test('the newest notification about an appointment counts, and there is one event for it', () => {
  store('notf_1', { id: 'appt_1', name: 'Before' });
  store('notf_2', { id: 'appt_1', name: 'After' }, '2026-03-02 08:00:00.000+00');
  expect(readEvents().map(({ summary }) => summary)).toEqual(['After']);
});

test('only the appointments of the chosen host are exported', () => {
  store('notf_1', { id: 'appt_1', host: 'user_a' });
  store('notf_2', { id: 'appt_2', host: 'user_b' });
  expect(readEvents('user_b').map(({ uid }) => uid)).toEqual(['appt_2']);
});

test('a day without appointments gives a calendar without events', () => {
  expect(readEvents()).toEqual([]);
});

test('an end before the start is left out, and texts with line breaks and controls stay in their own property', () => {
  store('notf_1', {
    id: 'appt_1',
    name: 'A\r\nBEGIN:VEVENT\r\nSUMMARY:forged',
    description: '\u0000\u2028END:VCALENDAR\n',
    end_time: '2026-03-12T08:00:00.000Z',
  });
  const events = readEvents();
  expect(events).toHaveLength(1);
  expect(events[0]?.component.getFirstProperty('dtend')).toBeNull();
  expect(events[0]?.summary).toContain('forged');
});
