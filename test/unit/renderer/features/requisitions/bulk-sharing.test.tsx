import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { CallInput } from '#contract/api.ts';
import { err, ok } from '#contract/result.ts';
import { announcer } from '#renderer/ui/announcer.ts';
import { sentOrder, sentOrders } from '../../../../support/builders.ts';
import type { TestPage } from '../../../../support/page/page.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';

usePage();

const option = (name: string | RegExp) => screen.findByRole('option', { name });
const key = (name: string, more: object = {}) => fireEvent.keyDown(document.body, { key: name, ...more });
const pendingShares = async (page: TestPage) => {
  const { items } = await page.ask('outbox.list', { limit: 500 });
  return items.filter(({ fields }) => fields.some(({ field }) => field === 'share_with_patient')).length;
};

const toast = (): HTMLElement | null => document.querySelector('[data-part="toast"]');
const toSay = async (words: string): Promise<void> =>
  waitFor(() => expect(toast()?.textContent).toContain(words));
const undoButton = () => within(toast() ?? document.body).queryByRole('button', { name: /^Undo/ });

/** Shares all of three requisitions; the result is on screen. */
async function shareThree(own: Parameters<typeof showApp>[1] = {}) {
  const page = showApp({ requisitions: sentOrders(3) }, own);
  await option(/Requisition 0/);
  key('a', { ctrlKey: true });
  await screen.findByText('3 selected');
  fireEvent.click(screen.getByRole('button', { name: 'Share' }));
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain('It can be undone until they are sent.');
  fireEvent.click(within(question).getByRole('button', { name: 'Share 3' }));
  const sheet = await screen.findByRole('dialog', { name: 'Sharing with patients' });
  await within(sheet).findByRole('button', { name: 'Undo' });
  return { page, sheet };
}

