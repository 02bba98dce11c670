import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { err, ok } from '#contract/result.ts';
import { rawNotification, sentOrder } from '../../../../support/builders.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';

usePage();

const PATIENT = 'user_abcdefghij12345';
const record = sentOrder({ patient: PATIENT, created_by: 'user_2' });

async function openRecord(): Promise<void> {
  fireEvent.click(await screen.findByRole('option', { name: /Complete blood count/ }));
  await screen.findByRole('heading', { level: 2, name: 'Complete blood count' });
}
/** The id on screen that opens a menu of actions. */
function opener(words: string): HTMLElement {
  const found = screen.getAllByRole('button').find(({ textContent }) => textContent === words);
  if (found === undefined) throw new Error(`no button says ${words}`);
  return found;
}

describe('local names', () => {
  it('are shown in lists and records, always with the end of the id', async () => {
    showApp({ requisitions: [record], names: { [PATIENT]: 'Amira Haddad' } });
    await waitFor(() => expect(screen.getByRole('option').textContent).toContain('Amira Haddad'));
    expect(screen.getByRole('option').textContent).toContain('user_…12345');
    await openRecord();
    expect(opener('Amira Haddad user_…12345')).toBeDefined();
  });

  it('show when two ids have the same name, ignoring case', async () => {
    showApp({ requisitions: [record], names: { [PATIENT]: 'Ana', user_2: 'ANA' } });
    await openRecord();
    expect((await screen.findAllByText('another id has this name')).length).toBeGreaterThan(1);
  });

  it('are entered and removed where the id is shown', async () => {
    showApp({ requisitions: [record] });
    await openRecord();
    fireEvent.click(opener(PATIENT));
    const menu = await screen.findByRole('dialog', { name: 'Actions for this id' });
    fireEvent.click(within(menu).getByRole('button', { name: 'Save name' }));
    expect(within(menu).getByText('Enter a name.')).toBeDefined();
    fireEvent.change(within(menu).getByRole('textbox', { name: 'Name on this computer' }), {
      target: { value: '  Amira   Haddad ' },
    });
    fireEvent.click(within(menu).getByRole('button', { name: 'Save name' }));
    await waitFor(() => expect(opener('Amira Haddad user_…12345')).toBeDefined());
    fireEvent.click(opener('Amira Haddad user_…12345'));
    fireEvent.click(await screen.findByRole('button', { name: 'Remove the name' }));
    await waitFor(() => expect(screen.queryByText('Amira Haddad')).toBeNull());
  });

  it('that could not be saved are reported, and stay in the field', async () => {
    showApp({ requisitions: [record] }, { 'directory.set': async () => err('storage-full') });
    await openRecord();
    fireEvent.click(opener(PATIENT));
    const field = await screen.findByRole('textbox', { name: 'Name on this computer' });
    fireEvent.change(field, { target: { value: 'Ana' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save name' }));
    expect(await screen.findByText(/The disk is full/)).toBeDefined();
    expect((field as HTMLInputElement).value).toBe('Ana');
  });

  it('are listed, searched, and renamed on their own screen', async () => {
    showApp({ names: { user_1: 'Zoe', fac_9: 'Northgate' } });
    fireEvent.click(await screen.findByRole('button', { name: /^Names/ }));
    expect(await screen.findByRole('heading', { name: '2 names' })).toBeDefined();
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'fac_' } });
    expect(screen.queryByText('Zoe')).toBeNull();
    expect(screen.getByText('Northgate')).toBeDefined();
  });

  it('show when the name of another id differs in one letter', async () => {
    showApp({ requisitions: [record], names: { [PATIENT]: 'Grace Marsh', user_2: 'Grace Marsch' } });
    await waitFor(() => expect(screen.getByRole('option').textContent).toContain('similar name'));
    await openRecord();
    expect(
      (await screen.findAllByText('the name of another id differs in one letter')).length,
    ).toBeGreaterThan(1);
  });

  it('are shown with a birth date or a number instead of the end of the id, where one is known', async () => {
    showApp({ requisitions: [record] });
    await openRecord();
    fireEvent.click(opener(PATIENT));
    const type = (name: string, value: string) =>
      fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
    await screen.findByRole('dialog', { name: 'Actions for this id' });
    type('Name on this computer', 'Amira Haddad');
    type('Birth date or number', 'unknown');
    fireEvent.click(screen.getByRole('button', { name: 'Save name' }));
    expect(await screen.findByText(/^Enter a birth date or a number/)).toBeDefined();
    type('Birth date or number', '12 Mar 1980');
    fireEvent.click(screen.getByRole('button', { name: 'Save name' }));
    await waitFor(() => expect(screen.getByRole('option').textContent).toContain('Amira Haddad 12 Mar 1980'));
    expect(screen.getByRole('option').textContent).not.toContain('12345');
  });
});

