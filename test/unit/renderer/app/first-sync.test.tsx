import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { EMPTY_OUTBOX_COUNTS } from '#contract/outbox.ts';
import { err, ok } from '#contract/result.ts';
import { sentOrder, sentOrders } from '../../../support/builders.ts';
import type { Steering } from '../../../support/page/page.ts';
import { showApp, usePage } from '../../../support/page/render.tsx';
import { aHealth, aKindHealth } from '../../../support/values.ts';

usePage();

const KINDS = ['requisition', 'form', 'notification'] as const;
const kindsWith = (own: Partial<ReturnType<typeof aKindHealth>>) =>
  KINDS.map((kind) => aKindHealth({ kind, ...own }));
const beginning = aHealth({ kinds: kindsWith({ state: 'running', lastSuccessAt: null, cached: 0 }) });

const bar = (): string => screen.queryByRole('contentinfo')?.textContent ?? '';
const rail = (): string => screen.getByRole('button', { name: /^Requisitions/ }).textContent ?? '';

/** The page at a first start. Each read of the list waits until the test continues it. */
function showFirstStart(own: Steering = {}) {
  const reads: PromiseWithResolvers<void>[] = [];
  const page = showApp(
    {},
    {
      'sync.health': async () => ok(beginning),
      'worklist.page': async (asked, real) => {
        // The review counts query by conditions; the list itself has none.
        if (asked.terms.length > 0) return real(asked);
        const read = Promise.withResolvers<void>();
        reads.push(read);
        await read.promise;
        return real(asked);
      },
      ...own,
    },
  );
  const answer = async (): Promise<void> => {
    await waitFor(() => expect(reads.length).toBeGreaterThan(0));
    await act(async () => reads.shift()?.resolve());
  };
  return { ...page, reads, answer };
}

describe('a first start', () => {
  it('reports neither an up-to-date state nor an empty account before the list was read after the sync', async () => {
    const { emit, engine, answer } = showFirstStart();
    await answer();
    await screen.findByText('Downloading the first records.');
    expect(rail()).not.toContain('0');
    expect(screen.queryByText('0 requisitions')).toBeNull();

    // The end of the sync is emitted before the list is read again: the order on a busy machine.
    await engine.sweep('requisition', sentOrders(400));
    act(() => emit('health', aHealth({ kinds: kindsWith({ cached: 400 }) })));
    expect(screen.queryByText('This account has no requisitions.')).toBeNull();
    expect(bar()).not.toContain('Up to date');
    expect(bar()).toContain('Loading the list');

    await answer();
    await screen.findByText('400 requisitions');
    expect(bar()).toContain('Up to date');
  });

  it('does not take a list requested before the end of the sync for one from after it', async () => {
    const { emit, answer, reads } = showFirstStart();
    await waitFor(() => expect(reads).toHaveLength(1));
    act(() => emit('health', aHealth()));
    await answer();
    expect(screen.queryByText('This account has no requisitions.')).toBeNull();
    expect(bar()).not.toContain('Up to date');
    await answer();
    await screen.findByText('This account has no requisitions.');
    expect(bar()).toContain('Up to date');
  });

  it('says that the list could not be read rather than that all is up to date', async () => {
    showFirstStart({
      'sync.health': async () => ok(aHealth()),
      'worklist.page': async () => err('engine-down'),
    });
    await waitFor(() => expect(bar()).toContain('Synced, but the list could not be read'));
    expect(bar()).not.toContain('Up to date');
  });
});

describe('a later sync', () => {
  it('is up to date once its rows are on the screen', async () => {
    const { engine } = showApp({ requisitions: sentOrders(2) });
    await screen.findByText('2 requisitions');
    await waitFor(() => expect(bar()).toContain('Up to date'));
    engine.clock.at += 1_000;
    await act(() => engine.sync('requisition', sentOrders(3)));
    await screen.findByText('3 requisitions');
    await waitFor(() => expect(bar()).toContain('Up to date'));
  });
});

describe('an account without records', () => {
  it('offers no row to choose, and does not say that a search hides records', async () => {
    showApp({ screen: 'notifications' });
    await screen.findByText('This account has no notifications.');
    expect(screen.getByText('No record is open.')).toBeDefined();
    expect(screen.queryByText(/^Choose a row/)).toBeNull();
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'ferritin' } });
    await screen.findByText(/^The service has sent no records of this kind/);
    expect(screen.queryByText(/Every record is still here/)).toBeNull();
    expect(screen.queryByText(/^Choose a row/)).toBeNull();
  });
});

describe('a sync while an editor covers the list', () => {
  it.each(['requisitions', 'forms'] as const)(
    'is said to be over, not to load the list of %s',
    async (on) => {
      const { engine } = showApp({ screen: on, requisitions: sentOrders(2) });
      await waitFor(() => expect(bar()).toContain('Up to date'));
      fireEvent.keyDown(window, { key: 'n' });
      await screen.findByRole('heading', { name: on === 'forms' ? 'New form' : 'New requisition' });
      engine.clock.at += 60_000;
      await act(() => engine.sync('requisition', sentOrders(3)));
      await act(() => engine.sync('form', []));
      await act(() => engine.sync('notification', []));
      await waitFor(() => expect(bar()).toContain('Up to date, as of 12 Mar 2026, 12:01'));
    },
  );
});

describe('the outbox in the status bar', () => {
  it('does not say that nothing is pending beside a row that is still being sent', async () => {
    const sharing = {
      operation: 'requisitions.update',
      target: 'req_1',
      data: { share_with_patient: true },
    } as const;
    const { ask, emit, engine } = showApp({
      requisitions: [sentOrder()],
      pending: [{ ...sharing, state: 'sending' }],
    });
    await screen.findByRole('option', { name: /Sending/ });
    act(() => emit('outbox', EMPTY_OUTBOX_COUNTS));
    expect(bar()).not.toContain('No pending changes');
    const [change] = (await ask('outbox.list', {})).items;
    const sent = { number: change?.number ?? 0, data: sharing.data, ending: 'sent' } as const;
    await act(async () => void (await engine.local('closeConfirmedChange', sent)));
    await waitFor(() => expect(bar()).toContain('No pending changes'));
    expect(screen.queryByRole('option', { name: /Sending/ })).toBeNull();
  });
});

describe('a service that is reachable again', () => {
  it('is not reported as having failed the last sync', async () => {
    const kinds = kindsWith({ state: 'failed', error: { code: 'offline' } });
    showApp({}, { 'sync.health': async () => ok(aHealth({ kinds })) });
    await waitFor(() => expect(bar()).toContain('Online'));
    expect(bar()).not.toContain('The last sync failed');
    expect(bar()).toContain('Not synced since the service became available again');
  });
});

describe('a sync of which one part failed', () => {
  it('is reported with the name of that part', async () => {
    const kinds = [
      aKindHealth({ kind: 'form' }),
      aKindHealth({ state: 'failed', error: { code: 'server-error' } }),
    ];
    showApp({}, { 'sync.health': async () => ok(aHealth({ kinds })) });
    await waitFor(() => expect(bar()).toContain('Not synced: Requisitions. Records as of'));
  });
});
