import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { NOON, reviewAsked, sentOrder, sentOrders } from '../../../../support/builders.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';

usePage();

const PATIENCE = { timeout: 10_000 };

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
