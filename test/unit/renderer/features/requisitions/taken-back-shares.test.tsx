import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { isId } from '#contract/records.ts';
import { err } from '#contract/result.ts';
import { sentOrder, sentOrders } from '../../../../support/builders.ts';
import { pendingChanges, toSeen, UPDATE } from '../../../../support/page/activity.ts';
import type { TestPage } from '../../../../support/page/page.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';

usePage();

const key = (name: string, more: object = {}) => fireEvent.keyDown(document.body, { key: name, ...more });
const toast = (): HTMLElement | null => document.querySelector('[data-part="toast"]');
const toSay = async (words: string): Promise<void> =>
  waitFor(() => expect(toast()?.textContent).toContain(words));
const undoButton = () => within(toast() ?? document.body).queryByRole('button', { name: /^Undo/ });
const pressUndo = (): void => void fireEvent.click(undoButton() ?? document.body);
const type = (label: string, value: string): void =>
  void fireEvent.change(screen.getAllByLabelText(label)[0] ?? document.body, { target: { value } });

/** The input of the call that reads one pending change by its number. */
const readOf = (number: number) => ({ after: number - 1, limit: 1 });

/** The pending values of the share, by requisition. */
async function pendingShares(page: TestPage): Promise<readonly (readonly [string, string])[]> {
  const changes = await pendingChanges(page);
  return changes.flatMap(({ id, fields }) =>
    fields.flatMap(({ field, mine }) => (field === 'share_with_patient' ? [[id, mine] as const] : [])),
  );
}

/** Runs a bulk action for the whole selection; its result is on screen. */
async function actOnSelection(name: 'Share' | 'Stop sharing', count: number): Promise<HTMLElement> {
  fireEvent.click(await screen.findByRole('button', { name }));
  fireEvent.click(
    await screen.findByRole('button', { name: count === 1 ? `${name} it` : `${name} ${count}` }),
  );
  const sheet = await screen.findByRole('dialog');
  await waitFor(() => expect(within(sheet).getAllByText(/Saved; will be sent/)).toHaveLength(count));
  return sheet;
}

