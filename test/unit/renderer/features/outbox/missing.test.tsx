import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SERVICE_ASSUMPTIONS } from '#contract/assumptions.ts';
import { ok } from '#contract/result.ts';
import { NOON, reviewAsked, sentOrder } from '../../../../support/builders.ts';
import { openActivity } from '../../../../support/page/activity.ts';
import type { TestPage } from '../../../../support/page/page.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';
import { unwrap } from '../../../../support/results.ts';
import { aHealth } from '../../../../support/values.ts';

usePage();

const TITLE = /^No longer on the service/;
const STATES = ['open', 'closed', 'held'] as const;
const ids = async ({ ask }: TestPage, state: (typeof STATES)[number]) =>
  (await ask('missing.list', { state })).items.map(({ id }) => id);

/** A requisition under review has left its list: it is gone, or its content may no longer be seen. */
async function leaveList(
  { engine }: TestPage,
  id: string,
  reason: 'gone' | 'forbidden' = 'gone',
): Promise<void> {
  const raw = JSON.stringify(sentOrder({ id, ...reviewAsked() }));
  const record = { id, reason, raw, fetchedAt: NOON, needsReview: true };
  await engine.local('saveMissing', { kind: 'requisition', records: [record] });
}

/** The service lists none of these any more and says twice that each is gone. */
async function holdAll({ engine }: TestPage, missing: readonly string[]): Promise<void> {
  const { sweeps, answersApartMs } = SERVICE_ASSUMPTIONS.missingRecords;
  for (let n = 0; n < sweeps; n++) await engine.sync('requisition', []);
  const answers = missing.map((id) => ({ id, answer: 'gone' as const }));
  for (const elapsed of [0, answersApartMs]) {
    const at = { elapsed, wall: NOON, service: null };
    unwrap(await engine.missing('recordServiceResultsForMissing', { kind: 'requisition', answers, at }));
  }
}

const section = async (): Promise<HTMLElement> => screen.findByRole('region', { name: TITLE });

it('nothing is shown if every record is on the service', async () => {
  await openActivity();
  await screen.findByText('Nothing needs your decision.');
  expect(screen.queryByRole('heading', { name: TITLE })).toBeNull();
});

it('a record with an open review stays until the user has seen it', async () => {
  const page = await openActivity({
    followUps: [{ kind: 'requisition', id: 'req_1', note: '', remindOn: null }],
    pending: [{ operation: 'requisitions.update', target: 'req_1', data: { name: 'Iron' } }],
  });
  await leaveList(page, 'req_1');
  const part = await section();
  expect(part.textContent).toContain('A review is open · A reminder is set · A change was not sent');
  fireEvent.click(within(part).getByRole('button', { name: 'Confirm' }));
  await waitFor(async () => expect(await ids(page, 'open')).toEqual([]));
  expect(await ids(page, 'closed')).toEqual(['req_1']);
});

it('says for how many days the last known content can be read', async () => {
  const page = await openActivity({ settings: { retentionDays: 14 }, requisitions: [sentOrder()] });
  await holdAll(page, ['req_1']);
  const part = await section();
  expect(part.textContent).toMatch(/stays readable here: until you confirm .*, then for 14 days\./);
  fireEvent.click(within(part).getByRole('button', { name: 'Remove it from the list' }));
  expect(await screen.findByText(/^They can still be read here for at least 14 days\./)).toBeDefined();
});

it('many records at once leave their list only after the user was asked', async () => {
  const page = await openActivity({ requisitions: [sentOrder(), sentOrder({ id: 'req_2' })] });
  await holdAll(page, ['req_1', 'req_2']);
  const part = await section();
  expect(part.textContent).toContain('They stay in their list until you confirm.');
  fireEvent.click(within(part).getByRole('button', { name: 'Remove these 2 from the list' }));
  expect(await ids(page, 'held')).toEqual(['req_1', 'req_2']);
  fireEvent.click(await screen.findByRole('button', { name: 'Remove from the list' }));
  await waitFor(async () => expect(await ids(page, 'held')).toEqual([]));
});

it('the last known content is labelled as such, and hidden if the user may no longer see it', async () => {
  const page = await openActivity();
  await leaveList(page, 'req_1');
  await leaveList(page, 'req_2', 'forbidden');
  const part = await section();
  const [first, second] = within(part).getAllByRole('button', { name: 'Show last known content' });
  fireEvent.click(first ?? part);
  expect(await within(part).findByText(/no longer on the service, so this may not be current/)).toBeDefined();
  fireEvent.click(second ?? part);
  expect(await within(part).findByText(/its content is hidden here too/)).toBeDefined();
});

it('the navigation rail counts missing records, and the sync status mentions them', async () => {
  const missing = { held: 30, beingChecked: 2, open: 1 };
  showApp({}, { 'sync.health': async () => ok(aHealth({ missing })) });
  const activity = await screen.findByRole('button', { name: /^Activity/ });
  await waitFor(() => expect(activity.textContent).toContain('2'));
  fireEvent.click(activity);
  expect(await screen.findByText(/31 records are no longer returned by the service/)).toBeDefined();
  expect(await screen.findByText(/2 more are being checked/)).toBeDefined();
});
