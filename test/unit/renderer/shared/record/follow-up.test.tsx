import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { toEpochMs } from '#contract/time.ts';
import { NEW_ORDER, sentOrder } from '../../../../support/builders.ts';
import { localId } from '../../../../support/pending.ts';
import { clearPart, press, typeDay } from '../../../../support/page/actions.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';

usePage();

const DAY = 'Remind me on';

/** Waits for the record of this name. An open box hides it from screen readers. */
const seeRecord = (name: string): Promise<HTMLElement> =>
  screen.findByRole('heading', { level: 2, name, hidden: true });

async function openRecord(name = 'Complete blood count'): Promise<void> {
  fireEvent.click(await screen.findByRole('option', { name: new RegExp(name) }));
  await seeRecord(name);
}

it('a reminder whose day is typed in part is refused, and saved once the day is whole', async () => {
  const page = showApp({ requisitions: [sentOrder()] });
  await openRecord();
  await press('Follow up');
  await typeDay(DAY, '2026-04-01');
  clearPart(DAY, 'month');
  await press('Save follow-up');
  expect(await screen.findByText('Enter a complete date that exists.')).toBeDefined();
  expect(page.inputs('followUps.set')).toEqual([]);
  await typeDay(DAY, '2026-04-01');
  await press('Save follow-up');
  expect(await screen.findByText(/Reminder .*1 Apr 2026/)).toBeDefined();
});

it('a reminder on 30 February is refused by words that are true of it', async () => {
  const page = showApp({ requisitions: [sentOrder()] });
  await openRecord();
  await press('Follow up');
  await typeDay(DAY, '2026-02-30');
  await press('Save follow-up');
  expect(await screen.findByText('Enter a complete date that exists.')).toBeDefined();
  expect(page.inputs('followUps.set')).toEqual([]);
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
  expect(await screen.findByText('Enter a complete date that exists.')).toBeDefined();
  expect(page.inputs('followUps.set')).toEqual([]);
  for (const part of ['day', 'year']) clearPart(DAY, part);
  await waitFor(() => expect(screen.queryByText('Enter a complete date that exists.')).toBeNull());
  await press('Save follow-up');
  await waitFor(() => expect(page.inputs('followUps.set')).toMatchObject([{ remindOn: null }]));
});

/** Shows an order that is made here, and returns what gives it the id of the service. */
async function openNewOrder() {
  const local = localId('requisition');
  let isSent = false;
  const page = showApp(
    {
      requisitions: [sentOrder({ id: 'req_9', name: 'Ferritin' })],
      pending: [{ ...NEW_ORDER, target: local }],
    },
    {
      'requisitions.get': (input, real) => real(isSent && input.id === local ? { id: 'req_9' } : input),
    },
  );
  await openRecord(NEW_ORDER.data.name);
  const send = (): void => {
    isSent = true;
    act(() => page.emit('changed', { kind: 'requisition', ids: ['req_9'], revision: 1 }));
  };
  return { ...page, send };
}

it('a follow-up that is being typed stays open with its input while its record gets the id of the service', async () => {
  const page = await openNewOrder();
  await press('Follow up');
  const note = await screen.findByLabelText<HTMLInputElement>('Note');
  fireEvent.change(note, { target: { value: 'Call back' } });
  page.send();
  await seeRecord('Ferritin');
  expect(note.isConnected).toBe(true);
  expect(note.value).toBe('Call back');
  await press('Save follow-up');
  await waitFor(() =>
    expect(page.inputs('followUps.set')).toMatchObject([{ id: 'req_9', note: 'Call back' }]),
  );
});

it('what was typed for a follow-up that was closed is found again under the id of the service', async () => {
  const page = await openNewOrder();
  await press('Follow up');
  fireEvent.change(await screen.findByLabelText('Note'), { target: { value: 'Call back' } });
  fireEvent.keyDown(screen.getByLabelText('Note'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByLabelText('Note')).toBeNull());
  page.send();
  await seeRecord('Ferritin');
  await press('Follow up');
  expect((await screen.findByLabelText<HTMLInputElement>('Note')).value).toBe('Call back');
});