const NOTICE = rawNotification({
  id: 'notf_1',
  title: 'Message',
  text: 'Wanda Quill: “When do I come?”',
  props: { id: 'mesg_1', object: 'message', sender: PATIENT },
});

describe('a name that is removed or changed on the screen of names', () => {
  const A = 'user_a';
  const B = 'user_b';

  /** Three names, the first of which comes from a table and has a birth date. */
  async function openNames() {
    const page = showApp({ screen: 'directory', names: { [B]: 'Bo', user_c: 'Cy' } });
    await page.ready;
    await page.ask('directory.save', {
      changes: [{ id: A, name: 'Ada', identifier: '12 Mar 1980' }],
      source: 'imported',
    });
    await screen.findByRole('heading', { name: '3 names' });
    const entry = async () => (await page.ask('directory.list', {})).items.find(({ id }) => id === A);
    return { page, entry };
  }
  const rowOf = (id: string): HTMLElement => {
    const found = screen.getAllByRole('row').find(({ textContent }) => textContent?.includes(id));
    if (found === undefined) throw new Error(`no row has ${id}`);
    return found;
  };
  const buttonOf = (id: string, name: string) => within(rowOf(id)).getByRole('button', { name });
  const undo = () => fireEvent.keyDown(window, { key: 'z', ctrlKey: true });

  it('is back after Undo with its birth date and its source; meanwhile the next row has the focus', async () => {
    const { entry } = await openNames();
    buttonOf(A, 'Remove').focus();
    fireEvent.click(buttonOf(A, 'Remove'));
    await screen.findByRole('heading', { name: '2 names' });
    expect(document.activeElement).toBe(buttonOf(B, 'Change'));
    undo();
    await screen.findByRole('heading', { name: '3 names' });
    expect(await entry()).toMatchObject({ name: 'Ada', identifier: '12 Mar 1980', source: 'imported' });
  });

  it('is removed while it is edited too, and the next row gets the focus', async () => {
    const { entry } = await openNames();
    fireEvent.click(buttonOf(A, 'Change'));
    fireEvent.click(screen.getByRole('button', { name: 'Remove the name' }));
    await screen.findByRole('heading', { name: '2 names' });
    expect(document.activeElement).toBe(buttonOf(B, 'Change'));
    undo();
    await screen.findByRole('heading', { name: '3 names' });
    expect(await entry()).toMatchObject({ source: 'imported' });
  });

  it.each(['Cancel', 'Escape'])(
    'stays as it is by %s, which returns to the button of its row',
    async (how) => {
      const { entry } = await openNames();
      const before = await entry();
      fireEvent.click(buttonOf(A, 'Change'));
      const field = screen.getByRole('textbox', { name: 'Name on this computer' });
      fireEvent.change(field, { target: { value: 'Eve' } });
      if (how === 'Escape') fireEvent.keyDown(field, { key: 'Escape' });
      else fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
      expect(screen.queryByRole('textbox', { name: 'Name on this computer' })).toBeNull();
      expect(document.activeElement).toBe(buttonOf(A, 'Change'));
      expect(await entry()).toEqual(before);
    },
  );
});

