import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { err } from '#contract/result.ts';
import { sentOrder, visitNotification } from '../../../support/builders.ts';
import type { PageStart, Steering } from '../../../support/page/page.ts';
import { showApp, usePage } from '../../../support/page/render.tsx';

usePage();

describe('the palette, with the beginning of a name that begins an action of the screen too', () => {
  const inbox: PageStart = {
    screen: 'notifications',
    names: { user_marsh: 'Marsha Marsh' },
    requisitions: [sentOrder({ id: 'req_1', name: 'Ferritin', patient: 'user_marsh' })],
    notifications: [visitNotification({ id: 'notf_1', title: 'March check' })],
  };
  async function openWithNotification(of: PageStart = inbox, own: Steering = {}) {
    const page = showApp(of, own);
    fireEvent.click(await screen.findByRole('option', { name: /March check/ }));
    await screen.findByRole('button', { name: /^Mark as (un)?read/ });
    const before = page.inputs('inbox.markRead').length + page.inputs('outbox.save').length;
    const countChanges = () =>
      page.inputs('inbox.markRead').length + page.inputs('outbox.save').length - before;
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    const dialog = await screen.findByRole('dialog', { name: 'Find' });
    const field = within(dialog).getByRole<HTMLInputElement>('searchbox');
    const type = (value: string) => fireEvent.change(field, { target: { value } });
    const list = () => within(dialog).getAllByRole('menuitem');
    return { dialog, field, type, list, countChanges };
  }
  const enter = (field: HTMLElement) => fireEvent.keyDown(field, { key: 'Enter' });

  it('opens the patient by Enter, also where it is pressed before the search has ended', async () => {
    const { dialog, field, type, countChanges } = await openWithNotification();
    type('mar');
    await within(dialog).findByRole('menuitem', { name: /^Mark as/ });
    enter(field);
    expect(await screen.findByRole('heading', { name: /Marsha Marsh/ })).toBeDefined();
    expect(countChanges()).toBe(0);
  });

  it('lists the patient and the record before the action, and chooses the patient by Enter', async () => {
    const { dialog, field, type, list, countChanges } = await openWithNotification();
    type('mar');
    await within(dialog).findByRole('menuitem', { name: /^Marsha Marsh/ });
    const labels = list().map(({ textContent }) => textContent);
    const find = (start: RegExp) => labels.findIndex((label) => start.test(label));
    expect(labels[0]).toMatch(/^Marsha Marsh/);
    expect(find(/March check/)).toBeGreaterThan(0);
    expect(find(/^Mark as/)).toBeGreaterThan(find(/March check/));
    enter(field);
    expect(await screen.findByRole('heading', { name: /Marsha Marsh/ })).toBeDefined();
    expect(countChanges()).toBe(0);
  });

  it('runs the action by Enter once nothing is found that begins so', async () => {
    const { field, type, countChanges } = await openWithNotification();
    type('mark as');
    enter(field);
    expect(countChanges()).toBe(0);
    await waitFor(() => expect(countChanges()).toBe(1));
  });

  const change = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
  it.each([
    ['typing on', (field: HTMLElement) => change(field, 'mars')],
    ['clearing the field', (field: HTMLElement) => change(field, '')],
    ['an arrow key', (field: HTMLElement) => fireEvent.keyDown(field, { key: 'ArrowDown' })],
    ['a key that moves by a page', (field: HTMLElement) => fireEvent.keyDown(field, { key: 'PageDown' })],
  ])('chooses nothing by an Enter from before %s', async (_what, goOn) => {
    const search = Promise.withResolvers<void>();
    const { dialog, field, type, list, countChanges } = await openWithNotification(inbox, {
      'ids.suggest': async (input, real) => {
        await search.promise;
        return real(input);
      },
    });
    type('mar');
    enter(field);
    goOn(field);
    search.resolve();
    const first = field.getAttribute('value') === '' ? /./ : /^Marsha Marsh/;
    await waitFor(() => expect(list()[0]?.textContent).toMatch(first));
    expect(screen.getByRole('dialog', { name: 'Find' })).toBe(dialog);
    expect(countChanges()).toBe(0);
  });

  it.each([
    ['marsh', /^Marsha Marsh/, { user_marsh: 'Marsha Marsh', user_other: 'Marsha Marsh' }],
    ['ferrit', /Ferritin/, { user_marsh: 'Marsha Marsh' }],
  ])(
    'opens none of several by an Enter from before “%s” was found, but says so; the next one opens the first',
    async (typed, name, names) => {
      const two = ['req_1', 'req_2'].map((id) => sentOrder({ id, name: 'Ferritin', patient: 'user_marsh' }));
      const { dialog, field, type, list } = await openWithNotification({
        ...inbox,
        names,
        requisitions: two,
      });
      type(typed);
      enter(field);
      expect(await within(dialog).findByText(/^More than one was found/)).toBeDefined();
      expect(screen.getByRole('dialog', { name: 'Find' })).toBe(dialog);
      expect(list()[0]?.textContent).toMatch(name);
      enter(field);
      expect(await screen.findByRole('heading', { name })).toBeDefined();
    },
  );

  it('opens the patient by an Enter from before the search where their whole id was typed', async () => {
    const names = { user_marsh: 'Marsha Marsh', user_marsh2: 'Marsha Marsh' };
    const { field, type } = await openWithNotification({ ...inbox, names });
    type('user_marsh');
    enter(field);
    expect(await screen.findByRole('heading', { name: /Marsha Marsh/ })).toBeDefined();
  });

  it('runs no action by Enter where the search for patients failed, says why, and runs it after an arrow key', async () => {
    const { dialog, field, type, list, countChanges } = await openWithNotification(inbox, {
      'ids.suggest': async () => err('engine-down'),
    });
    type('mark as');
    enter(field);
    expect(await within(dialog).findByText(/^Not everything could be searched/)).toBeDefined();
    expect(within(dialog).getByRole('alert')).toBeDefined();
    enter(field);
    expect(screen.getByRole('dialog', { name: 'Find' })).toBe(dialog);
    expect(countChanges()).toBe(0);
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    expect(within(dialog).queryByText(/^Not everything could be searched/)).toBeNull();
    await waitFor(() => expect(field.getAttribute('aria-activedescendant')).toBe(list()[0]?.id));
    enter(field);
    await waitFor(() => expect(countChanges()).toBe(1));
  });

  /** Moves the pointer onto an element as a mouse does. */
  function point(element: Element, place: { readonly clientX: number; readonly clientY: number }): void {
    const event = { ...place, pointerType: 'mouse' };
    fireEvent.pointerOver(element, event);
    fireEvent.pointerEnter(element, event);
    fireEvent.pointerMove(element, event);
  }
  const twoMarshas = { ...inbox, names: { user_marsh: 'Marsha Marsh', user_other: 'Marsha Other' } };

  it('opens the patient whom the pointer has marked by Enter', async () => {
    const { dialog, field, type } = await openWithNotification(twoMarshas);
    type('mar');
    const other = await within(dialog).findByRole('menuitem', { name: /^Marsha Other/ });
    point(field, { clientX: 1, clientY: 1 });
    point(other, { clientX: 1, clientY: 40 });
    await waitFor(() => expect(field.getAttribute('aria-activedescendant')).toBe(other.id));
    enter(field);
    expect(await screen.findByRole('heading', { name: /Marsha Other/ })).toBeDefined();
  });

  it('opens the first patient by Enter where the list appears under a resting pointer', async () => {
    const { dialog, field, type } = await openWithNotification(twoMarshas);
    point(field, { clientX: 1, clientY: 40 });
    type('mar');
    const other = await within(dialog).findByRole('menuitem', { name: /^Marsha Other/ });
    point(other, { clientX: 1, clientY: 40 });
    enter(field);
    expect(await screen.findByRole('heading', { name: /Marsha Marsh/ })).toBeDefined();
  });

  it('shows a screen by Enter also where the search failed', async () => {
    const { dialog, field, type } = await openWithNotification(inbox, {
      'ids.suggest': async () => err('engine-down'),
    });
    type('setti');
    await within(dialog).findByRole('alert');
    enter(field);
    expect(await screen.findByRole('heading', { name: 'Settings', level: 1 })).toBeDefined();
  });

  it('shows a screen by Enter at once, and before a patient whose name begins so', async () => {
    const { dialog, field, type, list } = await openWithNotification({
      ...inbox,
      names: { user_marsh: 'Setti Marsh' },
    });
    type('setti');
    await within(dialog).findByRole('menuitem', { name: /^Setti Marsh/ });
    expect(list()[0]?.textContent).toMatch(/^Settings/);
    type('sett');
    enter(field);
    expect(await screen.findByRole('heading', { name: 'Settings', level: 1 })).toBeDefined();
  });
});
