import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ok } from '#contract/result.ts';
import type { UnsavedInput, UnsavedInputChange } from '#contract/screen-states.ts';
import { showApp, usePage } from '../../../support/page/render.tsx';
import { aWrite, CLINIC_ACCOUNT, createLockedState, openDemo } from '../../../support/values.ts';
import { waitUntilPasses } from '../../../support/wait.ts';

usePage();

/** Shows the app with what an earlier page has stored; returns what this page has stored last. */
function show(stored: readonly UnsavedInput[] = [], start: Parameters<typeof showApp>[0] = {}) {
  const page = showApp(start, { 'screenStates.list': async () => ok({ 'unsaved-input': stored }) });
  const getStored = (): readonly UnsavedInputChange[] => {
    const inputs = page.inputs('unsavedInput.save') as readonly { changes: readonly UnsavedInputChange[] }[];
    return inputs.at(-1)?.changes ?? [];
  };
  const lock = async (): Promise<void> => {
    act(() => page.emit('saveInput', {}));
    await waitUntilPasses(() => expect(page.inputs('lock.inputSaved')).toEqual([{ isSaved: true }]));
  };
  return { page, getStored, lock };
}

const goTo = async (name: string): Promise<void> =>
  void fireEvent.click(await screen.findByRole('button', { name: new RegExp(`^${name}`) }));
const type = async (label: RegExp | string, value: string): Promise<void> =>
  void fireEvent.change(await screen.findByLabelText(label), { target: { value } });

describe('a sign-in that a lock interrupts', () => {
  it('keeps address and user, and no token', async () => {
    const { getStored, lock } = show();
    await goTo('Accounts');
    await type('Base address', 'https://south.example.org');
    await type(/^Access token/, 'TOK-SENTINEL');
    await type(/^JWT/, 'JWT-SENTINEL');
    await type(/^Your user id/, 'user_7');
    await lock();
    expect(getStored()).toEqual([
      {
        key: '["sign-in",""]',
        input: JSON.stringify({ baseUrl: 'https://south.example.org', userId: 'user_7' }),
      },
    ]);
    expect(JSON.stringify(getStored())).not.toContain('SENTINEL');
  });

  it('is offered again, and filled in where it is opened', async () => {
    const input = JSON.stringify({ baseUrl: 'https://south.example.org', userId: 'user_7' });
    show([{ key: '["sign-in",""]', input }]);
    await screen.findByText('Not saved yet, but kept: the address and the user of a sign-in.');
    fireEvent.click(screen.getByRole('button', { name: 'Go there' }));
    expect(await screen.findByLabelText('Base address')).toHaveProperty('value', 'https://south.example.org');
    expect(screen.getByLabelText(/^Your user id/)).toHaveProperty('value', 'user_7');
    expect(screen.getByLabelText(/^Access token/)).toHaveProperty('value', '');
  });
});

describe('settings that a lock interrupts', () => {
  it('keep the times of the downtime packs, and no password', async () => {
    const { getStored, lock } = show();
    await goTo('Settings');
    await type('Times of the day', '06:15, 22:45');
    await type(/^Password$/, 'a secret of the pack');
    await lock();
    expect(getStored()).toEqual([
      { key: '["pack-times",""]', input: JSON.stringify({ times: '06:15, 22:45' }) },
    ]);
  });

  it('keep the space for PDFs until it is saved', async () => {
    const { getStored, lock, page } = show();
    await goTo('Settings');
    const field = await screen.findByLabelText('Maximum size, in MB');
    fireEvent.change(field, { target: { value: '321' } });
    await lock();
    expect(getStored()).toEqual([{ key: '["pdf-space",""]', input: JSON.stringify({ typed: '321' }) }]);
    fireEvent.submit(field);
    await waitUntilPasses(() => expect(page.inputs('pdfs.setOfflinePolicy')).toHaveLength(1));
    act(() => page.emit('saveInput', {}));
    const none = [{ key: '["pdf-space",""]', input: null }];
    await waitUntilPasses(() => expect(getStored()).toEqual(none));
  });
});

describe('what a lock that interrupts it never keeps', () => {
  it.each([
    [
      'a new PIN',
      async () => {
        await goTo('Settings');
        fireEvent.click(await screen.findByRole('button', { name: 'Set a PIN' }));
        await type('New PIN', '271828');
        await type('New PIN again', '271828');
      },
    ],
    [
      'a search',
      async () => {
        await goTo('Requisitions');
        fireEvent.change(await screen.findByRole('searchbox'), { target: { value: '271828' } });
      },
    ],
    [
      'the passphrase of an export',
      async () => {
        fireEvent.click(await screen.findByRole('button', { name: /^Export the local data of/ }));
        const dialog = await screen.findByRole('dialog');
        for (const field of dialog.querySelectorAll('input[type=password]'))
          fireEvent.change(field, { target: { value: 'secret 271828' } });
      },
    ],
  ])('%s', async (_what, enter) => {
    const accounts = openDemo({
      accounts: [CLINIC_ACCOUNT],
      current: CLINIC_ACCOUNT.id,
      secrets: 'keychain',
    });
    const { page, getStored, lock } = show([], { accounts, screen: 'account' });
    await enter();
    expect(document.body.querySelector('input[value*="271828"]')).not.toBeNull();
    await lock();
    expect(getStored()).toEqual([]);
    for (const name of ['screenStates.set', 'drafts.save'] as const)
      expect(JSON.stringify(page.inputs(name))).not.toContain('271828');
  });
});

it('what was ticked in a dialog that a lock interrupts is never kept', async () => {
  const accounts = openDemo({ accounts: [CLINIC_ACCOUNT], current: CLINIC_ACCOUNT.id, secrets: 'keychain' });
  const unsent = [aWrite({ number: 3, operation: 'requisitions.create', label: 'Order 3', fields: [] })];
  const contents = [{ account: CLINIC_ACCOUNT.id, files: 'readable' as const, unsent, oldLocalStores: 0 }];
  const page = showApp(
    { accounts, screen: 'account' },
    { 'accounts.listContents': async () => ok({ contents }) },
  );
  fireEvent.click(await screen.findByRole('button', { name: /^Sign out of/ }));
  const tick = await screen.findByRole('checkbox', { name: /Order 3/ });
  fireEvent.click(tick);
  expect(tick).toHaveProperty('checked', true);
  const before = page.asked.length;
  act(() => page.emit('saveInput', {}));
  await waitUntilPasses(() => expect(page.inputs('lock.inputSaved')).toEqual([{ isSaved: true }]));
  const saved = page.asked
    .slice(before)
    .filter(({ name }) => name !== 'lock.inputSaved' && name !== 'lock.pageCovered');
  expect(saved).toEqual([]);
});

it('a recovery code that is typed at a locked window is never kept', async () => {
  const page = showApp(
    {},
    {
      'lock.state': async () => ok(createLockedState()),
    },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Forgotten the PIN?' }));
  await type('Recovery code', '0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV');
  await type('New PIN', '271828');
  act(() => page.emit('saveInput', {}));
  expect(page.asked.map(({ name }) => name)).not.toContain('unsavedInput.save');
  expect(JSON.stringify(page.asked)).not.toMatch(/89AB|271828/);
});