describe('suggested names', () => {
  it('are only on the screen of names until one is confirmed, and nothing is ticked beforehand', async () => {
    const page = showApp({ requisitions: [record], notifications: [NOTICE] });
    fireEvent.click(await screen.findByRole('button', { name: /^Names/ }));
    const tick = await screen.findByRole('checkbox', { name: /^Use “Wanda Quill”/ });
    expect((tick as HTMLInputElement).checked).toBe(false);
    expect(screen.getByText('Wanda Quill: “When do I come?”')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: /^Requisitions/ }));
    expect((await screen.findByRole('option')).textContent).not.toContain('Quill');
    fireEvent.click(screen.getByRole('button', { name: /^Names/ }));
    fireEvent.click(await screen.findByRole('checkbox', { name: /^Use “Wanda Quill”/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Save 1 name' }));
    expect(await screen.findByText('No document suggests a name for an id without one.')).toBeDefined();
    expect(screen.getByText('1 name was saved.')).toBeDefined();
    expect(page.inputs('directory.save')).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: /^Requisitions/ }));
    await waitFor(() => expect(screen.getByRole('option').textContent).toContain('Wanda Quill'));
  });

  it('are not ticked any more once documents say another name for the id', async () => {
    let name = 'Wanda Quill';
    const page = showApp(
      { requisitions: [record], notifications: [NOTICE] },
      {
        'directory.suggestions': async (asked, real) => {
          const found = await real(asked);
          if (!found.ok) return found;
          const renamed = found.value.items.map(({ id, names }) => ({
            id,
            names: names.map((one) => ({ ...one, name })),
          }));
          return ok({ ...found.value, items: renamed });
        },
      },
    );
    fireEvent.click(await screen.findByRole('button', { name: /^Names/ }));
    fireEvent.click(await screen.findByRole('checkbox', { name: /^Use “Wanda Quill”/ }));
    expect(screen.getByRole('button', { name: 'Save 1 name' })).toBeDefined();
    name = 'Owen Bell';
    act(() => page.emit('localDataChanged', { what: 'directory', ids: [] }));
    const tick = await screen.findByRole('checkbox', { name: /^Use “Owen Bell”/ });
    expect((tick as HTMLInputElement).checked).toBe(false);
    expect(screen.queryByRole('button', { name: 'Save 1 name' })).toBeNull();
    expect(page.inputs('directory.save')).toEqual([]);
  });

  it('are left out where the id has a name meanwhile, which is said', async () => {
    showApp(
      { requisitions: [record], notifications: [NOTICE] },
      { 'directory.save': async () => ok({ saved: 0, skipped: [PATIENT] }) },
    );
    fireEvent.click(await screen.findByRole('button', { name: /^Names/ }));
    fireEvent.click(await screen.findByRole('checkbox', { name: /^Use “Wanda Quill”/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Save 1 name' }));
    const skipped = '0 names were saved. 1 name had changed meanwhile and was left as it is.';
    expect(await screen.findByText(skipped)).toBeDefined();
  });

  it('that disagree are decided one by one, each with its own button', async () => {
    const other = rawNotification({ ...NOTICE, id: 'notf_2', text: 'Owen Bell: “Thanks”' });
    showApp({ requisitions: [record], notifications: [NOTICE, other] });
    fireEvent.click(await screen.findByRole('button', { name: /^Names/ }));
    expect(await screen.findByRole('heading', { name: 'Documents disagree' })).toBeDefined();
    expect(screen.queryByRole('checkbox')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: /^Use “Owen Bell”/ }));
    expect(await screen.findByRole('heading', { name: '1 name' })).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Documents disagree' })).toBeNull());
  });

  it('keep their own buttons when the row of another one leaves: a second press uses no name in its place', async () => {
    const said = (id: string, name: string, sender: string) =>
      rawNotification({
        ...NOTICE,
        id,
        text: `${name}: “Hello”`,
        props: { id: 'mesg_1', object: 'message', sender },
      });
    const disputed = [
      said('notf_1', 'Wanda Quill', 'user_a'),
      said('notf_2', 'Owen Bell', 'user_a'),
      said('notf_3', 'Ada Stone', 'user_b'),
      said('notf_4', 'Kim Frost', 'user_b'),
    ];
    showApp({ notifications: disputed, names: { user_c: 'Zoe' } });
    fireEvent.click(await screen.findByRole('button', { name: /^Names/ }));
    const last = await screen.findByRole('button', { name: /^Use “Kim Frost”/ });
    fireEvent.click(screen.getByRole('button', { name: /^Use “Wanda Quill”/ }));
    await waitFor(() => expect(screen.getAllByRole('button', { name: /^Use “/ })).toHaveLength(2));
    expect(screen.getByRole('button', { name: /^Use “Kim Frost”/ })).toBe(last);
  });

  it('of somebody else than the name of an id are a warning on its rows, until the user keeps the name', async () => {
    showApp({ requisitions: [record], notifications: [NOTICE], names: { [PATIENT]: 'Grace Marsh' } });
    fireEvent.click(await screen.findByRole('button', { name: /^Names/ }));
    expect(await screen.findByText(/A document says “Wanda Quill”/)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: /^Requisitions/ }));
    await waitFor(() => expect(screen.getByRole('option').textContent).toContain('name in doubt'));
    fireEvent.click(screen.getByRole('button', { name: /^Names/ }));
    fireEvent.click(await screen.findByRole('button', { name: 'The name is right' }));
    await waitFor(() => expect(screen.queryByText(/A document says/)).toBeNull());
  });

  it('of somebody else stay a warning where keeping the name failed, and a banner says why', async () => {
    showApp(
      { requisitions: [record], notifications: [NOTICE], names: { [PATIENT]: 'Grace Marsh' } },
      { 'directory.keep': async () => err('storage-full') },
    );
    fireEvent.click(await screen.findByRole('button', { name: /^Names/ }));
    fireEvent.click(await screen.findByRole('button', { name: 'The name is right' }));
    await screen.findByText(/^The change was not saved\. The disk is full/);
    expect(screen.getByText(/A document says “Wanda Quill”/)).toBeDefined();
  });
});

