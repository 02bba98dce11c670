import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { PendingChange } from '#contract/outbox.ts';
import type { AccountRemovalLosses, RemovalReceipt } from '#contract/removal.ts';
import { err, ok } from '#contract/result.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';
import { aWrite, CLINIC_ACCOUNT, createReceipt, openDemo, SIGNED_OUT } from '../../../../support/values.ts';

usePage();

const atClinic = openDemo({ accounts: [CLINIC_ACCOUNT], current: CLINIC_ACCOUNT.id, secrets: 'keychain' });
const receipt = createReceipt({
  account: CLINIC_ACCOUNT.id,
  baseUrl: CLINIC_ACCOUNT.baseUrl,
  userId: CLINIC_ACCOUNT.userId,
  discarded: [],
  files: ['accounts/a1b2c3d4e5f60718/local.db'],
});

/** An unsent order. */
function anUnsentOrder(number: number, own: Partial<PendingChange> = {}): PendingChange {
  return aWrite({ number, operation: 'requisitions.create', label: `Order ${number}`, fields: [], ...own });
}

/** Shows the accounts, with what would be lost with each. */
async function showAccounts(
  contents: readonly Partial<AccountRemovalLosses>[],
  answer: () =>
    | ReturnType<typeof ok<{ readonly receipts: readonly RemovalReceipt[] }>>
    | ReturnType<typeof err> = () => ok({ receipts: [receipt] }),
) {
  const whole = contents.map((each) => ({
    account: CLINIC_ACCOUNT.id,
    files: 'readable' as const,
    unsent: [],
    oldLocalStores: 0,
    ...each,
  }));
  let isRemoved = false;
  const page = showApp(
    { accounts: atClinic, screen: 'account' },
    {
      'accounts.listContents': async () => ok({ contents: whole }),
      'accounts.remove': async () => {
        const result = answer();
        isRemoved = result.ok;
        return result;
      },
      'accounts.list': async () => ok(isRemoved ? SIGNED_OUT : atClinic),
    },
  );
  return page;
}

async function openDialog(button: string): Promise<HTMLElement> {
  fireEvent.click(await screen.findByRole('button', { name: button }));
  return screen.findByRole('alertdialog');
}

it('an account without unsent changes is removed after one confirmation, and the screen says what was checked', async () => {
  const page = await showAccounts([{}]);
  const dialog = await openDialog('Remove clinic.example.org (user_nurse01)');
  expect(dialog.textContent).toContain('It also leaves the list of accounts.');
  await within(dialog).findByText('All changes are on the service.');
  expect(page.inputs('accounts.remove')).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete and remove' }));
  expect(
    await screen.findByText('clinic.example.org (user_nurse01) was removed from this computer.'),
  ).toBeDefined();
  expect(page.inputs('accounts.remove')).toEqual([
    { what: 'remove', account: CLINIC_ACCOUNT.id, discards: [], acceptsUnreadable: false },
  ]);
});

it('a page that is loaded after a removal says what was deleted until the user closes it', async () => {
  const page = showApp(
    { accounts: SIGNED_OUT, screen: 'account' },
    { 'accounts.getReceipts': async () => ok({ receipts: [receipt] }) },
  );
  const told = 'clinic.example.org (user_nurse01) was removed from this computer.';
  expect(await screen.findByText(told)).toBeDefined();
  expect(page.inputs('accounts.dismissReceipts')).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByText(told)).toBeNull());
  expect(page.inputs('accounts.dismissReceipts')).toEqual([{}]);
});

it('what was removed is no longer told once somebody has signed in', async () => {
  const page = await showAccounts([{}]);
  const dialog = await openDialog('Remove clinic.example.org (user_nurse01)');
  await within(dialog).findByText('All changes are on the service.');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete and remove' }));
  await screen.findByText(/was removed from this computer\.$/);
  for (const [label, value] of [
    ['Base address', 'clinic.example.org'],
    ['Access token', 'TOK'],
    ['JWT', 'JWT'],
  ] as const)
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(page.inputs('accounts.signIn')).toHaveLength(1));
  await waitFor(() => expect(screen.queryByText(/was removed from this computer\.$/)).toBeNull());
});

