import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { err } from '#contract/result.ts';
import { sentOrder } from '../../../support/builders.ts';
import { goTo, openRow, press } from '../../../support/page/actions.ts';
import { showApp, usePage } from '../../../support/page/render.tsx';
import { CLINIC_ACCOUNT, openDemo } from '../../../support/values.ts';

usePage();

const { accounts } = openDemo();
const TWO_ACCOUNTS = openDemo({ accounts: [...accounts, CLINIC_ACCOUNT] });

/** Saves another name of a requisition; the disk is full, which the page learns of this save only with `answer`, and of others at once. */
async function saveForLong() {
  const answered = Promise.withResolvers<void>();
  let isAsked = false;
  const page = showApp(
    { accounts: TWO_ACCOUNTS, requisitions: [sentOrder({ name: 'Ferritin', patient: 'user_patient1' })] },
    {
      'outbox.save': async () => {
        if (!isAsked) {
          isAsked = true;
          await answered.promise;
        }
        return err('storage-full');
      },
    },
  );
  await openRow();
  await press(/^Edit/);
  const [name] = await screen.findAllByRole('combobox', { name: 'Name' });
  fireEvent.change(name ?? document.body, { target: { value: 'Transferrin' } });
  await press('Save changes');
  await waitFor(() => expect(page.inputs('outbox.save')).toHaveLength(1));
  return { page, answer: () => act(async () => answered.resolve()) };
}

it('a save that fails after its editor was left names its record', async () => {
  const { answer } = await saveForLong();
  await press('Close');
  await screen.findByRole('region', { name: 'Record' });
  await answer();
  const banner = await screen.findByText(/The disk is full/);
  expect(banner.textContent).toContain('The requisition was not saved: Transferrin.');
});

it('a save that fails in an account that was left names that account, and nothing of its record', async () => {
  const { page, answer } = await saveForLong();
  act(() => page.emit('accounts', { ...TWO_ACCOUNTS, current: CLINIC_ACCOUNT.id, secrets: 'keychain' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull());
  await answer();
  const banner = await screen.findByText(/The disk is full/);
  expect(banner.textContent).toContain(
    'A requisition of the account Demo clinic was not saved. Its draft is kept there.',
  );
  expect(document.body.textContent).not.toContain('Transferrin');
});

it('a save that failed in an account that was removed since hides no other one', async () => {
  const { page, answer } = await saveForLong();
  const both = { ...TWO_ACCOUNTS, current: CLINIC_ACCOUNT.id, secrets: 'keychain' } as const;
  act(() => page.emit('accounts', both));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull());
  await goTo('Requisitions');
  await openRow();
  await press(/^Share with/);
  await press('Share it');
  const isShown = (words: string) => waitFor(() => screen.getByText(words, { exact: false }));
  await isShown('The change was not saved.');
  await answer();
  await isShown('of the account Demo clinic was not saved');
  act(() => page.emit('accounts', { ...both, accounts: [CLINIC_ACCOUNT] }));
  await isShown('The change was not saved.');
  await press('Dismiss');
  await waitFor(() => expect(screen.queryByText(/The disk is full/)).toBeNull());
});
