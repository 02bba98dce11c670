import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { FINE_LOCAL_STORE_HEALTH } from '#contract/outbox.ts';
import type { Health } from '#contract/sync-health.ts';
import { err, ok } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import { switchPageToLocale } from '#renderer/text/text.ts';
import { publishedForm, sentOrder, NEW_ORDER } from '../../../../support/builders.ts';
import { openActivity, pendingChanges, RENAME, UPDATE } from '../../../../support/page/activity.ts';
import { usePage } from '../../../../support/page/render.tsx';
import { localId, type PendingChangeInput } from '../../../../support/pending.ts';
import { aHealth, aKindHealth } from '../../../../support/values.ts';

usePage();
afterEach(async () => act(async () => switchPageToLocale('en-GB')));

const NEW = localId('requisition');
/** A pending change of another record. */
const other: PendingChangeInput = { ...RENAME, target: 'req_9' };

describe('the outbox', () => {
  it('says so if nothing is pending, and not what the service has', async () => {
    await openActivity();
    await screen.findByText('Nothing needs your decision.');
    expect(screen.getByText('Nothing waits to be sent.')).toBeDefined();
    expect(screen.queryByText(/on the service\./)).toBeNull();
    expect(screen.getByText(/No change has been sent from this computer yet/)).toBeDefined();
    expect(screen.queryByRole('heading', { name: /Quarantined/ })).toBeNull();
    expect(document.title).toBe('Activity – Intray');
  });

  it('says an error of all requests once, and that of one kind of record beside it', async () => {
    const refused = { state: 'failed', error: { code: 'unauthorised' } } as const;
    const kinds = [
      aKindHealth({ kind: 'requisition', ...refused }),
      aKindHealth({ kind: 'form', ...refused }),
      aKindHealth({ kind: 'notification', state: 'failed', error: { code: 'bad-payload' } }),
    ];
    const page = await openActivity();
    await screen.findByText('Nothing waits to be sent.');
    act(() => page.emit('health', aHealth({ connection: 'signed-out', error: refused.error, kinds })));
    expect(await screen.findAllByText(/Enter new tokens to go on syncing\./)).toHaveLength(1);
    expect(screen.getAllByText(/a response that Intray cannot read/)).toHaveLength(1);
  });

  it('shows the pending changes in order, and what each waits for', async () => {
    await openActivity({
      pending: [
        { operation: 'requisitions.create', target: NEW, data: NEW_ORDER.data, state: 'uncertain' },
        { ...RENAME, target: NEW, error: { code: 'offline' } },
      ],
    });
    const [first, second] = await screen.findAllByRole('article');
    expect(first?.textContent).toContain('Not sure');
    expect(first?.textContent).toContain('keeps checking and does not send it twice');
    expect(second?.textContent).toContain('Saved here');
    expect(second?.textContent).toContain('Will be sent after no. 1');
    expect(second?.textContent).toContain('cannot be reached. What is on this computer stays readable.');
  });

  it('shows a change that a link leads to however far down it is, and again by the same link', async () => {
    const pending = Array.from({ length: 120 }, (_, index) => ({
      ...RENAME,
      target: `req_${index + 1}`,
      label: `Order ${index + 1}`,
    }));
    const page = await openActivity({ pending });
    await screen.findByText('Order 100');
    expect(screen.queryByText('Order 110')).toBeNull();
    const follow = (): void =>
      act(() => page.emit('showPlace', { to: 'change', number: 110, purpose: 'see' }));
    const focused = (): string => document.activeElement?.closest('article')?.textContent ?? '';
    follow();
    await waitFor(() => expect(focused()).toContain('Order 110'));
    act(() => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined));
    expect(focused()).toBe('');
    follow();
    await waitFor(() => expect(focused()).toContain('Order 110'));
  });

  it('says of a change that this computer never tried to send where it comes from, and of no other', async () => {
    const create = { operation: 'requisitions.create', data: NEW_ORDER.data, state: 'uncertain' } as const;
    await openActivity({
      pending: [
        { ...create, target: NEW },
        { ...create, target: localId('requisition', 2), triedAt: toEpochMs(1), attempts: 1 },
      ],
    });
    const [imported, tried] = await screen.findAllByRole('article');
    expect(imported?.textContent).toContain('came from a restored or imported file');
    expect(imported?.textContent).not.toContain('did not respond');
    expect(tried?.textContent).toContain('did not respond');
  });

  it('says in the chosen language why the last attempt failed', async () => {
    await openActivity({ pending: [{ ...RENAME, error: { code: 'offline' } }] });
    const card = await screen.findByRole('article');
    await act(async () => switchPageToLocale('de-AT'));
    expect(card.textContent).toContain('Der Dienst ist nicht erreichbar.');
  });

  it('shows what has changed since the user decided, and sends the change or discards it', async () => {
    const page = await openActivity({
      pending: [
        {
          ...UPDATE,
          state: 'needs-you',
          question: 'changed',
          data: { share_with_patient: true },
          base: { share_with_patient: false, order_details: 'Fasting' },
          theirs: { order_details: 'Not fasting' },
        },
      ],
    });
    const card = await screen.findByRole('article');
    expect(card.textContent).toContain('has changed on the service since you decided');
    expect(card.textContent).toMatch(
      /Order details\s*When you last viewed it\s*Fasting\s*On the service now\s*Not fasting/,
    );
    expect(card.textContent).toMatch(/Shared with patient\s*Yours\s*Yes/);
    expect(within(card).getByRole('button', { name: 'Discard' })).toBeDefined();
    fireEvent.click(within(card).getByRole('button', { name: 'Send anyway' }));
    await waitFor(async () =>
      expect(await pendingChanges(page)).toMatchObject([{ state: 'saved', question: null }]),
    );
  });

  it('says of no value that it is the user’s where all of a new record is', async () => {
    await openActivity({
      pending: [{ operation: 'requisitions.create', target: NEW, data: NEW_ORDER.data, state: 'rejected' }],
    });
    const card = await screen.findByRole('article');
    expect(card.textContent).toContain('Patient');
    expect(card.textContent).not.toContain('Yours');
  });

  it('says that a change whose response was lost may have arrived, there and before it is discarded', async () => {
    await openActivity({ pending: [{ ...RENAME, evidence: { mayHaveLeft: true }, attempts: 1 }] });
    const card = await screen.findByRole('article');
    expect(card.textContent).toContain('It may have arrived');
    fireEvent.click(within(card).getByRole('button', { name: 'Discard' }));
    expect((await screen.findByRole('alertdialog')).textContent).toContain('stays there');
  });

  it('shows closed changes with their outcome, and records that were not applied with the reason', async () => {
    const { engine } = await openActivity({ forms: [publishedForm({ id: '../etc' })] });
    const end = async (change: PendingChangeInput, ending: 'sent' | 'gave-way'): Promise<void> => {
      const number = await engine.addPendingChange(change);
      await engine.local('closeConfirmedChange', { number, data: change.data ?? {}, ending });
    };
    await end(RENAME, 'sent');
    await end({ operation: 'forms.publish', target: 'form_1' }, 'gave-way');
    await screen.findByText('On the service');
    expect(screen.getByText('The service’s value was kept')).toBeDefined();
    expect(screen.getByText(/Publishing a form/)).toBeDefined();
    const aside = screen.getByRole('region', { name: /Quarantined/ });
    expect(aside.textContent).toContain('Its id cannot be used');
    expect(aside.textContent).toContain('../etc');
  });

  it('keeps its content when it cannot be read, and says so', async () => {
    let isBroken = true;
    const page = await openActivity(
      { pending: [RENAME] },
      { 'outbox.list': async (input, real) => (isBroken ? err('engine-down') : real(input)) },
    );
    const notification = await screen.findByRole('alert');
    expect(notification.textContent).toContain('They are still stored on this computer.');
    isBroken = false;
    fireEvent.click(within(notification).getByRole('button', { name: 'Try again' }));
    await screen.findByRole('article');
    expect(page.inputs('outbox.list').length).toBeGreaterThan(1);
  });

  it('shows the state of each kind: the learned order, what is behind and why', async () => {
    const kinds = [aKindHealth({ order: 'mixed', suspected: 3, state: 'incomplete' })];
    await openActivity({}, { 'sync.health': () => Promise.resolve(ok(aHealth({ kinds, account: null }))) });
    await screen.findByText('No fixed order');
    // "Order" alone is an order for a patient.
    expect(screen.getByRole('columnheader', { name: 'As the service sorts them' })).toBeDefined();
    expect(screen.getByText(/3 records were not in the last full sync/)).toBeDefined();
    expect(screen.getByText(/did not receive all records/)).toBeDefined();
  });

  it.each([
    ['offline', 'the service cannot be reached.'],
    ['trouble', 'the service asked for a pause or failed too often.'],
  ] as const)('says why the next try is later: %s', async (connection, why) => {
    const health = aHealth({ connection, pausedUntil: toEpochMs(Date.now() + 60_000), account: null });
    await openActivity({}, { 'sync.health': () => Promise.resolve(ok(health)) });
    expect((await screen.findByText(/^Next try at/)).textContent).toMatch(new RegExp(`: ${why}$`));
  });

  it('reports one recovered change as one', async () => {
    const localStore = { state: 'recovered', carried: 1, lost: 0 } as const;
    await openActivity(
      {},
      { 'sync.health': () => Promise.resolve(ok(aHealth({ localStore, account: null }))) },
    );
    const words = /One pending change was recovered\. No pending change was lost\./;
    expect(await screen.findByText(words)).toBeDefined();
  });

  it('reports the state of the local store, here and above every screen', async () => {
    const app = { state: 'recovered', carried: 12, lost: 1, incomplete: ['drafts', 'views'] } as const;
    await openActivity(
      {},
      { 'sync.health': () => Promise.resolve(ok(aHealth({ localStore: app, account: null }))) },
    );
    const words = /12 pending changes were recovered\. One .* is lost\. .*: drafts, saved views\./;
    await screen.findByText(words);
    fireEvent.click(screen.getByRole('button', { name: /^Forms/ }));
    fireEvent.click(await screen.findByRole('button', { name: 'Open Activity' }));
    expect(await screen.findByText(words)).toBeDefined();
  });

  it('says what was lost until the user has said that it was read, and why that could not be noted', async () => {
    let localStore: Health['localStore'] = { state: 'recovered', carried: 2, lost: 1 };
    let isFull = true;
    const page = await openActivity(
      {},
      {
        'sync.health': () => Promise.resolve(ok(aHealth({ localStore, account: null }))),
        'outbox.dismissLoss': async () => {
          if (isFull) return err('storage-full');
          localStore = FINE_LOCAL_STORE_HEALTH;
          return ok({});
        },
      },
    );
    const button = await screen.findByRole('button', { name: 'I have read this' });
    fireEvent.click(button);
    await screen.findByText(/disk is full/);
    isFull = false;
    fireEvent.click(button);
    await waitFor(() => expect(page.inputs('outbox.dismissLoss')).toHaveLength(2));
    act(() => page.emit('health', aHealth({ localStore: FINE_LOCAL_STORE_HEALTH, account: null })));
    await waitFor(() => expect(screen.queryByText(/2 pending changes were recovered/)).toBeNull());
  });
});

