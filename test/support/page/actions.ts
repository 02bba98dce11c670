/** What a user does on the page of `showClinic`, and what they see there. Names are those of the page's texts. */
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { expect } from 'vitest';
import type { DemoServer } from '#main/demo/server.ts';

/** Waits for a button and presses it. */
export async function press(name: string | RegExp, inside: HTMLElement = document.body): Promise<void> {
  fireEvent.click(await within(inside).findByRole('button', { name }));
}

/** Types into the field with this label in place of what it holds. */
export async function fill(label: string, value: string): Promise<void> {
  const [field] = await screen.findAllByLabelText(label, { selector: 'input, textarea' });
  if (field === undefined) throw new Error(`there is no field ${label}`);
  fireEvent.change(field, { target: { value } });
}

/** Goes to a screen by the navigation. */
export async function goTo(name: string): Promise<void> {
  const navigation = await screen.findByRole('navigation', { name: 'Navigation' });
  await press(new RegExp(`^${name}`), navigation);
}

/** The status bar. The foot of a record has the same role in a DOM that does not know where it stands. */
function statusBar(): HTMLElement {
  const bar = screen.getAllByRole('contentinfo').find(({ dataset }) => dataset['pane'] === 'status');
  if (bar === undefined) throw new Error('there is no status bar');
  return bar;
}

/** Waits until the status bar contains a text. */
export async function seeStatus(text: string | RegExp): Promise<void> {
  await waitFor(() => expect(statusBar().textContent).toMatch(text));
}

/** Waits until all records are here. */
export const seeSynced = (): Promise<void> => seeStatus('Up to date');

/** Syncs once more. */
export const syncNow = (): Promise<void> => press('Sync now', statusBar());

/** Waits until everything that was pending has reached the service. */
export const seeNothingPending = (): Promise<void> => seeStatus('No pending changes');

/** The rows of the list. Those of the former query, which are shown until the rows of a new one arrive, are not among them. */
function currentRows(): readonly HTMLElement[] {
  const list = within(screen.getByRole('region', { name: 'List' })).getByRole('listbox');
  return list.hasAttribute('aria-busy') ? [] : within(list).getAllByRole('option');
}

/** Waits for the first row of the list that contains a text. */
export async function findRow(text: string): Promise<HTMLElement> {
  return waitFor(() => {
    const row = currentRows().find((each) => each.textContent.includes(text));
    if (row === undefined) throw new Error(`no row contains ${text}`);
    return row;
  });
}

/** Opens the first row that contains a text, and waits for its record. */
export async function openRow(text = ''): Promise<void> {
  fireEvent.click(await findRow(text));
  await screen.findByRole('heading', { level: 2, name: (name) => name.includes(text) });
}

/** The record on the screen. */
export const record = (): HTMLElement => screen.getByRole('region', { name: 'Record' });

/** Waits until the record on the screen contains a text. */
export async function seeRecord(text: string | RegExp): Promise<void> {
  await waitFor(() => expect(record().textContent).toMatch(text));
}

/** Presses one of the actions of the record. */
export async function act(name: string | RegExp): Promise<void> {
  await press(name, await within(record()).findByRole('group', { name: 'Actions' }));
}

/** Presses a button of the question on the screen, which contains a text. */
export async function answer(name: string | RegExp, text: string | RegExp = ''): Promise<void> {
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toMatch(text);
  await press(name, question);
}

/** Waits in Activity for the pending change that contains a text. */
export async function findChangeCard(text: string): Promise<HTMLElement> {
  // The code of a screen is loaded when it is first shown; until then the former one stays.
  await screen.findByRole('heading', { level: 1, name: 'Activity' });
  return waitFor(() => {
    const change = screen.getAllByRole('article').find((each) => each.textContent.includes(text));
    if (change === undefined) throw new Error(`no pending change contains ${text}`);
    return change;
  });
}

/** Cuts the network of a clinic, and waits until the page has noticed. */
export async function goOffline(clinic: DemoServer): Promise<void> {
  await clinic.unplug();
  await syncNow();
  await seeStatus('Offline');
}

/** Brings the network of a clinic back, and syncs. */
export async function goOnline(clinic: DemoServer): Promise<void> {
  await clinic.plugIn();
  await syncNow();
}

/** Types into the search of the list. */
export async function searchFor(text: string): Promise<void> {
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: text } });
}

/** Waits until a text is on the page. */
export async function see(text: string | RegExp): Promise<void> {
  await waitFor(() => expect(document.body.textContent).toMatch(text));
}

/** Waits until the line above a list says this of what it counts. */
export async function seeCount(text: string | RegExp): Promise<void> {
  const count = (): string => document.querySelector('[data-part="count"]')?.textContent ?? '';
  await waitFor(() =>
    typeof text === 'string' ? expect(count()).toBe(text) : expect(count()).toMatch(text),
  );
}

/** Presses a key with these modifiers, as if no field had the focus. */
export function pressKey(
  key: string,
  modifiers: { readonly ctrlKey?: boolean; readonly shiftKey?: boolean } = {},
): void {
  fireEvent.keyDown(document.body, { key, ...modifiers });
}

/** Chooses an entry of one of the menus above the list, once the menu can be opened. */
export async function chooseEntry(menu: string, entry: string | RegExp): Promise<void> {
  const button = await screen.findByRole('button', { name: menu });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'));
  fireEvent.click(button);
  fireEvent.click(within(await screen.findByRole('menu')).getByText(entry));
}

/** Selects this many rows of the list from the first on. */
export async function pick(count: number): Promise<HTMLElement> {
  await findRow('');
  for (const row of currentRows().slice(0, count)) fireEvent.click(row, { ctrlKey: true });
  const picks = await screen.findByRole('toolbar', { name: 'Actions for the selection' });
  await waitFor(() => expect(picks.textContent).toContain(`${count} selected`));
  return picks;
}

/** Types a day such as `2026-04-01` into the field of this label: its day, month and year, as a keyboard does. */
export async function typeDay(label: string, day: string): Promise<void> {
  const field = within(await screen.findByRole('group', { name: label }));
  const [year = '', month = '', date = ''] = day.split('-');
  for (const [part, digits] of [
    ['day', date],
    ['month', month],
    ['year', year],
  ] as const) {
    const segment = field.getByRole('spinbutton', { name: new RegExp(`^${part}, `) });
    for (const data of digits) {
      const typing = { data, inputType: 'insertText', bubbles: true, cancelable: true };
      fireEvent(segment, new InputEvent('beforeinput', typing));
      // The page takes one key after the other.
      await Promise.resolve();
    }
  }
}

/** Empties a part of the field of a day, such as `year`, as the Backspace key does. */
export function clearPart(label: string, part: string): void {
  const field = within(screen.getByRole('group', { name: label }));
  const segment = field.getByRole('spinbutton', { name: new RegExp(`^${part}, `) });
  // Each press removes a digit.
  for (const _digit of segment.textContent) fireEvent.keyDown(segment, { key: 'Backspace' });
}
