import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { formatServiceTime, rawNotification, sentOrder } from '../../../support/builders.ts';
import { goTo, press, typeDay } from '../../../support/page/actions.ts';
import { showApp, usePage } from '../../../support/page/render.tsx';

usePage();

const DAY_MS = 86_400_000;
const COUNT = 450;
const FIRST_DAY = Date.parse('2025-01-01T12:00:00Z');

/** One requisition for each day, each named by its day, but for the first of March 2026. */
const orders = Array.from({ length: COUNT }, (_none, n) => new Date(FIRST_DAY + n * DAY_MS))
  .filter((at) => !at.toISOString().startsWith('2026-03-01'))
  .map((at) =>
    sentOrder({
      id: `req_${at.getTime()}`,
      name: `Test of ${at.toISOString().slice(0, 10)}`,
      last_updated_at: formatServiceTime(at.getTime()),
    }),
  );

async function sortBy(order: string): Promise<void> {
  await press(/^Sort the list/);
  fireEvent.click(within(await screen.findByRole('menu')).getByText(order));
}

async function goToDate(day: string): Promise<void> {
  fireEvent.keyDown(document.body, { key: 'g' });
  const dialog = await screen.findByRole('dialog', { name: 'Go to a date' });
  await typeDay('Date', day);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Go' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

/** Waits until the current row is this one. */
const findCurrent = (name: string): Promise<HTMLElement> =>
  screen.findByRole('option', { selected: true, name: new RegExp(name) });

it('a list goes to the first row of a day far from those that are loaded, or to the next row where the day has none', async () => {
  showApp({ requisitions: orders });
  await screen.findByText(`${COUNT - 1} requisitions`);
  await goToDate('2025-06-15');
  expect(await findCurrent('Test of 2025-06-15')).toBeDefined();
  // The newest come first, so that an earlier day is next.
  await goToDate('2026-03-01');
  expect(await findCurrent('Test of 2026-02-28')).toBeDefined();
  await goToDate('1999-01-01');
  expect(await findCurrent('Test of 2025-01-01')).toBeDefined();
});

it('where the oldest come first, the next row is that of a later day', async () => {
  showApp({ requisitions: orders });
  await screen.findByText(`${COUNT - 1} requisitions`);
  await sortBy('Longest unchanged first');
  await goToDate('2026-03-01');
  expect(await findCurrent('Test of 2026-03-02')).toBeDefined();
});

it('the inbox goes to a day too', async () => {
  const notifications = Array.from({ length: 200 }, (_none, n) =>
    rawNotification({
      id: `notf_${n}`,
      title: `Notice ${n}`,
      created_at: formatServiceTime(FIRST_DAY + n * DAY_MS),
      read: true,
      props: {},
    }),
  );
  showApp({ notifications });
  await goTo('Inbox');
  await screen.findByRole('option', { name: /Notice 199/ });
  await goToDate('2025-01-11');
  expect(await findCurrent('Notice 10')).toBeDefined();
});

it('without a whole date the dialog says so and stays, and in an order by names the menu says why it cannot', async () => {
  showApp({ requisitions: orders.slice(0, 3) });
  await screen.findByText('3 requisitions');
  fireEvent.keyDown(document.body, { key: 'g' });
  fireEvent.click(await screen.findByRole('button', { name: 'Go' }));
  expect(screen.getByText('Enter a complete date that exists.')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await sortBy('Name, A to Z');
  fireEvent.keyDown(document.body, { key: 'g' });
  await press(/^Sort the list/);
  const entry = await screen.findByRole('menuitemcheckbox', { name: /^Go to a date/ });
  expect(entry.getAttribute('aria-disabled')).toBe('true');
  expect(entry.textContent).toContain('Only while the list is sorted by a date');
  expect(screen.queryByRole('dialog', { name: 'Go to a date' })).toBeNull();
});
