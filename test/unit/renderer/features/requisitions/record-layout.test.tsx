import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { ok } from '#contract/result.ts';
import { rawRequisition, sentOrder } from '../../../../support/builders.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';
import { OWN_ACCOUNT } from '../../../../support/values.ts';

usePage();

const PAST = '2026-03-02T09:30:00.000Z';
const result = rawRequisition({
  id: 'req_1',
  name: 'Lipid panel',
  status_history: [{ status: 'results_received', changed_by: 'user_d1', changed_at: PAST }],
  reviews: [
    {
      status: '',
      requested_by: 'user_d1',
      reviewer: 'user_me',
      requested_at: PAST,
      review_deadline: PAST,
      reviewed_at: null,
    },
  ],
});

async function openRecord(): Promise<HTMLElement> {
  fireEvent.click(await screen.findByRole('option', { name: /Lipid panel/ }));
  await screen.findByRole('heading', { level: 2, name: 'Lipid panel' });
  return screen.getByRole('region', { name: 'Record' });
}

/** Returns whether the first text is before the second. */
const isBefore = (all: string, first: RegExp, second: RegExp): boolean =>
  all.search(first) !== -1 && all.search(first) < all.search(second);

it('A record begins with its title, patient and state; what is clinical comes before the facts and the ids', async () => {
  showApp({ accounts: OWN_ACCOUNT, requisitions: [result] });
  const all = (await openRecord()).textContent;
  const parts = [/Lipid panel/, /Only this patient/, /overdue/, /Complete my review/, /Diagnoses/];
  for (const [at, part] of parts.slice(1).entries()) expect(isBefore(all, parts[at] ?? /$/, part)).toBe(true);
  expect(isBefore(all, /Diagnoses/, /Ordering provider/)).toBe(true);
  expect(isBefore(all, /Comments/, /Ordering provider/)).toBe(true);
  expect(isBefore(all, /Ordering provider/, /req_1/)).toBe(true);
});

it('A record has one filled action, which completes the review', async () => {
  showApp({ accounts: OWN_ACCOUNT, requisitions: [result] });
  const actions = within(await openRecord()).getByRole('group', { name: 'Actions' });
  const filled = within(actions)
    .getAllByRole('button')
    .filter(({ dataset }) => dataset['tone'] === 'primary');
  expect(filled.map(({ textContent }) => textContent)).toEqual(['Complete my review']);
});

it('W gives an open record the place of the list, and the list its place back', async () => {
  showApp({ accounts: OWN_ACCOUNT, requisitions: [result] });
  const wide = () => document.querySelector('[data-wide]');
  await screen.findByRole('option', { name: /Lipid panel/ });
  fireEvent.keyDown(document.body, { key: 'w' });
  expect(wide()).toBeNull();
  const record = await openRecord();
  fireEvent.keyDown(document.body, { key: 'w' });
  await waitFor(() => expect(wide()?.contains(record)).toBe(true));
  fireEvent.click(screen.getByRole('button', { name: 'Show the list' }));
  await waitFor(() => expect(wide()).toBeNull());
  screen.getByRole('button', { name: 'Widen' });
});

it.each([
  ['at a facility', 'fac_central01', 'Based on 39 requisitions of this type at this facility.'],
  ['without a facility', '', 'Based on 39 requisitions of this type.'],
])('A requisition %s says from which others the usual duration is known', async (_where, facility, words) => {
  const day = 86_400_000;
  const step = {
    from: 'sent',
    to: 'results_received',
    sampleSize: 39,
    median: 2 * day,
    percentile90: 4 * day,
  };
  showApp(
    { requisitions: [sentOrder({ name: 'Lipid panel', service_facility: facility })] },
    {
      'requisitions.context': () =>
        Promise.resolve(ok({ related: null, typicalDurations: { steps: [step] } })),
    },
  );
  await openRecord();
  expect((await screen.findByText(/^Based on/)).textContent).toBe(words);
});
