import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { NOON, reviewAsked, sentOrder, sentOrders } from '../../../../support/builders.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';

usePage();

describe('the search', () => {
  it('is left by Enter and by the arrow for its results, and by Escape once it is empty', async () => {
    showApp({ requisitions: sentOrders(3) });
    await screen.findByText('3 requisitions');
    const search = screen.getByRole('searchbox');
    for (const key of ['Enter', 'ArrowDown', 'Escape']) {
      act(() => search.focus());
      fireEvent.keyDown(search, { key });
      expect(document.activeElement).not.toBe(search);
    }
  });

  it('leads to its first result: Enter and the arrow select it and give the list the keyboard', async () => {
    showApp({ requisitions: sentOrders(3) });
    await screen.findByText('3 requisitions');
    const search = screen.getByRole('searchbox');
    for (const [key, wanted] of [
      ['Enter', 'Requisition 1'],
      ['ArrowDown', 'Requisition 2'],
    ] as const) {
      act(() => search.focus());
      fireEvent.change(search, { target: { value: wanted } });
      fireEvent.keyDown(search, { key });
      const found = await screen.findByRole('option', { name: new RegExp(wanted), selected: true });
      expect(screen.getAllByRole('option')).toEqual([found]);
      expect(document.activeElement).toBe(screen.getByRole('listbox'));
    }
    fireEvent.keyDown(screen.getByRole('listbox'), { key: 'Enter' });
    expect(await screen.findByRole('heading', { name: 'Requisition 2' })).toBeDefined();
  });

  it('is cleared by Escape first, and left by the next without a change of the current row', async () => {
    showApp({ requisitions: sentOrders(3) });
    await screen.findByText('3 requisitions');
    const search = screen.getByRole<HTMLInputElement>('searchbox');
    act(() => search.focus());
    fireEvent.change(search, { target: { value: 'Requisition' } });
    fireEvent.keyDown(search, { key: 'Escape' });
    expect(search.value).toBe('');
    expect(document.activeElement).toBe(search);
    fireEvent.keyDown(search, { key: 'Escape' });
    expect(document.activeElement).toBe(screen.getByRole('listbox'));
    expect(screen.queryByRole('option', { selected: true })).toBeNull();
  });

  it('is followed by the list below it when the panes are cycled through', async () => {
    showApp({ requisitions: sentOrders(3) });
    await screen.findByText('3 requisitions');
    act(() => screen.getByRole('searchbox').focus());
    fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'F6' });
    expect(document.activeElement).toBe(screen.getByRole('listbox'));
  });

  it('is applied at once when it is left', async () => {
    const page = showApp({ requisitions: sentOrders(3) });
    await screen.findByText('3 requisitions');
    const search = screen.getByRole('searchbox');
    act(() => search.focus());
    fireEvent.change(search, { target: { value: 'Requisition 1' } });
    fireEvent.keyDown(search, { key: 'Enter' });
    await screen.findByText('1 requisition');
    expect(page.asked.some(({ name }) => name === 'worklist.page')).toBe(true);
  });
});

describe('the sort order of the worklist', () => {
  it('that was set by the review clock is reset with the search', async () => {
    showApp({ requisitions: [sentOrder(reviewAsked({ deadline: NOON }))], at: Date.now() });
    fireEvent.click(await screen.findByRole('button', { name: 'Filters' }));
    fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: '1 overdue' }));
    await screen.findByRole('button', { name: /Review deadline, earliest first/ });
    fireEvent.click(screen.getByRole('button', { name: 'Filters' }));
    await screen.findByRole('menuitemcheckbox', { name: /1 overdue of all requisitions/ });
    fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
    fireEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByRole('button', { name: /Last changed first/ })).toBeDefined();
  });
});
