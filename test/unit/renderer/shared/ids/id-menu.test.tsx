import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { sentOrder } from '../../../../support/builders.ts';
import { press } from '../../../../support/page/actions.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';

usePage();

const getName = (): HTMLInputElement => screen.getByLabelText('Name on this computer');
const getIdentifier = (): HTMLInputElement => screen.getByLabelText('Birth date or number');
const typeName = (value: string): void => void fireEvent.change(getName(), { target: { value } });

const PATIENT = 'user_abcdefghij12345';

/** Opens the menu of the patient in the record. */
async function openMenu(): Promise<void> {
  const opener = await waitFor(() => {
    const found = screen.getAllByRole('button').find(({ textContent }) => textContent === PATIENT);
    if (found === undefined) throw new Error('the patient is not on screen');
    return found;
  });
  fireEvent.click(opener);
  await screen.findByLabelText('Name on this computer');
}

const waitUntilClosed = (): Promise<void> =>
  waitFor(() => expect(screen.queryByLabelText('Name on this computer')).toBeNull());

it('a name and a birth date that are being typed wait for the next opening when their box closes unasked', async () => {
  showApp({ requisitions: [sentOrder({ patient: PATIENT })] });
  fireEvent.click(await screen.findByRole('option', { name: /Complete blood count/ }));
  await openMenu();
  typeName('Anna Miller');
  fireEvent.change(getIdentifier(), { target: { value: '1980-03-01' } });
  fireEvent.keyDown(getName(), { key: 'Escape' });
  await waitUntilClosed();
  await openMenu();
  expect([getName().value, getIdentifier().value]).toEqual(['Anna Miller', '1980-03-01']);
  await press('Cancel');
  await waitUntilClosed();
  await openMenu();
  expect([getName().value, getIdentifier().value]).toEqual(['', '']);
});

it('a name that was saved leaves nothing that is not', async () => {
  const page = showApp({ requisitions: [sentOrder({ patient: PATIENT })] });
  fireEvent.click(await screen.findByRole('option', { name: /Complete blood count/ }));
  await openMenu();
  typeName('Anna Miller');
  await press('Save name');
  await waitUntilClosed();
  act(() => page.emit('saveInput', {}));
  await waitFor(() => expect(page.inputs('lock.inputSaved')).toEqual([{ isSaved: true }]));
  expect(page.inputs('unsavedInput.save').at(-1)).toMatchObject({ changes: [{ input: null }] });
});
