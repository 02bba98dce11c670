/** The page of the day, as its tests open it and find things on it. */
import { fireEvent, screen } from '@testing-library/react';
import {
  formatServiceTime,
  NOON,
  publishedForm,
  rawNotification,
  rawRequest,
  sentOrder,
  visitNotification,
} from '../../../../support/builders.ts';
import type { PageStart, Steering } from '../../../../support/page/page.ts';
import { showApp } from '../../../../support/page/render.tsx';

/** The patient who attends the first visit. */
export const PATIENT = 'user_abcdefghij12345';
const HOUR_MS = 3_600_000;
/** What makes a visit one of the patient. */
export const attended = { attendees: [{ id: 1, attendee: PATIENT }] };
/** Start and end of a visit of half an hour. */
export const times = (start: number) => ({
  start_time: formatServiceTime(start),
  end_time: formatServiceTime(start + HOUR_MS / 2),
});

/**
 * Makes a day around now with a visit of the patient with open work, and a canceled visit of someone else. Each file of tests
 * makes its own: files share the modules of their process, and now would be long ago for the last one.
 */
export function createDay() {
  const today = Date.now();
  const start: PageStart = {
    requisitions: [sentOrder({ name: 'Iron studies', patient: PATIENT })],
    forms: [publishedForm({ request_completion_from: [rawRequest(PATIENT, formatServiceTime(NOON))] })],
    notifications: [
      visitNotification(
        { id: 'notf_2', read: true, created_at: formatServiceTime(NOON + 1000) },
        { ...attended, ...times(today) },
      ),
      visitNotification(
        { id: 'notf_1', read: true },
        {
          ...attended,
          ...times(today),
          start_time: formatServiceTime(today - HOUR_MS),
          location: { city: 'Elsewhere' },
        },
      ),
      visitNotification(
        { id: 'notf_3', read: true },
        {
          id: 'appt_2',
          name: 'Blood draw',
          host: 'user_other',
          ...times(today + 1000),
          attendees: [{ id: 1, attendee: 'user_other001' }],
          status_history: [
            { id: 2, status: 'canceled', changed_at: formatServiceTime(NOON), changed_by: 'user_other' },
          ],
        },
      ),
      rawNotification({ id: 'notf_9', title: 'New message', user: PATIENT }),
    ],
  };
  /** Shows the day sheet. */
  async function showDay(change: PageStart = {}, own: Steering = {}) {
    const page = showApp({ ...start, screen: 'day', ...change }, own);
    await screen.findByRole('heading', { level: 1, name: /^Day sheet/ });
    return { ...page, query: page.inputs };
  }
  return { today, start, showDay };
}

/** Presses a button that is shown. */
export const press = (name: string | RegExp): boolean =>
  fireEvent.click(screen.getByRole('button', { name }));

/** The texts of the printed sheets. */
export const printed = () =>
  screen
    .queryAllByRole('table')
    .filter((table) => table.closest('[data-print="sheet"]') !== null)
    .map(({ textContent }) => textContent ?? '');