async function close(sheet: HTMLElement): Promise<void> {
  fireEvent.click(within(sheet).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

async function selectAll(count: number): Promise<void> {
  await screen.findByRole('option', { name: /Requisition 0/ });
  key('a', { ctrlKey: true });
  await screen.findByText(`${count} selected`);
}

/** Shares all requisitions of a list, and closes the result. */
async function shareAll(
  count: number,
  start: Parameters<typeof showApp>[0] = {},
  own: Parameters<typeof showApp>[1] = {},
): Promise<TestPage> {
  const page = showApp({ requisitions: sentOrders(count), ...start }, own);
  await selectAll(count);
  await close(await actOnSelection('Share', count));
  await toSay(`${count} requisitions will be shared with their patients.`);
  return page;
}

/** The service refuses a pending change. */
async function refuse({ engine }: TestPage, number: number): Promise<void> {
  const data = { share_with_patient: true };
  await engine.local('storeAttempt', {
    number,
    data,
    rest: { state: 'rejected', error: { code: 'rejected' } },
  });
}

/** The service receives pending shares and confirms them. */
async function send({ engine }: TestPage, changes: readonly { id: string; number: number }[]): Promise<void> {
  const data = { share_with_patient: true };
  for (const { id, number } of changes) {
    await engine.storeOne('requisition', sentOrder({ id, ...data }));
    await engine.local('closeConfirmedChange', { number, data, ending: 'sent' });
  }
}

describe('sharing that is stopped for all of several requisitions before it was sent', () => {
  it('leaves no share, no message that they will be shared, and no undo of the share in its result', async () => {
    const page = await shareAll(3);
    await selectAll(3);
    const sheet = await actOnSelection('Stop sharing', 3);
    await waitFor(() => expect(toast()).toBeNull());
    expect(within(sheet).queryByRole('button', { name: 'Undo' })).toBeNull();
    expect((await pendingShares(page)).map(([, mine]) => mine)).toEqual(['false', 'false', 'false']);
  });

  it('offers no undo of the share in its result before the outbox was read again', async () => {
    const state = { isBroken: false };
    const page = await shareAll(
      3,
      {},
      { 'outbox.list': async (input, real) => (state.isBroken ? err('engine-down') : real(input)) },
    );
    const [first] = await pendingChanges(page);
    // The share is merged with another field, so that the change which stops it keeps its number.
    await page.ask('outbox.save', {
      operation: 'requisitions.update',
      data: { id: first?.id ?? '', name: 'Requisition 0, new' },
    });
    await toSay('3 requisitions will be shared');
    state.isBroken = true;
    await selectAll(3);
    const sheet = await actOnSelection('Stop sharing', 3);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Close'));
    expect(within(sheet).queryByRole('button', { name: 'Undo' })).toBeNull();
    expect((await pendingShares(page)).map(([, mine]) => mine)).toEqual(['false', 'false', 'false']);
    expect((await pendingChanges(page))[0]?.number).toBe(first?.number);
  });

  it('stays stopped after Undo, also for one that the service shares already', async () => {
    const shared = sentOrders(3).map((order) => ({ ...order, share_with_patient: true }));
    const page = await shareAll(3, { requisitions: shared });
    await selectAll(3);
    await close(await actOnSelection('Stop sharing', 3));
    await waitFor(() => expect(toast()).toBeNull());
    key('z', { ctrlKey: true });
    await toSay('There is nothing to undo.');
    expect((await pendingShares(page)).map(([, mine]) => mine)).toEqual(['false', 'false', 'false']);
    expect(page.inputs('outbox.discard')).toEqual([]);
  });
});

it('an Undo of several leaves no view in the access log: nobody has opened the requisitions', async () => {
  const page = await shareAll(3);
  await page.engine.openAccessLog();
  pressUndo();
  await waitFor(async () => expect(await pendingChanges(page)).toEqual([]));
  const { items } = await page.ask('accessLog.list', { filter: {} });
  expect(items.filter(({ what }) => what === 'edit')).toHaveLength(3);
  expect(items.filter(({ what }) => what === 'view')).toEqual([]);
});

it('sharing that is stopped for one of three leaves two in the message, and Undo takes those back', async () => {
  const page = await shareAll(3);
  fireEvent.click(await screen.findByRole('option', { name: /Requisition 0/ }), { ctrlKey: true });
  await screen.findByText('1 selected');
  await close(await actOnSelection('Stop sharing', 1));
  await toSay('2 requisitions will be shared with their patients.');
  pressUndo();
  await waitFor(async () => expect(await pendingChanges(page)).toHaveLength(1));
  await waitFor(() => expect(toast()).toBeNull());
  expect((await pendingShares(page)).map(([, mine]) => mine)).toEqual(['false']);
});

it('a share that was edited so that it stops sharing is not discarded by Undo, and is not spoken of', async () => {
  const page = await shareAll(3);
  const [first] = await pendingChanges(page);
  await page.ask('outbox.edit', { ...toSeen(first), data: { share_with_patient: false } });
  await toSay('2 requisitions will be shared with their patients.');
  pressUndo();
  await waitFor(async () => expect(await pendingChanges(page)).toHaveLength(1));
  await waitFor(() => expect(toast()).toBeNull());
  // The shares are taken back from the last one to the first, so the first one is already done when the last one is taken back.
  await waitFor(() => expect(page.inputs('outbox.list')).toContainEqual(readOf(first?.number ?? 0)));
  expect(await pendingShares(page)).toEqual([[first?.id, 'false']]);
  expect(page.inputs('outbox.discard')).toHaveLength(2);
});

it('a single share that was edited so that it stops sharing has no message and no undo any more', async () => {
  const page = showApp({ requisitions: [sentOrder()] });
  fireEvent.click(await screen.findByRole('option'));
  fireEvent.click(await screen.findByRole('button', { name: 'Share with patient' }));
  const question = await screen.findByRole('alertdialog');
  fireEvent.click(within(question).getByRole('button', { name: /^Share/ }));
  await toSay('will be shared with its patient.');
  const [change] = await pendingChanges(page);
  await page.ask('outbox.edit', { ...toSeen(change), data: { share_with_patient: false } });
  await waitFor(() => expect(toast()).toBeNull());
  key('z', { ctrlKey: true });
  expect(page.inputs('outbox.discard')).toEqual([]);
});

it('an Undo of several says how many were sent, and that one was refused and can still be sent', async () => {
  const page = await shareAll(5);
  const changes = await pendingChanges(page);
  await refuse(page, changes[2]?.number ?? 0);
  await send(page, changes.slice(0, 2));
  await toSay('2 of 5 were sent already');
  pressUndo();
  await toSay(
    '2 of 5 were sent already; the patients may have seen them. One of them could not be taken back: it was refused',
  );
  expect(toast()?.textContent).not.toContain('The rest is not shared');
  expect(await pendingChanges(page)).toMatchObject([{ number: changes[2]?.number, state: 'rejected' }]);
});

it('an Undo of several that is pressed again no longer says why it failed before', async () => {
  let isFull = true;
  const page = await shareAll(
    3,
    {},
    {
      'outbox.discard': async (input, real) =>
        isFull && input.number === 2 ? err('storage-full') : real(input),
    },
  );
  pressUndo();
  await screen.findByText(/The disk is full/);
  await waitFor(() => expect(undoButton()).not.toBeNull());
  isFull = false;
  pressUndo();
  await waitFor(async () => expect(await pendingChanges(page)).toEqual([]));
  await waitFor(() => expect(screen.queryByText(/The disk is full/)).toBeNull());
});

it('a share after more than 10,000 other changes is not taken for sent, and can be undone', async () => {
  const page = showApp({ requisitions: sentOrders(3) });
  await screen.findByRole('option', { name: /Requisition 0/ });
  for (const part of [0, 1, 2]) {
    const ids = Array.from({ length: 4_000 }, (_, index) => `notf_${part * 4_000 + index}`);
    const notifications = ids
      .filter((id) => isId('notification', id))
      .map((id) => ({ id, title: 'Result', isRead: false, waiting: [] }));
    await page.engine.local('saveReadFlags', { notifications, read: true, userId: 'user_me' });
  }
  await selectAll(3);
  await close(await actOnSelection('Share', 3));
  await toSay('3 requisitions will be shared with their patients.');
  // Another change makes the page look again which changes were sent.
  const looks = page.inputs('outbox.list').length;
  await page.engine.addPendingChange({ ...UPDATE, target: 'req_9', data: { name: 'Ferritin' } });
  await waitFor(() => expect(page.inputs('outbox.list').length).toBeGreaterThan(looks));
  await toSay('3 requisitions will be shared with their patients.');
  pressUndo();
  await waitFor(() => expect(page.inputs('outbox.discard')).toHaveLength(3));
}, 240_000);

it('an edit that stops a share which waits offers no Undo: that would not bring the share back', async () => {
  const waiting = { data: { share_with_patient: true }, base: { share_with_patient: false } };
  const page = showApp({ requisitions: [sentOrder()], pending: [{ ...UPDATE, ...waiting }] });
  fireEvent.click(await screen.findByRole('option'));
  const [edit] = await screen.findAllByRole('button', { name: 'Edit' });
  fireEvent.click(edit ?? document.body);
  await screen.findByRole('heading', { name: 'Edit requisition' });
  fireEvent.click(screen.getByText('Do not share it'));
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await toSay('is saved on this computer.');
  expect(undoButton()).toBeNull();
  expect((await pendingShares(page)).map(([, mine]) => mine)).toEqual(['false']);
});

describe('a new requisition that is shared as it is saved', () => {
  async function orderShared(): Promise<TestPage> {
    const page = showApp({ requisitions: [sentOrder({ name: 'Complete blood count' })] });
    await screen.findByRole('option');
    key('n');
    await screen.findByRole('heading', { name: 'New requisition' });
    type('Patient', 'user_patient1');
    type('Ordering provider', 'user_doctor1');
    type('Name', 'Ferritin');
    fireEvent.click(screen.getByText('Share it with the patient'));
    fireEvent.keyDown(screen.getAllByLabelText('Name')[0] ?? document.body, { key: 's', ctrlKey: true });
    const question = await screen.findByRole('alertdialog');
    fireEvent.click(within(question).getByRole('button', { name: 'Save and share it' }));
    await toSay('The requisition Ferritin is saved on this computer.');
    expect((await pendingShares(page)).map(([, mine]) => mine)).toEqual(['true']);
    return page;
  }

  it('offers to undo the share until it is sent, and is then ordered without it', async () => {
    const page = await orderShared();
    fireEvent.click(await screen.findByRole('button', { name: 'Undo sharing' }));
    await waitFor(async () => expect(await pendingShares(page)).toEqual([]));
    expect(await pendingChanges(page)).toMatchObject([{ operation: 'requisitions.create', state: 'saved' }]);
    await screen.findByRole('button', { name: 'Share with patient' });
  });

  it('is ordered unshared where the editor takes the share back before it is sent', async () => {
    const page = await orderShared();
    // The first one is that of the record; a pending change has one too.
    const [edit] = await screen.findAllByRole('button', { name: 'Edit' });
    fireEvent.click(edit ?? document.body);
    await screen.findByRole('heading', { name: 'Edit requisition' });
    fireEvent.click(screen.getByText('Do not share it'));
    fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(async () => expect((await pendingShares(page)).map(([, mine]) => mine)).toEqual(['false']));
    expect(await pendingChanges(page)).toMatchObject([{ operation: 'requisitions.create', state: 'saved' }]);
  });
});
