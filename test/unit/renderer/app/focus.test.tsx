import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { sentOrders, visitNotification } from '../../../support/builders.ts';
import { showApp, usePage } from '../../../support/page/render.tsx';

usePage();

const focused = (): Element | null => document.activeElement;
const press = (key: string, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(focused() ?? document.body, { key, ...more });

describe('the focus', () => {
  it('moves to what takes the place of a removed filter, and not to the page', async () => {
    showApp({ requisitions: sentOrders(3) });
    await screen.findByText('3 requisitions');
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'type:lab shared:no' } });
    const first = await screen.findByRole('button', { name: /^Remove the filter Type/ });
    const second = screen.getByRole('button', { name: /^Remove the filter (?!Type)/ });
    act(() => second.focus());
    fireEvent.click(second);
    await waitFor(() => expect(second.isConnected).toBe(false));
    await waitFor(() => expect(focused()).not.toBe(document.body));
    expect(first.compareDocumentPosition(focused() ?? document.body)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('moves into the list of a screen that a key has opened', async () => {
    showApp({ requisitions: sentOrders(3), notifications: [visitNotification({ id: 'notf_1' })] });
    await screen.findByText('3 requisitions');
    act(() => screen.getByRole('listbox', { name: 'Requisitions' }).focus());
    press('4', { ctrlKey: true });
    const inbox = await screen.findByRole('listbox', { name: 'Inbox' });
    await waitFor(() => expect(focused()).toBe(inbox));
  });

  it('stays on the button that has opened a screen', async () => {
    showApp({ requisitions: sentOrders(3) });
    await screen.findByText('3 requisitions');
    const button = screen.getByRole('button', { name: /^Settings/ });
    act(() => button.focus());
    fireEvent.click(button);
    await screen.findByRole('heading', { name: 'Settings', level: 1 });
    expect(focused()).toBe(button);
  });

  it('moves into an editor, and back to the list when it is closed', async () => {
    showApp({ requisitions: sentOrders(3) });
    await screen.findByText('3 requisitions');
    act(() => screen.getByRole('listbox').focus());
    press('n');
    await screen.findByRole('heading', { name: 'New requisition' });
    await waitFor(() => expect(focused()?.tagName).toBe('INPUT'));
    press('Escape');
    const list = await screen.findByRole('listbox', { name: 'Requisitions' });
    await waitFor(() => expect(focused()).toBe(list));
  });
});
