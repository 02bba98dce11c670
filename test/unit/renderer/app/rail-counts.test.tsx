import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { formatServiceTime, visitNotification } from '../../../support/builders.ts';
import { showApp, usePage } from '../../../support/page/render.tsx';

usePage();

const HOUR_MS = 3_600_000;

/** A notification about an appointment of today. */
function visit(id: string, start: number, end: number, own: object = {}): Record<string, unknown> {
  return visitNotification(
    { id: `notf_${id}`, read: true },
    { id: `appt_${id}`, start_time: formatServiceTime(start), end_time: formatServiceTime(end), ...own },
  );
}

const getDay = (): string =>
  within(screen.getByRole('navigation', { name: 'Navigation' })).getByRole('button', { name: /^Day/ })
    .textContent ?? '';

describe('the number beside the day in the navigation', () => {
  it('counts the appointments of today that take place and are not over', async () => {
    const now = Date.now();
    const status_history = [
      { id: 2, status: 'canceled', changed_at: formatServiceTime(now), changed_by: 'user_other' },
    ];
    showApp({
      notifications: [
        visit('ended', now - 2_000, now - 1_000),
        visit('running', now - 1_000, now + HOUR_MS),
        visit('running2', now - 1_000, now + HOUR_MS),
        visit('cancelled', now - 1_000, now + HOUR_MS, { status_history }),
        visit('tomorrow', now + 24 * HOUR_MS, now + 25 * HOUR_MS),
      ],
    });
    await screen.findByRole('navigation', { name: 'Navigation' });
    await waitFor(() => expect(getDay()).toMatch(/^Day2appointments of today are not over/));
  });

  it('is absent where none is left', async () => {
    const now = Date.now();
    let found = 0;
    showApp(
      { notifications: [visit('ended', now - 2_000, now - 1_000)] },
      {
        'day.times': async (input, real) => {
          const answer = await real(input);
          found = answer.ok ? answer.value.appointments.length : 0;
          return answer;
        },
      },
    );
    await waitFor(() => expect(found).toBe(1));
    // The page shows the answer within this time.
    await act(async () => {});
    expect(getDay()).toBe('Day');
  });
});
