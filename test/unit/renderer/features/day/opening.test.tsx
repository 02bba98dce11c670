import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { err } from '#contract/result.ts';
import { SCREEN_VIEWS } from '#renderer/app/screen-views.tsx';
import { formatServiceTime, visitNotification } from '../../../../support/builders.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';

usePage();

/** Notifications about this many appointments of today. */
function toNotifications(count: number, description = ''): readonly object[] {
  const now = Date.now();
  return Array.from({ length: count }, (_none, n) =>
    visitNotification(
      { id: `notf_${n}`, read: true },
      {
        id: `appt_${n}`,
        description,
        start_time: formatServiceTime(now + n),
        end_time: formatServiceTime(now + 1000),
      },
    ),
  );
}

describe('the day sheet', () => {
  it('is read once when it is opened', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const { inputs } = showApp({ notifications: toNotifications(2), screen: 'settings' });
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    await SCREEN_VIEWS.day.component.load();
    await vi.advanceTimersByTimeAsync(10_000);
    fireEvent.click(screen.getByRole('button', { name: /^Day/ }));
    await screen.findByText(/2 appointments · As of/);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(inputs('day.sheet')).toHaveLength(1);
    expect(inputs('day.beginning')).toHaveLength(1);
  });

  it('is neither printed nor packed nor counted before its last part is there', async () => {
    const last = Promise.withResolvers<void>();
    const { inputs } = showApp(
      { notifications: toNotifications(4, 'x'.repeat(60_000)), screen: 'day' },
      {
        'day.sheetPart': async (input, real) => {
          await last.promise;
          return real(input);
        },
      },
    );
    await waitFor(() => expect(inputs('day.sheetPart')).toHaveLength(1));
    await screen.findByRole('table', { name: /^Now / });
    const isDisabled = (name: string): boolean =>
      screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true';
    expect(['Print', 'Downtime pack'].map(isDisabled)).toEqual([true, true]);
    expect(screen.queryByText(/have ended|4 appointments/)).toBeNull();
    last.resolve();
    expect(await screen.findByText(/4 appointments · As of/)).toBeDefined();
    expect(['Print', 'Downtime pack'].map(isDisabled)).toEqual([false, false]);
    expect(document.querySelectorAll('tbody > tr:not([class])')).toHaveLength(4);
  });

  it('shows the lines of all appointments before it shows more than one appointment whole', async () => {
    const count = 60;
    const shown: { readonly lines: number; readonly appointments: number }[] = [];
    const countElements = (selector: string): number => document.querySelectorAll(selector).length;
    const observer = new MutationObserver(() =>
      shown.push({
        lines: countElements('tbody > tr:not([class])'),
        appointments: countElements('ol > li[id]'),
      }),
    );
    observer.observe(document.body, { childList: true, subtree: true });
    onTestFinished(() => observer.disconnect());
    const noBeginning = { 'day.beginning': async () => err('engine-down') } as const;
    showApp({ notifications: toNotifications(count), screen: 'day' }, noBeginning);
    // Sixty appointments are rendered in many steps, which a busy computer takes seconds for.
    await waitFor(() => expect(shown.at(-1)).toEqual({ lines: count, appointments: count }));
    const first = shown.find(({ lines }) => lines > 0);
    expect(first).toEqual({ lines: 24, appointments: 1 });
    expect(shown.filter(({ lines }) => lines < count).every(({ appointments }) => appointments <= 1)).toBe(
      true,
    );
  });
});
