import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { err, ok } from '#contract/result.ts';
import { paletteTypeAhead, TypeAhead } from '#renderer/app/type-ahead.ts';
import { announcer } from '#renderer/ui/announcer.ts';
import { rawForm, sentOrder, visitNotification } from '../../../support/builders.ts';
import type { PageStart, Steering } from '../../../support/page/page.ts';
import { showApp, usePage } from '../../../support/page/render.tsx';

usePage();

const start: PageStart = {
  names: { user_okonkwo: 'Amara Okonkwo' },
  requisitions: [
    sentOrder({ id: 'req_1', name: 'Ferritin', patient: 'user_okonkwo' }),
    sentOrder({ id: 'req_2', name: 'Lipid panel' }),
  ],
  forms: [rawForm({ id: 'form_1', name: 'Fasting diary' })],
  notifications: [visitNotification({ id: 'notf_1', title: 'Fasting reminder' })],
};

async function openPalette(own: Steering = {}, of: PageStart = start) {
  const page = showApp(of, own);
  await screen.findByRole('option', { name: /Ferritin/ });
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  const dialog = await screen.findByRole('dialog', { name: 'Find' });
  const field = within(dialog).getByRole<HTMLInputElement>('searchbox');
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  const entry = (name: RegExp) => within(dialog).findByRole('menuitem', { name });
  return { page, dialog, field, type, entry };
}

