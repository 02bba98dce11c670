import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { reviewAsked, sentOrder } from '../../../../support/builders.ts';
import { pendingChanges } from '../../../../support/page/activity.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';
import { OWN_ACCOUNT } from '../../../../support/values.ts';

usePage();

const mine = reviewAsked({ reviewer: 'user_me' });
const order = (name: string, own: Record<string, unknown>) => sentOrder({ id: `req_${name}`, name, ...own });
const opened = order('Opened', mine);
const alsoOpened = order('Again', mine);
const stale = order('Stale', mine);

async function openSheet() {
  const page = showApp({
    accounts: OWN_ACCOUNT,
    requisitions: [
      opened,
      alsoOpened,
      stale,
      order('Unopened', mine),
      order('Theirs', reviewAsked({ reviewer: 'user_colleague' })),
      order('Done', {}),
    ],
    viewed: [opened, alsoOpened, { ...stale, order_details: 'Fasting' }],
  });
  await screen.findByRole('option', { name: /Unopened/ });
  fireEvent.keyDown(window, { key: 'a', ctrlKey: true });
  await screen.findByText('6 selected');
  fireEvent.click(screen.getByRole('button', { name: 'Review together' }));
  const sheet = await screen.findByRole('dialog', { name: 'Review together' });
  await within(sheet).findByRole('checkbox', { name: /Unopened/ });
  const box = (name: RegExp) => within(sheet).getByRole<HTMLInputElement>('checkbox', { name });
  return { page, sheet, box };
}

describe('the sheet that reviews several requisitions', () => {
  it('ticks only those that the user has opened as they are now, and says of the others why not', async () => {
    const { sheet, box } = await openSheet();
    expect([box(/Opened/), box(/Again/)].every(({ checked }) => checked)).toBe(true);
    for (const [name, why] of [
      [/Unopened/, 'You have not opened it'],
      [/Stale/, 'Changed since you opened it'],
      [/Theirs/, 'Open: review of user_…eague'],
      [/Done/, 'It does not need a review'],
    ] as const) {
      expect(box(name).checked).toBe(false);
      expect(box(name).disabled).toBe(true);
      expect(within(sheet).getByText(why)).toBeDefined();
    }
  });

  it('saves the ticked reviews, which one undo takes back', async () => {
    const { page, sheet, box } = await openSheet();
    fireEvent.click(box(/Again/));
    fireEvent.click(box(/Again/));
    fireEvent.click(within(sheet).getByRole('button', { name: 'Review 2' }));
    await screen.findByText('2 reviews are saved.');
    expect((await pendingChanges(page)).map(({ id }) => id).toSorted()).toEqual(['req_Again', 'req_Opened']);
    fireEvent.keyDown(window, { key: 'z', ctrlKey: true });
    await waitFor(async () => expect(await pendingChanges(page)).toEqual([]));
  });

  it('leaves out what has changed since the sheet was opened, and says so', async () => {
    const { page, sheet } = await openSheet();
    await page.engine.storeOne('requisition', { ...opened, order_details: 'Changed by another user' });
    fireEvent.click(within(sheet).getByRole('button', { name: 'Review 2' }));
    await waitFor(() => expect(within(sheet).getAllByRole('listitem')).toHaveLength(1));
    const left = within(sheet).getByRole('listitem').textContent ?? '';
    expect([left.includes('Opened'), left.includes('Changed since you opened it')]).toEqual([true, true]);
    expect((await pendingChanges(page)).map(({ id }) => id)).toEqual(['req_Again']);
  });
});
