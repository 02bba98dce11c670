import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ok } from '#contract/result.ts';
import { createHealth } from '#renderer/state/sync/health.ts';
import { safeCalls } from '#renderer/state/bridge.ts';
import { NEW_ORDER } from '../../../support/app.ts';
import { NOON, publishedForm, reviewAsked, sentOrder, sentOrders } from '../../../support/builders.ts';
import { testPage } from '../../../support/page/page.ts';
import { localId } from '../../../support/pending.ts';
import { showApp, usePage } from '../../../support/page/render.tsx';
import { aHealth } from '../../../support/page-values.ts';

usePage();

const PATIENCE = { timeout: 10_000 };

describe('a create that was discarded', () => {
  it('was never sent, and no record of it can be opened', async () => {
    const { engine } = showApp();
    const number = engine.pend({ ...NEW_ORDER, target: localId('requisition') });
    const how = 'gave-way';
    engine.files.localNow('acknowledge', { number, data: NEW_ORDER.data, how });
    fireEvent.click(await screen.findByRole('button', { name: /^Activity/ }));
    await screen.findByText('Discarded, never sent', undefined, PATIENCE);
    expect(screen.queryByText('The service’s value was kept')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Open the record' })).toBeNull();
  });
});

describe('a form without unpublished changes', () => {
  it('offers nothing to publish, and says why', async () => {
    showApp({ forms: [publishedForm()] });
    fireEvent.click(await screen.findByRole('button', { name: /^Forms/ }));
    fireEvent.click(await screen.findByRole('option', { name: /Intake/ }, PATIENCE));
    const publish = await screen.findByRole('button', { name: /^Publish/ }, PATIENCE);
    expect(publish.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getAllByText(/There is nothing to publish/).length).toBeGreaterThan(0);
  });
});

describe('the search', () => {
  it('is left by Enter and by the arrow for its results, and by Escape once it is empty', async () => {
    showApp({ requisitions: sentOrders(3) });
    await screen.findByText('3 requisitions', undefined, PATIENCE);
    const search = screen.getByRole('searchbox');
    for (const key of ['Enter', 'ArrowDown', 'Escape']) {
      act(() => search.focus());
      fireEvent.keyDown(search, { key });
      expect(document.activeElement).not.toBe(search);
    }
  });

  it('is applied at once when it is left', async () => {
    const page = showApp({ requisitions: sentOrders(3) });
    await screen.findByText('3 requisitions', undefined, PATIENCE);
    const search = screen.getByRole('searchbox');
    act(() => search.focus());
    fireEvent.change(search, { target: { value: 'Requisition 1' } });
    fireEvent.keyDown(search, { key: 'Enter' });
    await screen.findByText('1 requisition', undefined, PATIENCE);
    expect(page.asked.some(({ name }) => name === 'worklist.page')).toBe(true);
  });
});

describe('the sort order of the worklist', () => {
  it('that was set by the review clock is reset with the search', async () => {
    showApp({ requisitions: [sentOrder(reviewAsked({ deadline: NOON }))], at: Date.now() });
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
    const page = testPage({}, { 'sync.health': () => late.promise });
    const health = createHealth(safeCalls(page.bridge));
    const asked = health.load();
    health.reset();
    late.resolve(ok(aHealth({ connection: 'signed-out' })));
    await asked;
    await waitFor(() => expect(health.store.getState().health).toBeNull());
  });
});
