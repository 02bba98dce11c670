import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aHealth, aMissingRecord } from '../support/builders.ts';
import type { FakeBridge } from '../support/fake-bridge.ts';
import { showApp, usePage } from '../support/render.tsx';

usePage();

const TITLE = /^No longer on the service/;
const confirmed = (fake: FakeBridge) =>
  fake.asked.filter(({ name }) => name === 'missing.confirm').map(({ input }) => input);

async function missingWith(missing: readonly ReturnType<typeof aMissingRecord>[]): Promise<FakeBridge> {
  const fake = showApp({ missing });
  fireEvent.click(await screen.findByRole('button', { name: /^Activity/ }));
  await screen.findByRole('heading', { name: 'Activity', level: 1 });
  return fake;
}

const section = async (): Promise<HTMLElement> => screen.findByRole('region', { name: TITLE });

it('nothing is shown if every record is on the service', async () => {
  await missingWith([]);
  await screen.findByText('Nothing needs your decision.');
  expect(screen.queryByRole('heading', { name: TITLE })).toBeNull();
});

it('a record with an open review stays until the user has seen it', async () => {
  const fake = await missingWith([aMissingRecord({ reminders: 2, unsentChanges: 1 })]);
  const part = await section();
  expect(part.textContent).toContain('A review is open · 2 reminders are set · A change was not sent');
  fireEvent.click(within(part).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(confirmed(fake)).toEqual([{ kind: 'requisition', ids: ['req_1'] }]));
});

it('many records at once leave their list only after the user was asked', async () => {
  const held = { state: 'held', movedAt: null, hasOpenReview: false } as const;
  const fake = await missingWith([aMissingRecord(held), aMissingRecord({ ...held, id: 'req_2' })]);
  const part = await section();
  expect(part.textContent).toContain('They stay in their list until you confirm.');
  fireEvent.click(within(part).getByRole('button', { name: 'Remove these 2 from the list' }));
  expect(confirmed(fake)).toEqual([]);
  fireEvent.click(await screen.findByRole('button', { name: 'Remove from the list' }));
  await waitFor(() => expect(confirmed(fake)).toEqual([{ kind: 'requisition', ids: ['req_1', 'req_2'] }]));
});

it('the last known content is labelled as such, and hidden if the user may no longer see it', async () => {
  const hidden = { id: 'req_2', reason: 'forbidden', name: '', patient: '' } as const;
  await missingWith([aMissingRecord(), aMissingRecord(hidden)]);
  const part = await section();
  const [first, second] = within(part).getAllByRole('button', { name: 'Show last known content' });
  fireEvent.click(first ?? part);
  expect(await within(part).findByText(/no longer on the service, so this may not be current/)).toBeDefined();
  fireEvent.click(second ?? part);
  expect(await within(part).findByText(/its content is hidden here too/)).toBeDefined();
});

it('the navigation rail counts missing records, and the sync status mentions them', async () => {
  const missing = { held: 30, beingChecked: 2, open: 1 };
  const fake = showApp(
    {},
    { 'sync.health': () => Promise.resolve({ ok: true, value: aHealth({ missing }) }) },
  );
  expect(fake.app.missing).toEqual([]);
  const activity = await screen.findByRole('button', { name: /^Activity/ });
  await waitFor(() => expect(activity.textContent).toContain('2'));
  fireEvent.click(activity);
  expect(await screen.findByText(/31 records are no longer returned by the service/)).toBeDefined();
  expect(await screen.findByText(/2 more are being checked/)).toBeDefined();
});