describe('the palette', () => {
  it('offers every possible command with its key', async () => {
    const { dialog } = await openPalette();
    const offered = within(dialog)
      .getAllByRole('menuitem')
      .map(({ textContent }) => textContent);
    expect(offered).toContain('SettingsCtrl+,');
    expect(offered).toContain('Next rowJ');
    // Not possible: nothing is open, the user is unknown, the inbox is not on screen.
    expect(offered).not.toContain('My overdue reviewsM');
    expect(offered.some((label) => label?.startsWith('Widen the open record'))).toBe(false);
    expect(offered.some((label) => label?.startsWith('Mark the current or selected'))).toBe(false);
  });

  it('has every key from the moment at which it is opened, so that none acts on the screen behind it', async () => {
    showApp(start);
    await screen.findByRole('option', { name: /Ferritin/ });
    const listSelected = () => document.querySelectorAll('[role="option"][aria-selected="true"]');
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    fireEvent.keyDown(document.body, { key: 'j' });
    const dialog = within(await screen.findByRole('dialog', { name: 'Find' }));
    expect(listSelected()).toHaveLength(0);
    fireEvent.keyDown(dialog.getByRole('searchbox'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Find' })).toBeNull());
    fireEvent.keyDown(document.body, { key: 'j' });
    await waitFor(() => expect(listSelected()).toHaveLength(1));
  });

  it('opens the one patient by an Enter that was pressed before its field was there', async () => {
    showApp({ ...start, screen: 'home' });
    await screen.findByRole('heading', { name: 'Home', level: 1 });
    // The code of the palette may be read already, and its field is there at once then.
    const early = new TypeAhead();
    const stopCollecting = early.collect(window, () => true);
    for (const key of ['o', 'k', 'o', 'n', 'k', 'Enter']) fireEvent.keyDown(document.body, { key });
    stopCollecting();
    vi.spyOn(paletteTypeAhead, 'insertInto').mockImplementationOnce((field) => early.insertInto(field));
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    expect(await screen.findByRole('heading', { name: /Amara Okonkwo/ })).toBeDefined();
  });

  it('begins with an empty field, whatever was typed on the screen before', async () => {
    showApp(start);
    await screen.findByRole('option', { name: /Ferritin/ });
    fireEvent.keyDown(document.body, { key: 'x' });
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    const dialog = within(await screen.findByRole('dialog', { name: 'Find' }));
    expect(dialog.getByRole('searchbox')).toHaveProperty('value', '');
  });

  it('has the direction of the page in its field while that is empty, and that of its text afterwards', async () => {
    const { field, type } = await openPalette();
    expect(field.getAttribute('dir')).toBeNull();
    type('Ferritin');
    expect(field.getAttribute('dir')).toBe('auto');
  });

  it('runs the action that is found by parts of its words', async () => {
    const { type, entry } = await openPalette();
    type('sho keyb');
    fireEvent.click(await entry(/Show keyboard shortcuts/));
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeDefined();
  });

  it('runs the first entry by Enter also where none is marked yet, and once', async () => {
    const { field, type, entry } = await openPalette();
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(screen.getByRole('dialog', { name: 'Find' })).toBeDefined();
    // A value that is set at once, as by pasting, marks no entry.
    type('setti');
    await entry(/^Settings/);
    expect(document.getElementById(field.getAttribute('aria-activedescendant') ?? '')).toBeNull();
    fireEvent.keyDown(field, { key: 'Enter' });
    await screen.findByRole('heading', { name: 'Settings', level: 1 });
    expect(screen.queryByRole('dialog', { name: 'Find' })).toBeNull();
  });

  it('finds a patient by name, and shows everything of them', async () => {
    const { type, entry } = await openPalette();
    type('okonk');
    fireEvent.click(await entry(/^Amara Okonkwo/));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByRole('heading', { name: /Amara Okonkwo/ })).toBeDefined();
  });

  it('does not offer what the text before has found', async () => {
    const { dialog, type, entry } = await openPalette();
    type('okonk');
    await entry(/^Amara Okonkwo/);
    type('setti');
    expect(
      within(dialog)
        .getAllByRole('menuitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['SettingsCtrl+,']);
  });

  it('tells patients apart by the second identifier, as the rows do', async () => {
    const { page, type, entry } = await openPalette();
    const named = { id: 'user_okonkwo', name: 'Amara Okonkwo', identifier: '3 May 1961' };
    expect((await page.bridge.call['directory.set'](named)).ok).toBe(true);
    type('okonk');
    expect(await entry(/^Amara Okonkwo 3 May 1961$/)).toBeDefined();
  });

  it.each([
    ['Amara Okonkwo', 'same name'],
    ['Amara Okonkvo', 'similar name'],
  ])(
    'offers a patient without records of the name %s too, and says of each that there is another one',
    async (name, note) => {
      const { dialog, type, entry } = await openPalette(
        {},
        { ...start, names: { ...start.names, user_second: name } },
      );
      type('okonk');
      await waitFor(() =>
        expect(within(dialog).getAllByRole('menuitem', { name: /^Amara Okonk/ })).toHaveLength(2),
      );
      for (const offered of [/^Amara Okonk[vw]o/, /^New requisition for Amara Okonk[vw]o/]) {
        const entries = within(dialog).getAllByRole('menuitem', { name: offered });
        expect(entries.map(({ textContent }) => textContent?.includes(note))).toEqual([true, true]);
      }
      fireEvent.click(await entry(new RegExp(`^${name}.*econd`)));
      expect(await screen.findByRole('heading', { name: new RegExp(name) })).toBeDefined();
    },
  );

  it('says of a patient, and of a requisition that was opened last, that a document has another name', async () => {
    const contradiction = { name: 'Amara Nwosu', line: 'Patient: Amara Nwosu', document: 'req_1' };
    const { type, entry } = await openPalette({
      'directory.list': async (input, real) => {
        const listed = await real(input);
        if (!listed.ok) return listed;
        const { value } = listed;
        return ok({ ...value, items: value.items.map((item) => ({ ...item, contradiction })) });
      },
    });
    type('okonk');
    const patient = await entry(/^Amara Okonkwo/);
    expect(patient.textContent).toContain('name in doubt');
    fireEvent.click(patient);
    await screen.findByRole('heading', { name: /Amara Okonkwo/, level: 1 });
    fireEvent.keyDown(document.body, { key: '1', ctrlKey: true });
    fireEvent.click(await screen.findByRole('option', { name: /Ferritin/ }));
    await screen.findByRole('heading', { name: 'Ferritin', level: 2 });
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    const recents = await screen.findByRole('group', { name: 'Opened last' });
    expect(
      within(recents)
        .getAllByRole('menuitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringMatching(/^Requisition: Ferritin.*Amara Okonkwo.*name in doubt$/),
      expect.stringMatching(/^Amara Okonkwo.*name in doubt$/),
    ]);
  });

  it('begins a requisition for a found patient', async () => {
    const { type, entry } = await openPalette();
    type('okonk');
    fireEvent.click(await entry(/^New requisition for Amara Okonkwo/));
    await screen.findByRole('heading', { name: 'New requisition', level: 1 });
    expect(screen.getAllByLabelText<HTMLInputElement>('Patient')[0]?.value).toBe('Amara Okonkwo');
  });

  it.each([
    ['ferrit', /Requisition: Ferritin/, 'Ferritin'],
    ['fasting di', /Form: Fasting diary/, 'Fasting diary'],
    ['fasting re', /Notification: Fasting reminder/, 'Fasting reminder'],
    ['req_2', /req_2/, 'Lipid panel'],
  ])('opens a record of the cache: %s', async (typed, name, heading) => {
    const { type, entry } = await openPalette();
    type(typed);
    fireEvent.click(await entry(name));
    expect(await screen.findByRole('heading', { name: heading, level: 2 })).toBeDefined();
  });

  it('offers first what was opened last', async () => {
    const { type, entry } = await openPalette();
    type('lipid');
    fireEvent.click(await entry(/Lipid panel/));
    await screen.findByRole('heading', { name: 'Lipid panel', level: 2 });
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    const recents = await screen.findByRole('group', { name: 'Opened last' });
    expect(
      within(recents)
        .getAllByRole('menuitem')
        .map(({ textContent }) => textContent),
    ).toEqual([expect.stringMatching(/^Requisition: Lipid panel/)]);
  });

  it('says of what was opened last whose it is', async () => {
    const { type, entry } = await openPalette();
    type('ferritin');
    fireEvent.click(await entry(/Ferritin/));
    await screen.findByRole('heading', { name: 'Ferritin', level: 2 });
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    const recents = await screen.findByRole('group', { name: 'Opened last' });
    const [first] = within(recents).getAllByRole('menuitem');
    expect(first?.textContent).toMatch(/^Requisition: Ferritin.*Amara Okonkwo/);
  });

  describe('with a command that changes several records', () => {
    const inbox: PageStart = {
      ...start,
      screen: 'notifications',
      names: { user_marsh: 'Marsha Marsh' },
      requisitions: [sentOrder({ id: 'req_1', name: 'Ferritin', patient: 'user_marsh' })],
      notifications: [visitNotification({ id: 'notf_1' }), visitNotification({ id: 'notf_2' }, { id: 'a' })],
    };
    async function openInInbox(typed: string, of: PageStart = inbox) {
      const page = showApp(of);
      await screen.findByRole('button', { name: 'Mark all' });
      fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
      const dialog = await screen.findByRole('dialog', { name: 'Find' });
      const field = within(dialog).getByRole<HTMLInputElement>('searchbox');
      fireEvent.change(field, { target: { value: typed } });
      const mark = await within(dialog).findByRole('menuitem', { name: /^Mark all: Mark all 2 as read/ });
      return { page, dialog, field, mark };
    }

    it('lists it behind the patients and records that match', async () => {
      const { dialog, mark } = await openInInbox('mar');
      const patient = await within(dialog).findByRole('menuitem', { name: /^Marsha Marsh/ });
      expect(patient.compareDocumentPosition(mark) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
      expect(within(dialog).getAllByRole('menuitem').at(-1)?.textContent).toMatch(/^Mark/);
    });

    it('does not run it by Enter alone, also where nothing else matches, and says which keys do', async () => {
      const { page, dialog, field, mark } = await openInInbox('mark all', { ...inbox, names: {} });
      const isMarked = () => field.getAttribute('aria-activedescendant') === mark.id;
      fireEvent.keyDown(field, { key: 'Enter' });
      expect(await within(dialog).findByText(/^This changes several records/)).toBeDefined();
      expect(page.inputs('inbox.markRead')).toEqual([]);
      fireEvent.keyDown(field, { key: 'ArrowDown' });
      await waitFor(() => expect(isMarked()).toBe(true));
      fireEvent.keyDown(field, { key: 'Enter' });
      await waitFor(() => expect(page.inputs('inbox.markRead')).toHaveLength(1));
    });

    it('runs it by a click', async () => {
      const { page, mark } = await openInInbox('mark all');
      fireEvent.click(mark);
      await waitFor(() => expect(page.inputs('inbox.markRead')).toHaveLength(1));
    });
  });

  it('is closed by Escape also while something is typed, so that no further key acts in it', async () => {
    const { field, type, entry } = await openPalette();
    type('setti');
    await entry(/^Settings/);
    fireEvent.keyDown(field, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Find' })).toBeNull());
  });

  it('says so when nothing matches, and why a search failed', async () => {
    const { type, dialog } = await openPalette({ 'inbox.page': async () => err('engine-down') });
    type('zzqx');
    expect(await within(dialog).findByText('Nothing matches.')).toBeDefined();
    expect(await within(dialog).findByRole('alert')).toBeDefined();
  });

  it('closes by Escape and gives the keyboard back', async () => {
    const { field } = await openPalette();
    fireEvent.keyDown(field, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('offers what cannot act behind what can: the arrow keys reach it, and Enter says its reason and does nothing', async () => {
    const said = vi.spyOn(announcer, 'say');
    showApp({ ...start, screen: 'day', notifications: [] });
    await waitFor(() => expect(document.body.textContent).toContain('0 appointments'));
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    const dialog = await screen.findByRole('dialog', { name: 'Find' });
    const field = within(dialog).getByRole('searchbox');
    const type = (value: string) => fireEvent.change(field, { target: { value } });
    const list = () => [...dialog.querySelectorAll('[role="menuitem"]')];
    const isUnavailable = (item: Element | null) => item?.getAttribute('aria-disabled') === 'true';
    type('p');
    const ofScreen = [...dialog.querySelectorAll('[role="group"]:first-of-type [role="menuitem"]')];
    const first = ofScreen.findIndex(isUnavailable);
    expect(first).toBeGreaterThan(0);
    expect(ofScreen.slice(first).every(isUnavailable)).toBe(true);

    type('print');
    await waitFor(() => expect(list()[0]?.textContent).toMatch(/^Print/));
    const current = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '');
    const reached: string[] = [];
    for (const _entry of list()) {
      fireEvent.keyDown(field, { key: 'ArrowDown' });
      await waitFor(() => expect(reached).not.toContain(current()?.textContent));
      reached.push(current()?.textContent ?? '');
      if (isUnavailable(current())) break;
    }
    expect(reached.at(-1)).toBe('PrintThere is nothing to print.');
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(said).toHaveBeenCalledWith(expect.anything(), 'There is nothing to print.'));
    expect(screen.getByRole('dialog', { name: 'Find' })).toBeDefined();
  });
});
