import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { sentOrders } from '../../../support/builders.ts';
import { openRow, pressKey, seeRecord, seeSynced } from '../../../support/page/actions.ts';
import type { TestPage } from '../../../support/page/page.ts';
import { showApp, usePage } from '../../../support/page/render.tsx';

usePage();

const button = (name: string): HTMLElement => screen.getByRole('button', { name });
/** Shows the list after the first screen, once the account is open. */
async function showList(): Promise<TestPage> {
  const page = showApp({ requisitions: sentOrders(3), screen: 'home' });
  await seeTitle('Home');
  await seeSynced();
  pressKey('1', { ctrlKey: true });
  await seeTitle('Requisitions');
  return page;
}
const seeTitle = (title: string) => waitFor(() => expect(document.title).toBe(`${title} – Intray`));

describe('the buttons back and forward', () => {
  it('say why they cannot act, and lead to the record and to the list', async () => {
    showApp({ requisitions: sentOrders(3), screen: 'home' });
    await seeSynced();
    expect(button('Back').getAttribute('aria-disabled')).toBe('true');
    const reason = button('Back').getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(reason)?.textContent).toBe('Nothing was shown before this.');
    fireEvent.click(button('Back'));
    await seeTitle('Home');

    pressKey('1', { ctrlKey: true });
    await openRow();
    fireEvent.click(screen.getByRole('button', { name: /^Day/ }));
    await seeTitle('Day');
    fireEvent.click(button('Back'));
    await seeTitle('Requisitions');
    await seeRecord(/./);
    fireEvent.click(button('Forward'));
    await seeTitle('Day');
    expect(button('Forward').getAttribute('aria-disabled')).toBe('true');
  });

  it('say their keys to screen readers, and why they cannot act', async () => {
    await showList();
    const readDescription = (name: string): string => {
      const ids = button(name).getAttribute('aria-describedby')?.split(' ') ?? [];
      return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
    };
    expect(readDescription('Back')).toMatch(/^Alt\+/);
    expect(readDescription('Forward')).toContain('There is nothing to go forward to.');
  });

  it('have keys, also in a search field, and the buttons at the side of a mouse', async () => {
    await showList();
    const search = await screen.findByRole('searchbox');
    fireEvent.keyDown(search, { key: 'ArrowLeft', altKey: true });
    await seeTitle('Home');
    fireEvent.keyDown(document.body, { key: 'ArrowRight', altKey: true });
    await seeTitle('Requisitions');
    fireEvent.mouseUp(document.body, { button: 3 });
    await seeTitle('Home');
    fireEvent.mouseUp(document.body, { button: 4 });
    await seeTitle('Requisitions');
    expect(button('Forward').getAttribute('aria-disabled')).toBe('true');
  });

  it('lead to nothing from before a lock', async () => {
    const page = await showList();
    expect(button('Back').getAttribute('aria-disabled')).toBeNull();
    const unlocked = await page.ask('lock.state', {});
    act(() => page.emit('lock', { ...unlocked, state: 'locked', reason: 'idle' }));
    await waitFor(() => expect(screen.queryByRole('navigation')).toBeNull());
    act(() => page.emit('lock', unlocked));
    await seeSynced();
    expect(button('Back').getAttribute('aria-disabled')).toBe('true');
    expect(button('Forward').getAttribute('aria-disabled')).toBe('true');
  });

  it('do nothing behind an open dialog', async () => {
    await showList();
    pressKey('?');
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    fireEvent.mouseUp(document.body, { button: 3 });
    fireEvent.keyDown(dialog, { key: 'ArrowLeft', altKey: true });
    fireEvent.keyDown(dialog, { key: 'Escape' });
    await waitFor(() => expect(dialog.isConnected).toBe(false));
    expect(document.title).toBe('Requisitions – Intray');
    fireEvent.mouseUp(document.body, { button: 3 });
    await seeTitle('Home');
  });
});
