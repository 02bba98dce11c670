import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { CallInput } from '#contract/api.ts';
import { err, ok } from '#contract/result.ts';
import { announcer } from '#renderer/ui/announcer.ts';
import { sentOrders } from '../../../../support/builders.ts';
import type { TestPage } from '../../../../support/page/page.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';

usePage();

const option = (name: string | RegExp) => screen.findByRole('option', { name });
const key = (name: string, more: object = {}) => fireEvent.keyDown(document.body, { key: name, ...more });
const pendingShares = async (page: TestPage) => {
  const { items } = await page.ask('outbox.list', { limit: 500 });
  return items.filter(({ fields }) => fields.some(({ field }) => field === 'share_with_patient')).length;
};

describe('sharing several requisitions', () => {
  it('shares the selection after a confirmation, and shows the outcome of each; what failed stays selected', async () => {
    let isBroken = true;
    const page = showApp(
      { requisitions: sentOrders(3) },
      {
        'outbox.saveMany': async (input, real) => {
          const saved = await real(input);
          if (!isBroken || !saved.ok) return saved;
          const results = saved.value.results.with(1, err('storage-full'));
          return ok({ results });
        },
      },
    );
    await option(/Requisition 0/);
    key('a', { ctrlKey: true });
    await screen.findByText('3 selected');
    fireEvent.click(screen.getByRole('button', { name: 'Share' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Share 3' }));
    const sheet = await screen.findByRole('dialog', { name: 'Sharing with patients' });
    await within(sheet).findByText('1 failed and stays selected.');
    expect(within(sheet).getAllByText(/Saved; will be sent/)).toHaveLength(2);
    expect(within(sheet).getByText(/The disk is full/)).toBeDefined();
    isBroken = false;
    fireEvent.click(within(sheet).getByRole('button', { name: 'Retry failed' }));
    await waitFor(() => expect(within(sheet).getAllByText(/Saved; will be sent/)).toHaveLength(3));
    const [all, again] = page.inputs('outbox.saveMany') as CallInput<'outbox.saveMany'>[];
    expect(again?.changes).toEqual([all?.changes[1]]);
    fireEvent.click(within(sheet).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByText(/picked$/)).toBeNull());
  });

  it('shows how far sharing is, and stops it: what was not begun says so and stays selected', async () => {
    const second = Promise.withResolvers<void>();
    let calls = 0;
    showApp(
      { requisitions: sentOrders(230) },
      {
        'outbox.saveMany': async (input, real) => {
          calls += 1;
          if (calls === 2) await second.promise;
          return real(input);
        },
      },
    );
    await option(/Requisition 0/);
    key('a', { ctrlKey: true });
    await screen.findByText('230 selected');
    const said = vi.spyOn(announcer, 'say');
    fireEvent.click(screen.getByRole('button', { name: 'Stop sharing' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Stop sharing 230' }));
    const sheet = await screen.findByRole('dialog', { name: 'Removing patient access' });
    await within(sheet).findByText('100 of 230 done');
    expect(within(sheet).getByRole('progressbar', { name: 'Progress' }).getAttribute('value')).toBe('100');
    fireEvent.keyDown(sheet, { key: 'Escape' });
    fireEvent.click(within(sheet).getByRole('button', { name: 'Stop' }));
    await within(sheet).findByRole('button', { name: 'Stopping…' });
    second.resolve();
    const outcome = 'Stopped: 30 were not done and stay selected.';
    await within(sheet).findByText(outcome);
    const notBegun = within(sheet).getAllByText('Not done: stopped');
    expect(notBegun).toHaveLength(30);
    // Their rows are not loaded, so that the id alone is known; it is shown once.
    expect(notBegun.map((state) => state.parentElement?.textContent.match(/req_/gu)?.length)).toEqual(
      notBegun.map(() => 1),
    );
    expect(within(sheet).queryByRole('progressbar')).toBeNull();
    const close = within(sheet).getByRole('button', { name: 'Close' });
    expect(document.activeElement).toBe(close);
    const words = said.mock.calls.map(([, spoken]) => spoken).filter((spoken) => spoken.includes('of 230'));
    expect(words).toEqual([`200 of 230 done ${outcome}`]);
    fireEvent.click(close);
    await screen.findByText('30 selected');
  });

  it('continues what was stopped, from the dialog', async () => {
    const first = Promise.withResolvers<void>();
    const page = showApp(
      { requisitions: sentOrders(120) },
      {
        'outbox.saveMany': async (input, real) => {
          await first.promise;
          return real(input);
        },
      },
    );
    await option(/Requisition 0/);
    key('a', { ctrlKey: true });
    await screen.findByText('120 selected');
    fireEvent.click(screen.getByRole('button', { name: 'Share' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Share 120' }));
    const sheet = await screen.findByRole('dialog', { name: 'Sharing with patients' });
    fireEvent.click(within(sheet).getByRole('button', { name: 'Stop' }));
    first.resolve();
    fireEvent.click(await within(sheet).findByRole('button', { name: 'Continue' }));
    await within(sheet).findByText('120 of 120 done');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Close'));
    expect(within(sheet).queryByText('Not done: stopped')).toBeNull();
    expect(await pendingShares(page)).toBe(120);
  });
});
