import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { PendingState } from '#contract/records.ts';
import { err } from '#contract/result.ts';
import { sentOrder, reviewAsked, visitNotification } from '../../../../support/builders.ts';
import type { PageStart, TestPage } from '../../../../support/page/page.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';

usePage();

const WORDS: Readonly<Record<PendingState, string>> = {
  saved: 'Saved here',
  sending: 'Sending',
  uncertain: 'Not sure',
  'needs-you': 'Needs your decision',
  rejected: 'Not accepted',
};

const saved = (page: TestPage) => page.inputs('outbox.save');
const marked = (page: TestPage) => page.inputs('inbox.markRead');

/** A requisition of which the facility was changed here. */
function changedOrder(state: PendingState): PageStart {
  const data = { service_facility: 'fac_2' };
  const base = { service_facility: '' };
  return {
    requisitions: [sentOrder({ service_facility: '' })],
    pending: [{ operation: 'requisitions.update', target: 'req_1', data, base, state }],
  };
}

describe('an unsent change', () => {
  it('has a label on its row, in any state', async () => {
    const states = Object.keys(WORDS) as PendingState[]; // the keys of the object above
    showApp({
      requisitions: states.map((state) => sentOrder({ id: `req_${state}`, name: state })),
      pending: states.map((state) => ({
        operation: 'requisitions.update',
        target: `req_${state}`,
        data: { share_with_patient: true },
        state,
      })),
    });
    for (const state of states) {
      const row = await screen.findByRole('option', { name: new RegExp(`(^|\\W)${state}\\b`) });
      expect(row.textContent).toContain(WORDS[state]);
    }
  });

  it('is listed above its record and marks the field that it changes', async () => {
    const page = showApp(changedOrder('saved'));
    fireEvent.click(await screen.findByRole('option'));
    const strip = await screen.findByRole('region', { name: 'Not on the service yet' });
    expect(strip.textContent).toContain('This record has one pending change');
    expect(strip.textContent).toContain('Facility');
    const label = screen.getAllByText('Facility').find((element) => element.tagName === 'DT');
    expect(label?.textContent).toContain('Not on the service yet');
    fireEvent.click(within(strip).getByRole('button', { name: 'Discard' }));
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain(
      'What you entered is discarded: Facility. Right afterwards you can still undo that.',
    );
    fireEvent.click(within(question).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Not on the service yet' })).toBeNull());
    expect((await page.ask('outbox.closed', {})).items).toMatchObject([{ number: 1, ending: 'discarded' }]);
  });

  it('links to itself in the outbox, to view or to edit', async () => {
    const rename = {
      operation: 'requisitions.update',
      target: 'req_1',
      data: { name: 'Blood count' },
    } as const;
    showApp({ requisitions: [sentOrder()], pending: [rename] });
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
    showApp(changedOrder('sending'));
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
    const page = showApp({ screen: 'notifications', notifications: [visitNotification()] });
    fireEvent.click(await screen.findByRole('option'));
    const press = await screen.findByRole('button', { name: 'Mark as read' });
    expect(marked(page)).toEqual([]);
    fireEvent.click(press);
    await waitFor(() => expect(marked(page)).toHaveLength(1));
    expect(marked(page)[0]).toEqual({ ids: ['notf_1'], read: true });
  });

  it('is set by a key on the current row, but not while the user types', async () => {
    const page = showApp({ screen: 'notifications', notifications: [visitNotification()] });
    const row = await screen.findByRole('option');
    fireEvent.keyDown(document.body, { key: 'I', shiftKey: true });
    expect(marked(page)).toEqual([]);
    fireEvent.click(row);
    fireEvent.keyDown(document.body, { key: 'I', shiftKey: true });
    fireEvent.keyDown(document.body, { key: 'U', shiftKey: true });
    await waitFor(() => expect(marked(page)).toHaveLength(2));
    expect(marked(page)).toEqual([
      { ids: ['notf_1'], read: true },
      { ids: ['notf_1'], read: false },
    ]);
  });

  it('that was not saved says so until it is dismissed', async () => {
    showApp(
      { screen: 'notifications', notifications: [visitNotification()] },
      { 'inbox.markRead': async () => err('storage-full') },
    );
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
    const page = showApp({ requisitions: [sentOrder()] });
    fireEvent.click(await screen.findByRole('option'));
    fireEvent.click(await screen.findByRole('button', { name: 'Share with patient' }));
    const question = await screen.findByRole('alertdialog');
    expect(saved(page)).toEqual([]);
    fireEvent.click(within(question).getByRole('button', { name: 'Share it' }));
    await waitFor(() => expect(saved(page)).toHaveLength(1));
    expect(saved(page)[0]).toMatchObject({ data: { id: 'req_1', share_with_patient: true } });
  });

  it('is reviewed at once, beside the open review, where it is not known who the user is', async () => {
    const page = showApp({ requisitions: [sentOrder(reviewAsked())] });
    fireEvent.click(await screen.findByRole('option'));
    fireEvent.click(await screen.findByRole('button', { name: /^Add a review/ }));
    await waitFor(() => expect(saved(page)).toHaveLength(1));
    expect(saved(page)[0]).toMatchObject({ data: { id: 'req_1', review: { status: 'reviewed' } } });
  });
});
