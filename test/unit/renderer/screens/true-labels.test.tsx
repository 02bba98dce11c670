import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ok } from '#contract/result.ts';
import { createHealth } from '#renderer/state/sync/health.ts';
import { safeCalls } from '#renderer/state/bridge.ts';
import {
  aFormRow,
  aHealth,
  aRequisitionRow,
  aSettled,
  openDemo,
  requisitionRows,
} from '../support/builders.ts';
import { fakeBridge } from '../support/fake-bridge.ts';
import { showApp, usePage } from '../support/render.tsx';

usePage();

const PATIENCE = { timeout: 10_000 };
const LOCAL = 'local_requisition_01ARZ3NDEKTSV4RRFFQ69G5FAV';

describe('a create that was discarded', () => {
  it('was never sent, and no record of it can be opened', async () => {
    showApp({ acknowledged: [aSettled({ id: LOCAL, how: 'gave-way', operation: 'requisitions.create' })] });
    fireEvent.click(await screen.findByRole('button', { name: /^Activity/ }));
    await screen.findByText('Discarded, never sent', undefined, PATIENCE);
    expect(screen.queryByText('The service’s value was kept')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Open the record' })).toBeNull();
  });
});

describe('a form without unpublished changes', () => {
  it('offers nothing to publish, and says why', async () => {
    showApp(
      { forms: [aFormRow()] },
      {
        'forms.get': ({ id }) =>
          Promise.resolve(
            ok({
              record: {
                id,
                name: 'Intake',
                description: '',
                publishedVersion: 'fver_1',
                latestVersion: 'fver_2',
                hasUnpublishedChanges: false,
                usableBy: {
                  usableByAll: true,
                  medicalCenters: [],
                  specializations: [],
                  peerGroups: [],
                  individuals: [],
                },
                requestCompletionFrom: [],
                createdBy: '',
                createdAt: null,
                lastUpdatedAt: null,
                flags: [],
              },
              id,
              fetchedAt: null,
              pending: null,
            }),
          ),
      },
    );
    fireEvent.click(await screen.findByRole('button', { name: /^Forms/ }));
    fireEvent.click(await screen.findByRole('option', { name: /Intake/ }, PATIENCE));
    const publish = await screen.findByRole('button', { name: /^Publish/ }, PATIENCE);
    expect(publish.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getAllByText(/There is nothing to publish/).length).toBeGreaterThan(0);
  });
});

describe('the search', () => {
  it('is left by Enter and by the arrow for its results, and by Escape once it is empty', async () => {
    showApp({ requisitions: requisitionRows(3) });
    await screen.findByText('3 requisitions', undefined, PATIENCE);
    const search = screen.getByRole('searchbox');
    for (const key of ['Enter', 'ArrowDown', 'Escape']) {
      act(() => search.focus());
      fireEvent.keyDown(search, { key });
      expect(document.activeElement).not.toBe(search);
    }
  });

  it('is applied at once when it is left', async () => {
    const fake = showApp({ requisitions: requisitionRows(3) });
    await screen.findByText('3 requisitions', undefined, PATIENCE);
    const search = screen.getByRole('searchbox');
    act(() => search.focus());
    fireEvent.change(search, { target: { value: 'Requisition 1' } });
    fireEvent.keyDown(search, { key: 'Enter' });
    await screen.findByText('1 requisition', undefined, PATIENCE);
    expect(fake.asked.some(({ name }) => name === 'worklist.page')).toBe(true);
  });
});

describe('the sort order of the worklist', () => {
  it('that was set by the review clock is reset with the search', async () => {
    const counts = { draft: 0, sent: 0, results_received: 0, needs_review: 1, unknown: 0, all: 1 };
    showApp(
      { requisitions: [aRequisitionRow({ needsReview: true })] },
      { 'worklist.counts': () => Promise.resolve(ok(counts)) },
    );
    fireEvent.click(await screen.findByRole('button', { name: '1 overdue' }, PATIENCE));
    await screen.findByRole('button', { name: /Review deadline, earliest first/ });
    expect(screen.getByRole('button', { name: /1 overdue of all requisitions/ })).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await screen.findByRole('button', { name: /Last changed first/ });
  });
});

describe('the query of another account', () => {
  it('does not describe the account that is open now', async () => {
    const late = Promise.withResolvers<ReturnType<typeof ok<ReturnType<typeof aHealth>>>>();
    const fake = fakeBridge({ accounts: openDemo() }, { 'sync.health': () => late.promise });
    const health = createHealth(safeCalls(fake.bridge));
    const asked = health.load();
    health.reset();
    late.resolve(ok(aHealth({ connection: 'signed-out' })));
    await asked;
    await waitFor(() => expect(health.store.getState().health).toBeNull());
  });
});
