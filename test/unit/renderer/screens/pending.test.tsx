import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { PendingState } from '#contract/records.ts';
import { err } from '#contract/result.ts';
import { aNotificationRow, aRequisitionRow, aWrite } from '../support/builders.ts';
import type { FakeBridge } from '../support/fake-bridge.ts';
import { showApp, usePage } from '../support/render.tsx';

usePage();

const WORDS: Readonly<Record<PendingState, string>> = {
  saved: 'Saved here',
  sending: 'Sending',
  uncertain: 'Not sure',
  'needs-you': 'Needs your decision',
  rejected: 'Not accepted',
};

const getInputs = (fake: FakeBridge, call: string) =>
  fake.asked.filter(({ name }) => name === call).map(({ input }) => input);
const saved = (fake: FakeBridge) => getInputs(fake, 'writes.save');
const marked = (fake: FakeBridge) => getInputs(fake, 'inbox.markRead');

describe('an unsent change', () => {
  it('has a label on its row, in any state', async () => {
    const states = Object.keys(WORDS) as PendingState[]; // the keys of the object above
    showApp({
      requisitions: states.map((pending) =>
        aRequisitionRow({ id: `req_${pending}`, name: pending, pending }),
      ),
    });
    for (const state of states) {
      const row = await screen.findByRole('option', { name: new RegExp(`^Lab\\s*${state}`) });
      expect(row.textContent).toContain(WORDS[state]);
    }
  });

  it('is listed above its record and marks the field that it changes', async () => {
    const change = aWrite({
      fields: [{ field: 'service_facility', base: '""', mine: '"fac_2"', theirs: null }],
    });
    const fake = showApp({ requisitions: [aRequisitionRow({ pending: 'saved' })], waiting: [change] });
    fireEvent.click(await screen.findByRole('option'));
    const strip = await screen.findByRole('region', { name: 'Not on the service yet' });
    expect(strip.textContent).toContain('This record has one pending change');
    expect(strip.textContent).toContain('Facility');
    const label = screen.getAllByText('Facility').find((element) => element.tagName === 'DT');
    expect(label?.textContent).toContain('Not on the service yet');
    fireEvent.click(within(strip).getByRole('button', { name: 'Discard' }));
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('What you entered is lost: Facility.');
    fireEvent.click(within(question).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(fake.asked).toContainEqual({ name: 'outbox.discard', input: { number: 1 } }));
  });

  it('links to itself in the outbox, to view or to edit', async () => {
    showApp({ requisitions: [aRequisitionRow({ pending: 'saved' })], waiting: [aWrite()] });
    fireEvent.click(await screen.findByRole('option'));
    fireEvent.click(await screen.findByRole('button', { name: 'Open in Activity' }));
    await waitFor(() => expect(document.activeElement?.tagName).toBe('ARTICLE'));
    fireEvent.click(screen.getByRole('button', { name: 'Open the record' }));
    fireEvent.click(
      within(await screen.findByRole('region', { name: 'Not on the service yet' })).getByRole('button', {
        name: 'Edit',
      }),
    );
    expect(await screen.findByRole('textbox', { name: 'Name' })).toBeDefined();
  });

  it('that is being sent cannot be edited or discarded', async () => {
    showApp({
      requisitions: [aRequisitionRow({ pending: 'sending' })],
      waiting: [aWrite({ state: 'sending' })],
    });
    fireEvent.click(await screen.findByRole('option'));
    const strip = await screen.findByRole('region', { name: 'Not on the service yet' });
    const names = within(strip)
      .getAllByRole('button')
      .map((button) => button.textContent);
    expect(names).toEqual(['Open in Activity']);
  });
});

describe('the read mark', () => {
  it('is set by a press, and opening does not set it', async () => {
    const fake = showApp({ notifications: [aNotificationRow()] });
    fireEvent.click(await screen.findByRole('button', { name: /^Inbox/ }));
    fireEvent.click(await screen.findByRole('option'));
    const press = await screen.findByRole('button', { name: 'Mark as read' });
    expect(marked(fake)).toEqual([]);
    fireEvent.click(press);
    await waitFor(() => expect(marked(fake)).toHaveLength(1));
    expect(marked(fake)[0]).toEqual({ ids: ['notf_1'], read: true });
  });

  it('is set by a key on the current row, but not while the user types', async () => {
    const fake = showApp({ notifications: [aNotificationRow()] });
    fireEvent.click(await screen.findByRole('button', { name: /^Inbox/ }));
    const row = await screen.findByRole('option');
    fireEvent.keyDown(document.body, { key: 'I', shiftKey: true });
    expect(marked(fake)).toEqual([]);
    fireEvent.click(row);
    fireEvent.keyDown(document.body, { key: 'I', shiftKey: true });
    fireEvent.keyDown(document.body, { key: 'U', shiftKey: true });
    await waitFor(() => expect(marked(fake)).toHaveLength(2));
    expect(marked(fake)).toEqual([
      { ids: ['notf_1'], read: true },
      { ids: ['notf_1'], read: false },
    ]);
  });

  it('that was not saved says so until it is dismissed', async () => {
    showApp(
      { notifications: [aNotificationRow()] },
      { 'inbox.markRead': () => Promise.resolve(err('storage-full')) },
    );
    fireEvent.click(await screen.findByRole('button', { name: /^Inbox/ }));
    fireEvent.click(await screen.findByRole('option'));
    fireEvent.click(await screen.findByRole('button', { name: 'Mark as read' }));
    const notification = await screen.findByRole('alert');
    expect(notification.textContent).toContain('The change was not saved. The disk is full.');
    fireEvent.click(within(notification).getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a requisition', () => {
  it('is shared with its patient after a confirmation', async () => {
    const fake = showApp({ requisitions: [aRequisitionRow()] });
    fireEvent.click(await screen.findByRole('option'));
    fireEvent.click(await screen.findByRole('button', { name: 'Share with patient' }));
    const question = await screen.findByRole('alertdialog');
    expect(saved(fake)).toEqual([]);
    fireEvent.click(within(question).getByRole('button', { name: 'Share it' }));
    await waitFor(() => expect(saved(fake)).toHaveLength(1));
    expect(saved(fake)[0]).toMatchObject({ data: { id: 'req_1', share_with_patient: true } });
  });

  it('is marked as reviewed after a confirmation, and only if a review is open', async () => {
    const fake = showApp({ requisitions: [aRequisitionRow({ needsReview: true })] });
    fireEvent.click(await screen.findByRole('option'));
    fireEvent.click(await screen.findByRole('button', { name: 'Mark as reviewed' }));
    const question = await screen.findByRole('alertdialog');
    fireEvent.click(within(question).getByRole('button', { name: 'Mark as reviewed' }));
    await waitFor(() => expect(saved(fake)).toHaveLength(1));
    expect(saved(fake)[0]).toMatchObject({ data: { id: 'req_1', review: { status: 'reviewed' } } });
  });
});