it('every unsent change has to be ticked by name before the account can be deleted', async () => {
  const patient = 'user_abcdefghij12345';
  const page = await showAccounts([{ unsent: [anUnsentOrder(3, { patient }), anUnsentOrder(4)] }]);
  const dialog = await openDialog('Sign out of clinic.example.org (user_nurse01)');
  expect(dialog.textContent).toContain('stay in the list, for the next sign-in');
  const confirm = await within(dialog).findByRole('button', { name: 'Discard 2 changes and delete' });
  fireEvent.click(await within(dialog).findByRole('checkbox', { name: /Order 3 · user_ ?… ?12345/ }));
  expect(confirm.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(within(dialog).getByRole('checkbox', { name: /Order 4/ }));
  await waitFor(() => expect(confirm.getAttribute('aria-disabled')).toBeNull());
  fireEvent.click(confirm);
  await waitFor(() =>
    expect(page.inputs('accounts.remove')).toEqual([
      { what: 'sign-out', account: CLINIC_ACCOUNT.id, discards: [3, 4], acceptsUnreadable: false },
    ]),
  );
});

it('a change that may have reached the service offers no discarding, and can be sent', async () => {
  const page = await showAccounts([{ unsent: [anUnsentOrder(3, { state: 'uncertain' })] }]);
  const dialog = await openDialog('Remove clinic.example.org (user_nurse01)');
  await within(dialog).findByText(/decide about it in Activity first/);
  expect(within(dialog).queryByRole('checkbox')).toBeNull();
  expect(
    within(dialog)
      .getByRole('button', { name: 'Discard one change and delete' })
      .getAttribute('aria-disabled'),
  ).toBe('true');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send now' }));
  await waitFor(() => expect(page.inputs('sync.run')).not.toEqual([]));
  await waitFor(() => expect(page.inputs('accounts.listContents')).toHaveLength(2));
});

it('one change is not spoken of as several, and says that it is not sent before the user decides', async () => {
  await showAccounts([{ unsent: [anUnsentOrder(3, { state: 'needs-you', question: 'conflict' })] }]);
  const dialog = await openDialog('Remove clinic.example.org (user_nurse01)');
  await within(dialog).findByText(/without it, export it, or tick it to discard it\./);
  expect(within(dialog).getByRole('listitem').textContent).toContain(
    'It is sent only after you have decided about it in Activity.',
  );
});

it('files that are locked with a PIN cannot be deleted, and the dialog says what opens them', async () => {
  // Its old files stay with it: nothing is said to be lost.
  const page = await showAccounts([{ files: 'locked', oldLocalStores: 1 }]);
  const dialog = await openDialog('Remove clinic.example.org (user_nurse01)');
  await within(dialog).findByText(/clinic.example.org \(user_nurse01\) is locked with its PIN and stays/);
  expect(within(dialog).queryByRole('checkbox')).toBeNull();
  expect(dialog.textContent).not.toContain('old file');
  expect(within(dialog).queryByText('All changes are on the service.')).toBeNull();
  const confirm = within(dialog).getByRole('button', { name: 'Delete and remove' });
  expect(confirm.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(confirm);
  expect(page.inputs('accounts.remove')).toEqual([]);
});

it('files that no key opens are deleted only with consent', async () => {
  const page = await showAccounts([{ files: 'unreadable' }]);
  const dialog = await openDialog('Remove clinic.example.org (user_nurse01)');
  await within(dialog).findByText(/No key opens the files of clinic.example.org \(user_nurse01\)/);
  const confirm = within(dialog).getByRole('button', { name: 'Delete and remove' });
  expect(confirm.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(within(dialog).getByRole('checkbox'));
  await waitFor(() => expect(confirm.getAttribute('aria-disabled')).toBeNull());
  fireEvent.click(confirm);
  await waitFor(() => expect(page.inputs('accounts.remove')).toMatchObject([{ acceptsUnreadable: true }]));
});

it('old files of an account are deleted only with a tick, and nothing says that all changes are on the service', async () => {
  const page = await showAccounts([{ oldLocalStores: 2 }]);
  const dialog = await openDialog('Sign out of clinic.example.org (user_nurse01)');
  await within(dialog).findByText(/clinic.example.org \(user_nurse01\): 2 old files with changes/);
  expect(within(dialog).queryByText('All changes are on the service.')).toBeNull();
  const confirm = within(dialog).getByRole('button', { name: 'Sign out and delete' });
  expect(confirm.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(within(dialog).getByRole('checkbox'));
  await waitFor(() => expect(confirm.getAttribute('aria-disabled')).toBeNull());
  fireEvent.click(confirm);
  await waitFor(() => expect(page.inputs('accounts.remove')).toMatchObject([{ acceptsUnreadable: true }]));
});

it('removing all accounts waits for unsent changes, which it names by account', async () => {
  await showAccounts([{ unsent: [anUnsentOrder(3)] }]);
  const dialog = await openDialog('Remove all accounts');
  await within(dialog).findByText(/clinic.example.org \(user_nurse01\): one change is not on the service/);
  expect(within(dialog).getByRole('button', { name: 'Delete all' }).getAttribute('aria-disabled')).toBe(
    'true',
  );
});

it('removing all accounts names every file to which unsent changes were exported', async () => {
  const unsent = [anUnsentOrder(3)];
  await showAccounts([
    { unsent, exportedTo: '/stick/one.intray-export' },
    { account: 'other', unsent, exportedTo: '/stick/two.intray-export' },
  ]);
  const dialog = await openDialog('Remove all accounts');
  await within(dialog).findByText(/one\.intray-export, \/stick\/two\.intray-export/);
  expect(
    within(dialog).getByRole('button', { name: 'Delete and keep the export' }).getAttribute('aria-disabled'),
  ).toBeNull();
});

it('unsent changes of all accounts can be exported, and then leave with them', async () => {
  const unsent = [anUnsentOrder(3)];
  const content = { account: CLINIC_ACCOUNT.id, files: 'readable' as const, unsent, oldLocalStores: 0 };
  const file = `/media/stick/intray-${CLINIC_ACCOUNT.id}.intray-export`;
  let isExported = false;
  const page = showApp(
    { accounts: atClinic, screen: 'account' },
    {
      'accounts.listContents': async () =>
        ok({ contents: [isExported ? { ...content, exportedTo: file } : content] }),
      'accounts.exportAll': async () => {
        isExported = true;
        return ok({ saved: { files: [{ account: CLINIC_ACCOUNT.id, file, bytes: 9_000, changes: 1 }] } });
      },
    },
  );
  const dialog = await openDialog('Remove all accounts');
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Export all accounts' }));
  const form = await screen.findByRole('dialog');
  for (const label of ['Passphrase', 'The same passphrase again'])
    fireEvent.change(within(form).getByLabelText(label), { target: { value: 'correct horse battery' } });
  fireEvent.click(within(form).getByRole('button', { name: 'Choose a place and export' }));
  expect((await within(form).findByText(/was read back, decrypted and compared/)).textContent).toContain(
    file,
  );
  fireEvent.click(within(form).getByRole('button', { name: 'Close' }));
  const confirm = await within(dialog).findByRole('button', { name: 'Delete and keep the export' });
  await waitFor(() => expect(confirm.getAttribute('aria-disabled')).toBeNull());
  fireEvent.click(confirm);
  await waitFor(() =>
    expect(page.inputs('accounts.remove')).toMatchObject([{ what: 'wipe', acceptsExported: true }]),
  );
});

it('a refusal is shown in the dialog, and the account stays', async () => {
  await showAccounts([{}], () => err('keychain-locked'));
  const dialog = await openDialog('Remove clinic.example.org (user_nurse01)');
  await within(dialog).findByText('All changes are on the service.');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete and remove' }));
  expect((await within(dialog).findByRole('alert')).textContent).toContain(
    'The keychain of this computer is locked.',
  );
});

it('unsent changes that may have arrived can be exported, and then leave with the account', async () => {
  const unsent = [anUnsentOrder(3, { state: 'uncertain' })];
  const content = { account: CLINIC_ACCOUNT.id, files: 'readable' as const, unsent, oldLocalStores: 0 };
  let isExported = false;
  const file = '/media/stick/intray.intray-export';
  const page = showApp(
    { accounts: atClinic, screen: 'account' },
    {
      'accounts.listContents': async () =>
        ok({ contents: [isExported ? { ...content, exportedTo: file } : content] }),
      'accounts.export': async () => {
        isExported = true;
        return ok({ saved: { file, bytes: 9_000, changes: 1 } });
      },
    },
  );
  const dialog = await openDialog('Remove clinic.example.org (user_nurse01)');
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Export unsent changes' }));
  const form = await screen.findByRole('dialog');
  fireEvent.change(within(form).getByLabelText('Passphrase'), { target: { value: 'correct horse battery' } });
  fireEvent.change(within(form).getByLabelText('The same passphrase again'), {
    target: { value: 'correct horse battery' },
  });
  fireEvent.click(within(form).getByRole('button', { name: 'Choose a place and export' }));
  await within(form).findByText(/was read back, decrypted and compared/);
  fireEvent.click(within(form).getByRole('button', { name: 'Close' }));
  const confirm = await within(dialog).findByRole('button', { name: 'Delete and keep the export' });
  await waitFor(() => expect(confirm.getAttribute('aria-disabled')).toBeNull());
  expect(dialog.textContent).toContain(file);
  fireEvent.click(confirm);
  await waitFor(() =>
    expect(page.inputs('accounts.remove')).toMatchObject([{ discards: [], acceptsExported: true }]),
  );
});
