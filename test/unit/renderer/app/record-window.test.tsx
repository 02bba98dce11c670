import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { RecordOfWindow } from '#contract/record-windows.ts';
import { err, ok } from '#contract/result.ts';
import { sentOrders } from '../../../support/builders.ts';
import { openRow, pressKey } from '../../../support/page/actions.ts';
import type { TestPage } from '../../../support/page/page.ts';
import { showApp, usePage } from '../../../support/page/render.tsx';
import { waitUntilPasses } from '../../../support/wait.ts';

usePage();

const orders = sentOrders(3);
const [order] = orders as unknown as [{ readonly id: string; readonly name: string }]; // as the service sends it

/** Shows the window of one requisition. */
async function showWindow(more: Parameters<typeof showApp>[1] = {}): Promise<TestPage> {
  const record = { kind: 'requisition', id: order.id } as RecordOfWindow; // its schema checks the id
  const page = showApp(
    { requisitions: orders },
    { 'windows.getRecord': async () => ok({ record }), ...more },
  );
  await screen.findByRole('heading', { level: 2, name: order.name });
  return page;
}
const lastPlace = (page: TestPage): unknown => page.inputs('windows.showInMain').at(-1);
const button = (name: string): HTMLElement => screen.getByRole('button', { name });

describe('a window that shows one record', () => {
  it('names the kind alone in its title, and the record has the focus', async () => {
    await showWindow();
    expect(document.title).toBe('Requisition – Intray');
    await waitUntilPasses(() => expect(document.activeElement?.textContent).toBe(order.name));
    expect(screen.queryByRole('button', { name: 'Close the record' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Open in its own window' })).toBeNull();
  });

  it('keeps its record whatever key of a list is pressed', async () => {
    await showWindow();
    for (const key of ['j', 'k', 'Escape', 'o', 'x', 'w', 'n', 'm']) pressKey(key);
    pressKey('k', { ctrlKey: true });
    expect(screen.getByRole('heading', { level: 2, name: order.name })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('edits in the main window, where one editor is open at a time', async () => {
    const page = await showWindow();
    fireEvent.click(button('Edit'));
    const record = { kind: 'requisition', id: order.id };
    await waitUntilPasses(() => expect(lastPlace(page)).toEqual({ to: 'editor', purpose: 'edit', record }));
    expect(screen.getByRole('heading', { level: 2, name: order.name })).toBeTruthy();
  });

  it('goes to screens in the main window', async () => {
    const page = await showWindow();
    pressKey('6', { ctrlKey: true });
    await waitUntilPasses(() => expect(lastPlace(page)).toEqual({ to: 'screen', screen: 'outbox' }));
    expect(document.title).toBe('Requisition – Intray');
  });

  it('stores no state of a screen, and makes no downtime pack', async () => {
    const page = await showWindow();
    expect(page.inputs('screenStates.set')).toEqual([]);
    expect(page.inputs('packSchedule.make')).toEqual([]);
  });

  it('closes by its key once what is typed is saved', async () => {
    const page = await showWindow();
    pressKey('w', { ctrlKey: true });
    await waitUntilPasses(() => expect(page.inputs('windows.close')).toHaveLength(1));
  });

  it('asks before it closes where what is typed could not be saved', async () => {
    const page = await showWindow({ 'unsavedInput.save': async () => err('storage-full') });
    fireEvent.click(button('Follow up'));
    fireEvent.change(await screen.findByLabelText('Note'), { target: { value: 'Call back' } });
    pressKey('w', { ctrlKey: true });
    await screen.findByText('Close the window and lose what you typed?');
    fireEvent.click(button('Continue editing'));
    await waitUntilPasses(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(page.inputs('windows.close')).toEqual([]);
    pressKey('w', { ctrlKey: true });
    fireEvent.click(await screen.findByRole('button', { name: 'Close anyway' }));
    await waitUntilPasses(() => expect(page.inputs('windows.close')).toHaveLength(1));
  });

  it('does not become a main window where it cannot find out what it shows, and tries again', async () => {
    let isDown = true;
    const record = { kind: 'requisition', id: order.id } as RecordOfWindow; // its schema checks the id
    showApp(
      { requisitions: orders },
      { 'windows.getRecord': async () => (isDown ? err('internal') : ok({ record })) },
    );
    await screen.findByText('Intray could not find out what this window shows.');
    expect(screen.queryByRole('navigation')).toBeNull();
    isDown = false;
    fireEvent.click(button('Try again'));
    expect(await screen.findByRole('heading', { level: 2, name: order.name })).toBeTruthy();
  });

  it('says that its record cannot be read, and reads it again', async () => {
    let isGone = true;
    const record = { kind: 'requisition', id: order.id } as RecordOfWindow; // its schema checks the id
    showApp(
      { requisitions: orders },
      {
        'windows.getRecord': async () => ok({ record }),
        'requisitions.get': (input, real) => (isGone ? Promise.resolve(err('not-found')) : real(input)),
      },
    );
    await screen.findByText('The record could not be opened.');
    isGone = false;
    fireEvent.click(button('Try again'));
    expect(await screen.findByRole('heading', { level: 2, name: order.name })).toBeTruthy();
  });
});

describe('the main window', () => {
  it('opens a record in a window of its own by its button, a key and the middle mouse button', async () => {
    const page = showApp({ requisitions: orders });
    await openRow();
    const asked = () => page.inputs('windows.openRecord').length;
    fireEvent.click(button('Open in its own window'));
    await waitUntilPasses(() => expect(asked()).toBe(1));
    pressKey('O', { shiftKey: true });
    await waitUntilPasses(() => expect(asked()).toBe(2));
    fireEvent.keyDown(screen.getByRole('listbox'), { key: 'Enter', shiftKey: true });
    await waitUntilPasses(() => expect(asked()).toBe(3));
    fireEvent(
      screen.getAllByRole('option')[1] as HTMLElement,
      new MouseEvent('auxclick', { bubbles: true, button: 1 }),
    );
    await waitUntilPasses(() => expect(asked()).toBe(4));
    const [first, second, third, fourth] = page.inputs('windows.openRecord');
    expect([second, third]).toEqual([first, first]);
    expect(fourth).not.toEqual(first);
  });

  it('says how many windows may be open', async () => {
    showApp({ requisitions: orders }, { 'windows.openRecord': async () => ok({ outcome: 'full' }) });
    await openRow();
    fireEvent.click(button('Open in its own window'));
    const message = 'At most 8 windows of single records can be open. Close one of them first.';
    expect(await screen.findByText(message)).toBeTruthy();
  });

  it('shows what was chosen in the window of a record', async () => {
    const page = showApp({ requisitions: orders });
    await openRow();
    act(() => page.emit('showPlace', { to: 'screen', screen: 'settings' }));
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    const record = { kind: 'requisition', id: order.id } as RecordOfWindow; // its schema checks the id
    act(() => page.emit('showPlace', { to: 'record', record }));
    await screen.findByRole('heading', { level: 2, name: order.name });
    act(() => page.emit('showPlace', { to: 'editor', purpose: 'duplicate', record }));
    const name = await screen.findByRole('combobox', { name: 'Name' });
    expect((name as HTMLInputElement).value).toBe(order.name);
    fireEvent.change(name, { target: { value: 'Ferritin' } });
    const shown = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Name' });
    // The editor of another record is left with a draft of its own: what is typed is never about the record of before.
    act(() => page.emit('showPlace', { to: 'editor', purpose: 'edit', record }));
    await waitFor(() => expect(shown().value).toBe(order.name));
    const drafts = async () => (await page.ask('drafts.list', {})).items.map(({ label }) => label);
    expect(await drafts()).toEqual(['Ferritin']);
    expect(await screen.findByText(/The draft of Ferritin is saved on this computer/)).toBeDefined();
    // The editor that is asked for is shown where it is open, with what is typed there.
    const input = shown();
    fireEvent.change(input, { target: { value: 'Vitamin D' } });
    const reads = page.inputs('drafts.get').length;
    act(() => page.emit('showPlace', { to: 'editor', purpose: 'edit', record }));
    await waitFor(async () => expect(await drafts()).toHaveLength(2));
    // Opened again, it would have been replaced by another one with what is in the draft.
    expect(page.inputs('drafts.get')).toHaveLength(reads);
    expect(shown()).toBe(input);
    expect(input.value).toBe('Vitamin D');
  });
});