describe('editing a pending change from another screen', () => {
  const renamed: PendingChangeInput = { ...RENAME, data: { name: 'B' }, base: { name: 'A' } };
  const order = sentOrder({ name: 'A' });
  const editInStrip = async (): Promise<HTMLElement> =>
    within(await screen.findByRole('region', { name: 'Not on the service yet' })).findByRole('button', {
      name: 'Edit',
    });

  it('opens the editor though the list was loaded earlier', async () => {
    const page = await openActivity({ requisitions: [order], pending: [other] });
    await screen.findByRole('article');
    fireEvent.click(screen.getByRole('button', { name: /^Requisitions/ }));
    await page.engine.addPendingChange(renamed);
    fireEvent.click(await screen.findByRole('option', { name: /\bB\b/ }));
    fireEvent.click(await editInStrip());
    expect(await screen.findByLabelText('Name')).toHaveProperty('value', 'B');
  });

  it('keeps the input when the screen changes', async () => {
    await openActivity({ requisitions: [order], pending: [renamed] });
    fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'typed and not saved' } });
    fireEvent.click(screen.getByRole('button', { name: /^Requisitions/ }));
    fireEvent.click(screen.getByRole('button', { name: /^Activity/ }));
    expect(await screen.findByLabelText('Name')).toHaveProperty('value', 'typed and not saved');
  });

  it('says that there is nothing to edit if the change is gone', async () => {
    const page = await openActivity({ requisitions: [order], pending: [other] });
    await screen.findByRole('article');
    fireEvent.click(screen.getByRole('button', { name: /^Requisitions/ }));
    const number = await page.engine.addPendingChange(renamed);
    fireEvent.click(await screen.findByRole('option', { name: /\bB\b/ }));
    const edit = await editInStrip();
    await page.engine.local('closeConfirmedChange', { number, data: { name: 'B' }, ending: 'sent' });
    fireEvent.click(edit);
    expect(await screen.findByText(/no longer in the outbox/)).toBeDefined();
  });
});
