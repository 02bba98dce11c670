import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { err } from '#contract/result.ts';
import { sentOrder } from '../../../../support/builders.ts';
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
});
