import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openDemo, SIGNED_OUT } from '../../../support/values.ts';
import { showApp, usePage } from '../../../support/page/render.tsx';

usePage();

const SENTENCE = /Answer the question of your computer’s keychain\./;

describe.each([
  ['before an account is open', SIGNED_OUT],
  ['while one is open', openDemo()],
])('a question of the keychain %s', (_when, accounts) => {
  it('is shown at once, can be cancelled, and disappears when it has been answered', async () => {
    const page = showApp({ accounts });
    await screen.findByRole('main');
    expect(screen.queryByText(SENTENCE)).toBeNull();
    act(() => page.emit('accounts', { ...accounts, isKeychainAsking: true }));
    await screen.findByText(SENTENCE);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(page.inputs('accounts.cancelKeychain')).toEqual([{}]);
    act(() => page.emit('accounts', accounts));
    expect(screen.queryByText(SENTENCE)).toBeNull();
  });
});