/** Shares all of three requisitions, and closes the result. */
async function shareThreeAndClose(own: Parameters<typeof showApp>[1] = {}): Promise<TestPage> {
  const { page, sheet } = await shareThree(own);
  fireEvent.click(within(sheet).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  return page;
}

/** The service receives the first pending shares, this many, and confirms them. */
async function send({ ask, engine }: TestPage, count: number): Promise<void> {
  const { items } = await ask('outbox.list', {});
  for (const { id, number } of items.slice(0, count)) {
    await engine.storeOne('requisition', sentOrder({ id, share_with_patient: true }));
    const data = { share_with_patient: true };
    await engine.local('closeConfirmedChange', { number, data, ending: 'sent' });
  }
}

describe('several requisitions that are shared at once', () => {
  it('are held back, and one Undo takes all of them back', async () => {
    const page = await shareThreeAndClose();
    const [saved] = page.inputs('outbox.saveMany') as CallInput<'outbox.saveMany'>[];
    expect(saved?.changes.map((change) => change?.holdMs)).toEqual([7_000, 7_000, 7_000]);
    await toSay('3 requisitions will be shared with their patients. They wait under Activity until');
    fireEvent.click(undoButton() ?? document.body);
    await waitFor(async () => expect(await pendingShares(page)).toBe(0));
    await waitFor(() => expect(toast()).toBeNull());
  });

  it('are taken back from the result as well, which is closed by that', async () => {
    const { page, sheet } = await shareThree();
    fireEvent.click(within(sheet).getByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await pendingShares(page)).toBe(0));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('say how many of them were sent, and Undo takes the rest back', async () => {
    const page = await shareThreeAndClose();
    await send(page, 1);
    await toSay('1 of 3 was sent already; the patient may have seen it.');
    fireEvent.click(undoButton() ?? document.body);
    await toSay('1 of 3 was sent already; the patient may have seen it. The rest is not shared.');
    expect(undoButton()).toBeNull();
    expect(await pendingShares(page)).toBe(0);
    expect(page.inputs('outbox.discard')).toHaveLength(2);
  });

  it('say after an Undo that came too late for some how many had been sent', async () => {
    const list = vi.fn();
    const page = await shareThreeAndClose({
      'outbox.list': async (input, real) => {
        // They are sent between the press of Undo and the first look at the outbox.
        if (list.mock.calls.length === 0 && input.limit === 1 && isUndoing) {
          list();
          await send(page, 2);
        }
        return real(input);
      },
    });
    let isUndoing = false;
    await toSay('3 requisitions will be shared');
    isUndoing = true;
    fireEvent.click(undoButton() ?? document.body);
    await toSay('2 of 3 were sent already; the patients may have seen them. The rest is not shared.');
    expect(await pendingShares(page)).toBe(0);
  });

  it.each(['on-its-way', 'not-found'] as const)(
    'are taken back also where one of them is %s when its turn comes',
    async (code) => {
      let isSending = false;
      const page = await shareThreeAndClose({
        'outbox.discard': async (input, real) => {
          if (input.number !== 3) return real(input);
          isSending = true;
          return err(code);
        },
        'outbox.list': async (input, real) => {
          const listed = await real(input);
          if (!listed.ok || !isSending) return listed;
          const items = listed.value.items.map((each) =>
            each.number === 3 ? { ...each, state: 'sending' as const } : each,
          );
          return ok({ ...listed.value, items });
        },
      });
      await toSay('3 requisitions will be shared');
      fireEvent.click(undoButton() ?? document.body);
      await toSay('1 of 3 was sent already; the patient may have seen it. The rest is not shared.');
      const numbers = (await page.ask('outbox.list', {})).items.map(({ number }) => number);
      expect(numbers).toEqual([3]);
    },
  );

  it('offer Undo again for one that could not be taken back and still waits, and say why', async () => {
    let isFull = true;
    const page = await shareThreeAndClose({
      'outbox.discard': async (input, real) =>
        isFull && input.number === 3 ? err('storage-full') : real(input),
    });
    await toSay('3 requisitions will be shared');
    fireEvent.click(undoButton() ?? document.body);
    await toSay('One requisition will be shared with its patient.');
    expect(document.body.textContent).toContain('The disk is full');
    expect(await pendingShares(page)).toBe(1);
    isFull = false;
    fireEvent.click(undoButton() ?? document.body);
    await waitFor(async () => expect(await pendingShares(page)).toBe(0));
    await waitFor(() => expect(toast()).toBeNull());
  });

  it('offer no Undo once all were sent', async () => {
    const page = await shareThreeAndClose();
    await send(page, 3);
    await toSay('3 requisitions are shared with their patients on the service.');
    expect(undoButton()).toBeNull();
    key('z', { ctrlKey: true });
    expect(page.inputs('outbox.discard')).toEqual([]);
  });

  it('are not said to have been sent where the user has discarded one under Activity', async () => {
    const page = await shareThreeAndClose();
    const [first] = (await page.ask('outbox.list', {})).items;
    await page.ask('outbox.discard', { number: first?.number ?? 0 });
    await send(page, 1);
    await toSay('1 of 3 was sent already');
    fireEvent.click(undoButton() ?? document.body);
    await toSay('1 of 3 was sent already; the patient may have seen it. The rest is not shared.');
    expect(await pendingShares(page)).toBe(0);
  });
});

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
    expect(within(sheet).getByText('2 of 3 done')).toBeDefined();
    expect(within(sheet).getAllByText(/Saved; will be sent/)).toHaveLength(2);
    expect(within(sheet).getByText(/The disk is full/)).toBeDefined();
    isBroken = false;
    fireEvent.click(within(sheet).getByRole('button', { name: 'Retry failed' }));
    await waitFor(() => expect(within(sheet).getAllByText(/Saved; will be sent/)).toHaveLength(3));
    expect(within(sheet).getByText('3 of 3 done')).toBeDefined();
    const [all, again] = page.inputs('outbox.saveMany') as CallInput<'outbox.saveMany'>[];
    expect(again?.changes).toEqual([all?.changes[1]]);
    expect(toast()?.textContent).toContain('3 requisitions will be shared with their patients');
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
    const sheet = await screen.findByRole('dialog', { name: 'Stopping sharing with patients' });
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
    // What the patients may have seen already is not held back, and has no undo.
    expect(within(sheet).queryByRole('button', { name: 'Undo' })).toBeNull();
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
