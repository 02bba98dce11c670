import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Account } from '#contract/accounts.ts';
import { err, ok } from '#contract/result.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';
import { CLINIC_ACCOUNT, openDemo } from '../../../../support/values.ts';

usePage();

const PASSPHRASE = 'correct horse battery';
const RESULT = { changes: 2, uncertain: 1, known: 3, differing: 1, others: 5 };

/** Shows the accounts and opens a dialog of one. */
async function openDialog(
  button: RegExp,
  answers: Parameters<typeof showApp>[1],
  account: Account = CLINIC_ACCOUNT,
) {
  const accounts = openDemo({ accounts: [account], current: account.id, secrets: 'keychain' });
  const page = showApp({ accounts, screen: 'account' }, answers);
  fireEvent.click(await screen.findByRole('button', { name: button }));
  return { page, dialog: await screen.findByRole('dialog') };
}

function type(dialog: HTMLElement, label: string, value: string): void {
  fireEvent.change(within(dialog).getByLabelText(label), { target: { value } });
}

it('an export asks for a passphrase of ten characters twice, and says where the file is', async () => {
  const file = '/media/stick/intray.intray-export';
  const { page, dialog } = await openDialog(/^Export the local data of clinic.example.org/, {
    'accounts.export': async () => ok({ saved: { file, bytes: 9_000, changes: 2 } }),
  });
  const submit = within(dialog).getByRole('button', { name: 'Choose a place and export' });
  type(dialog, 'Passphrase', 'short');
  fireEvent.click(submit);
  await within(dialog).findByText('At least 10 characters.');
  type(dialog, 'Passphrase', PASSPHRASE);
  type(dialog, 'The same passphrase again', 'correct horse');
  fireEvent.click(submit);
  await within(dialog).findByText('The two passphrases differ.');
  expect(page.inputs('accounts.export')).toEqual([]);
  type(dialog, 'The same passphrase again', PASSPHRASE);
  fireEvent.click(submit);
  await within(dialog).findByText(`The file ${file} was read back, decrypted and compared.`);
  expect(dialog.textContent).toContain('2 changes in it are not on the service.');
  expect(page.inputs('accounts.export')).toEqual([{ account: CLINIC_ACCOUNT.id, passphrase: PASSPHRASE }]);
});

it('the form stays where the dialog of the system is closed, and shows what went wrong', async () => {
  let answer: ReturnType<typeof err> | ReturnType<typeof ok<{ saved: null }>> = ok({ saved: null });
  const { page, dialog } = await openDialog(/^Export the local data of/, {
    'accounts.export': async () => answer,
  });
  type(dialog, 'Passphrase', PASSPHRASE);
  type(dialog, 'The same passphrase again', PASSPHRASE);
  const submit = within(dialog).getByRole('button', { name: 'Choose a place and export' });
  fireEvent.click(submit);
  await waitFor(() => expect(page.inputs('accounts.export')).toHaveLength(1));
  await waitFor(() => expect(submit.getAttribute('aria-disabled')).toBeNull());
  answer = err('storage-full');
  fireEvent.click(submit);
  expect((await within(dialog).findByRole('alert')).textContent).toContain('The disk is full.');
});

it('a file that is being read does not disable the focused button, so that Escape closes the dialog afterwards', async () => {
  let answer: (result: ReturnType<typeof err>) => void = () => {};
  const { dialog } = await openDialog(/^Import local data into/, {
    'accounts.import': () => new Promise((resolve) => (answer = resolve)),
  });
  type(dialog, 'Passphrase', PASSPHRASE);
  const submit = within(dialog).getByRole('button', { name: 'Choose the file and import' });
  submit.focus();
  fireEvent.click(submit);
  await waitFor(() => expect(submit.getAttribute('aria-disabled')).toBe('true'));
  expect(submit).toHaveProperty('disabled', false);
  answer(err('export-damaged'));
  await within(dialog).findByText(/no complete export file/);
  expect(document.activeElement).toBe(submit);
  fireEvent.keyDown(submit, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('an import says what was added, what may have arrived and what was skipped', async () => {
  const { page, dialog } = await openDialog(/^Import local data into clinic.example.org/, {
    'accounts.import': async () => ok({ imported: RESULT }),
  });
  type(dialog, 'Passphrase', PASSPHRASE);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Choose the file and import' }));
  await within(dialog).findByText(/2 changes were added to the outbox. One may have reached/);
  expect(dialog.textContent).toContain('3 were here already and were skipped.');
  expect(dialog.textContent).toContain('Keep the file until that is sent.');
  expect(page.inputs('accounts.import')).toEqual([
    { account: CLINIC_ACCOUNT.id, passphrase: PASSPHRASE, isSameUser: false },
  ]);
});

it('where the user of the account or the file is not known, the user confirms whose it is', async () => {
  const { page, dialog } = await openDialog(/^Import local data into/, {
    'accounts.import': async ({ isSameUser }) =>
      isSameUser ? ok({ imported: RESULT }) : err('user-unconfirmed'),
  });
  expect(within(dialog).queryByRole('checkbox')).toBeNull();
  type(dialog, 'Passphrase', PASSPHRASE);
  const submit = within(dialog).getByRole('button', { name: 'Choose the file and import' });
  fireEvent.click(submit);
  fireEvent.click(await within(dialog).findByRole('checkbox'));
  fireEvent.click(submit);
  await within(dialog).findByText('Imported');
  expect(page.inputs('accounts.import')).toMatchObject([{ isSameUser: false }, { isSameUser: true }]);
});

it('an account without a known user asks at once', async () => {
  const { dialog } = await openDialog(/^Import local data into/, {}, { ...CLINIC_ACCOUNT, userId: null });
  expect(within(dialog).getByRole('checkbox')).toBeDefined();
});