describe('a table of names', () => {
  it('shows what it would change, and changes nothing before it is confirmed', async () => {
    const page = showApp({ names: { user_1: 'Zoe' } });
    fireEvent.click(await screen.findByRole('button', { name: /^Names/ }));
    await screen.findByRole('heading', { name: '1 name' });
    const table = 'id,name,identifier\nuser_1,Zoë Bell,\nuser_2,Owen Bell,1980\nuser_3,,\nuser_4';
    const input = document.querySelector('input[type=file]');
    if (input === null) throw new Error('there is no input for a file');
    const file = new File([table], 'names.csv');
    fireEvent.change(input, { target: { files: Object.assign([file], { item: () => file }) } });
    const preview = await screen.findByRole('region', { name: 'Import these names?' });
    expect(preview.textContent).toContain('Zoe → Zoë Bell');
    expect(preview.textContent).toContain('Owen Bell 1980');
    expect(preview.textContent).toContain('1 line has no name.');
    expect(preview.textContent).toContain('Line 5: it does not have the columns');
    expect(page.inputs('directory.save')).toEqual([]);
    fireEvent.click(within(preview).getByRole('button', { name: 'Import 2 names' }));
    expect(await screen.findByText('2 names were imported.')).toBeDefined();
    expect(await screen.findByRole('heading', { name: '2 names' })).toBeDefined();
  });
});
