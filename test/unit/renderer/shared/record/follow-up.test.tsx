import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { toEpochMs } from '#contract/time.ts';
import { sentOrder } from '../../../../support/builders.ts';
import { clearPart, press, typeDay } from '../../../../support/page/actions.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';

usePage();

const DAY = 'Remind me on';

async function openRecord(): Promise<void> {
  fireEvent.click(await screen.findByRole('option', { name: /Complete blood count/ }));
  await screen.findByRole('heading', { level: 2, name: 'Complete blood count' });
}

it('a reminder whose day is typed in part is refused, and saved once the day is whole', async () => {
  const page = showApp({ requisitions: [sentOrder()] });
  await openRecord();
  await press('Follow up');
  await typeDay(DAY, '2026-04-01');
  clearPart(DAY, 'month');
  await press('Save follow-up');
  expect(await screen.findByText('Enter a whole date.')).toBeDefined();
  expect(page.inputs('followUps.set')).toEqual([]);
  await typeDay(DAY, '2026-04-01');
  await press('Save follow-up');
  expect(await screen.findByText(/Reminder .*1 Apr 2026/)).toBeDefined();
});

it('a saved reminder is not left as it was where its day is retyped in part', async () => {
  const page = showApp({
    requisitions: [sentOrder()],
    followUps: [
      { kind: 'requisition', id: 'req_1', remindOn: toEpochMs(Date.parse('2026-04-01T00:00Z')), note: '' },
    ],
  });
  await openRecord();
  await press('Change follow-up');
  await screen.findByRole('group', { name: DAY });
  clearPart(DAY, 'month');
  await press('Save follow-up');
  expect(await screen.findByText('Enter a whole date.')).toBeDefined();
  expect(page.inputs('followUps.set')).toEqual([]);
  for (const part of ['day', 'year']) clearPart(DAY, part);
  await waitFor(() => expect(screen.queryByText('Enter a whole date.')).toBeNull());
  await press('Save follow-up');
  await waitFor(() => expect(page.inputs('followUps.set')).toMatchObject([{ remindOn: null }]));
});
