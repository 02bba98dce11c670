import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { err, ok } from '#contract/result.ts';
import { createFailedActionStore } from '#renderer/state/failed-action.ts';
import { sentOrder, visitNotification } from '../../../support/builders.ts';
import { openRow, pressKey } from '../../../support/page/actions.ts';
import { showApp, usePage } from '../../../support/page/render.tsx';

usePage();

const NOT_SAVED = /The change was not saved\./;
const start = { requisitions: [sentOrder({ id: 'req_1', name: 'Ferritin' })] };
const press = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }));

describe('an action that saves no change', () => {
  it('is not called a change that was not saved where a print fails', async () => {
    showApp(start, { 'app.print': async () => ok({ outcome: 'failed' }) });
    await openRow();
    pressKey('p', { ctrlKey: true });
    expect((await screen.findByText(/did not report that it printed/)).textContent).not.toMatch(NOT_SAVED);
  });

  it('is not called a change that was not saved where a window cannot be opened, and its next try clears the message', async () => {
    let isBroken = true;
    showApp(start, {
      'windows.openRecord': async (asked, real) => (isBroken ? err('storage-full') : real(asked)),
    });
    await openRow();
    press('Open in its own window');
    expect((await screen.findByText(/The disk is full/)).textContent).not.toMatch(NOT_SAVED);
    isBroken = false;
    press('Open in its own window');
    await waitFor(() => expect(screen.queryByText(/The disk is full/)).toBeNull());
  });

  it('is said where the rows of a list cannot all be selected', async () => {
    showApp(
      { ...start, screen: 'notifications', notifications: [visitNotification({ title: 'Moved' })] },
      {
        'inbox.page': async (asked, real) => (asked.limit === 500 ? err('timeout') : real(asked)),
      },
    );
    await screen.findByRole('option', { name: /Moved/ });
    pressKey('a', { ctrlKey: true });
    expect(
      (await screen.findByText(/Not all rows could be selected\..*took too long/)).textContent,
    ).not.toMatch(NOT_SAVED);
  });

  it('does not remove the message about a change that was not saved', async () => {
    const page = showApp(start, { 'outbox.save': async () => err('storage-full') });
    await openRow();
    press('Share with patient');
    fireEvent.click(await screen.findByRole('button', { name: 'Share it' }));
    await screen.findByText(NOT_SAVED);
    press('Open in its own window');
    await waitFor(() => expect(page.inputs('windows.openRecord')).toHaveLength(1));
    // The answer is there after the next one.
    await page.bridge.call['windows.getRecord']({});
    expect(screen.getByText(NOT_SAVED)).toBeDefined();
  });

  it('does not remove that message by a print from the button of the record, whose own failure is called none', async () => {
    let outcome: 'printed' | 'failed' = 'printed';
    const page = showApp(start, {
      'outbox.save': async () => err('storage-full'),
      'app.print': async () => ok({ outcome }),
    });
    await openRow();
    press('Share with patient');
    fireEvent.click(await screen.findByRole('button', { name: 'Share it' }));
    await screen.findByText(NOT_SAVED);
    press('Print the record');
    await waitFor(() => expect(page.inputs('app.print')).toHaveLength(1));
    // The answer is there after the next one.
    await page.bridge.call['windows.getRecord']({});
    expect(screen.getByText(NOT_SAVED)).toBeDefined();
    outcome = 'failed';
    press('Print the record');
    expect((await screen.findByText(/did not report that it printed/)).textContent).not.toMatch(NOT_SAVED);
    expect(screen.getByText(NOT_SAVED)).toBeDefined();
  });

  it('does not remove the message about another one', () => {
    const { store, report, dismiss } = createFailedActionStore();
    report('print', { code: 'not-printed' });
    report('recordWindow', null);
    expect(store.getState().failed).toEqual({ action: 'print', error: { code: 'not-printed' } });
    report('print', null);
    expect(store.getState().failed).toBeNull();
    report('chart', { code: 'internal' });
    dismiss();
    expect(store.getState().failed).toBeNull();
  });
});
