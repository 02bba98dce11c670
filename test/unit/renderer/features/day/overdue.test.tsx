import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  formatServiceTime,
  reviewAsked,
  sentOrder,
  visitNotification,
} from '../../../../support/builders.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';

usePage();

const PATIENT = 'user_abcdefghij12345';
const NOW = Date.now();
const HOUR_MS = 3_600_000;

/** The shapes of the marks that say how long something has been overdue. */
const listShapes = (part: Element | undefined): readonly (string | undefined)[] =>
  [...(part?.querySelectorAll<SVGElement>('[data-tone] svg') ?? [])].map(({ dataset }) => dataset['shape']);

it('The day says by shape as well as in words how far past its deadline the review of an attendee is', async () => {
  const ask = (id: string, name: string, deadline: number | null) =>
    sentOrder({ id, name, patient: PATIENT, ...reviewAsked({ deadline }) });
  showApp({
    screen: 'day',
    requisitions: [
      ask('req_1', 'Iron studies', NOW - 12 * 24 * HOUR_MS),
      ask('req_2', 'Ferritin', NOW - 2 * 24 * HOUR_MS),
      ask('req_3', 'Lipid panel', null),
    ],
    notifications: [
      visitNotification(
        { id: 'notf_1', read: true },
        {
          attendees: [{ id: 1, attendee: PATIENT }],
          start_time: formatServiceTime(NOW),
          end_time: formatServiceTime(NOW + HOUR_MS),
        },
      ),
    ],
  });
  expect(listShapes(await screen.findByRole('button', { name: /Iron studies.*overdue since / }))).toEqual([
    'triangle-half',
  ]);
  expect(listShapes(screen.getByRole('button', { name: /Ferritin.*overdue since / }))).toEqual(['triangle']);
  expect(listShapes(screen.getByRole('button', { name: /Lipid panel/ }))).toEqual([]);
  const [, visit] = within(screen.getByRole('table')).getAllByRole('row');
  expect(visit?.textContent).toContain('2 overdue');
  // That of the one that was due first.
  expect(listShapes(visit)).toEqual(['triangle-half']);
});
