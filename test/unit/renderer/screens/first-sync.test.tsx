import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { NO_OUTBOX } from '#contract/outbox.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { epochMs } from '#contract/time.ts';
import type { WorklistRow } from '#contract/requisitions.ts';
import type { Calls } from '#renderer/state/bridge.ts';
import { aHealth, aKindHealth, aRequisitionRow, NOON, requisitionRows } from '../support/builders.ts';
import { showApp, usePage } from '../support/render.tsx';

usePage();

type Page = Result<{ items: WorklistRow[]; next: string | null }>;

// A list pauses between two reads; a busy machine takes longer.
const PATIENCE = { timeout: 10_000 };
const KINDS = ['requisition', 'form', 'notification'] as const;
const kindsWith = (own: Partial<ReturnType<typeof aKindHealth>>) =>
  KINDS.map((kind) => aKindHealth({ kind, ...own }));
const beginning = aHealth({ kinds: kindsWith({ state: 'running', lastSuccessAt: null, cached: 0 }) });

const bar = (): string => document.querySelector('[data-pane="status"]')?.textContent ?? '';
const rail = (): string => document.querySelector('[data-place="requisitions"]')?.textContent ?? '';

/** The page at a first start. Each read of the list waits until the test responds. */
function showFirstStart(own: Partial<Calls> = {}) {
  const pages: PromiseWithResolvers<Page>[] = [];
  let all = 0;
  const fake = showApp(
    {},
    {
      'sync.health': () => Promise.resolve(ok(beginning)),
      'worklist.page': ({ terms }) => {
        // The review counts query by conditions; the list itself has none.
        if (terms.length > 0) return Promise.resolve(ok({ items: [], next: null }));
        const page = Promise.withResolvers<Page>();
        pages.push(page);
        return page.promise;
      },
      'worklist.counts': () =>
        Promise.resolve(ok({ draft: 0, sent: all, results_received: 0, needs_review: 0, unknown: 0, all })),
      ...own,
    },
  );
  const answer = async (rows: readonly WorklistRow[]): Promise<void> => {
    await waitFor(() => expect(pages.length).toBeGreaterThan(0), PATIENCE);
    await act(async () => pages.shift()?.resolve(ok({ items: [...rows], next: null })));
  };
  return {
    ...fake,
    pages,
    answer,
    setAll: (count: number): void => {
      all = count;
    },
  };
}

describe('a first start', () => {
  it('reports neither an up-to-date state nor an empty account before the list was read after the sync', async () => {
    const { emit, answer, setAll } = showFirstStart();
    await answer([]);
    await screen.findByText('Downloading the first records.');
    expect(rail()).not.toContain('0');
    expect(screen.queryByText('0 requisitions')).toBeNull();

    // The end of the sync is emitted before the list is read again: the order on a busy machine.
    setAll(400);
    act(() => emit('health', aHealth({ kinds: kindsWith({ cached: 400 }) })));
    expect(screen.queryByText('This account has no requisitions.')).toBeNull();
    expect(bar()).not.toContain('Up to date');
    expect(bar()).toContain('Loading the list');

    await answer(requisitionRows(400));
    await screen.findByText('400 requisitions', undefined, PATIENCE);
    expect(bar()).toContain('Up to date');
  });

  it('does not take a list requested before the end of the sync for one from after it', async () => {
    const { emit, answer, pages } = showFirstStart();
    await waitFor(() => expect(pages).toHaveLength(1));
    act(() => emit('health', aHealth()));
    await answer([]);
    expect(screen.queryByText('This account has no requisitions.')).toBeNull();
    expect(bar()).not.toContain('Up to date');
    await answer([]);
    await screen.findByText('This account has no requisitions.', undefined, PATIENCE);
    expect(bar()).toContain('Up to date');
  });

  it('says that the list could not be read rather than that all is up to date', async () => {
    showFirstStart({
      'sync.health': () => Promise.resolve(ok(aHealth())),
      'worklist.page': () => Promise.resolve(err('engine-down')),
    });
    await waitFor(() => expect(bar()).toContain('Synced, but the list could not be read'), PATIENCE);
    expect(bar()).not.toContain('Up to date');
  });
});

describe('a later sync', () => {
  it('is up to date once its rows are on the screen', async () => {
    const { app, emit } = showApp({ requisitions: requisitionRows(2) });
    await screen.findByText('2 requisitions');
    await waitFor(() => expect(bar()).toContain('Up to date'), PATIENCE);
    app.requisitions = requisitionRows(3);
    act(() => emit('health', aHealth({ kinds: kindsWith({ lastSuccessAt: epochMs(NOON + 1_000) }) })));
    expect(bar()).not.toContain('Up to date');
    await screen.findByText('3 requisitions', undefined, PATIENCE);
    await waitFor(() => expect(bar()).toContain('Up to date'), PATIENCE);
  });
});

describe('the outbox in the status bar', () => {
  it('does not say that nothing is pending beside a row that is still being sent', async () => {
    const { app, emit } = showApp({ requisitions: [aRequisitionRow({ pending: 'sending' })] });
    await screen.findByRole('option', { name: /Sending/ });
    act(() => emit('outbox', NO_OUTBOX));
    expect(bar()).not.toContain('No pending changes');
    app.requisitions = [aRequisitionRow()];
    act(() => emit('changed', { revision: 2, kind: 'requisition', ids: ['req_1'] }));
    await waitFor(() => expect(bar()).toContain('No pending changes'), PATIENCE);
    expect(screen.queryByRole('option', { name: /Sending/ })).toBeNull();
  });
});

describe('a service that is reachable again', () => {
  it('is not reported as having failed the last sync', async () => {
    const kinds = kindsWith({ state: 'failed', error: { code: 'offline' } });
    showApp({}, { 'sync.health': () => Promise.resolve(ok(aHealth({ kinds }))) });
    await waitFor(() => expect(bar()).toContain('Online'));
    expect(bar()).not.toContain('The last sync failed');
    expect(bar()).toContain('Not synced since the service became available again');
  });
});
