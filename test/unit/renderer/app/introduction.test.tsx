import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ok } from '#contract/result.ts';
import { aHealth, CLINIC_ACCOUNT, openDemo, SIGNED_OUT } from '../../../support/values.ts';
import { rawRequisition } from '../../../support/builders.ts';
import { showApp, usePage } from '../../../support/page/render.tsx';

usePage();

const NEW = { settings: { isIntroduced: false }, screen: 'home' } as const;
const STEPS = 5;
const atClinic = openDemo({
  accounts: [...openDemo().accounts, CLINIC_ACCOUNT],
  current: CLINIC_ACCOUNT.id,
  secrets: 'keychain',
});
/** A draft is in a queue of every user. */
const draft = rawRequisition({
  id: 'req_draft',
  name: 'Ferritin',
  status_history: [{ status: 'draft', changed_by: 'user_d1', changed_at: '2026-03-02T09:30:00.000Z' }],
});

const welcome = () => screen.findByRole('dialog', { name: 'Welcome to Intray' });
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const press = async (name: string | RegExp) => fireEvent.click(await button(name));
const title = async () => (await screen.findByRole('dialog')).querySelector('h2')?.textContent;
const wasIntroduced = (page: ReturnType<typeof showApp>) =>
  page.inputs('settings.set').some((input) => JSON.stringify(input) === '{"isIntroduced":true}');

async function goThroughTour(): Promise<readonly (string | undefined)[]> {
  const titles: (string | undefined)[] = [];
  for (let step = 1; step < STEPS; step += 1) {
    await screen.findByText(`Step ${step} of ${STEPS}`);
    titles.push(await title());
    await press('Next');
  }
  await screen.findByText(`Step ${STEPS} of ${STEPS}`);
  return [...titles, await title()];
}

describe('The welcome', () => {
  it('says what Intray is, and saves nothing before it is answered', async () => {
    const page = showApp(NEW);
    expect((await welcome()).textContent).toContain('requisitions, forms and notifications of your clinic');
    await button('Look at the demo clinic');
    expect(page.inputs('settings.set')).toEqual([]);
  });

  it('starts the tour in the demo clinic, and does not come back', async () => {
    const page = showApp(NEW);
    await press('Look at the demo clinic');
    await screen.findByText('Step 1 of 5');
    expect(screen.queryByRole('dialog', { name: 'Welcome to Intray' })).toBeNull();
    expect(wasIntroduced(page)).toBe(true);
    expect(page.shell.settings.isIntroduced).toBe(true);
  });

  it('closes without a tour by Escape', async () => {
    const page = showApp(NEW);
    fireEvent.keyDown(await welcome(), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(wasIntroduced(page)).toBe(true);
  });

  it('leads to the sign-in, with the focus in its first field; after signing in the tour begins', async () => {
    const page = showApp(NEW, {
      'accounts.signIn': async () => {
        page.emit('accounts', atClinic);
        return ok(atClinic);
      },
    });
    await press('Sign in to yours');
    const address = await screen.findByLabelText('Base address');
    await waitFor(() => expect(document.activeElement).toBe(address));
    expect(page.inputs('settings.set')).toEqual([]);
    fireEvent.change(address, { target: { value: 'clinic.example.org' } });
    fireEvent.change(screen.getByLabelText('Access token'), { target: { value: 'a' } });
    fireEvent.change(screen.getByLabelText('JWT'), { target: { value: 'b' } });
    await press('Sign in');
    await screen.findByText('Step 1 of 5');
    expect(page.inputs('accounts.signIn')).toMatchObject([{ baseUrl: 'https://clinic.example.org' }]);
    expect(wasIntroduced(page)).toBe(true);
  });

  it.each([
    ['has seen it', { screen: 'home', settings: { isIntroduced: true } }],
    ['has an account', { ...NEW, accounts: atClinic }],
    ['has an account and looks at the demo clinic', { ...NEW, accounts: { ...atClinic, current: 'demo' } }],
    ['is asked for an account at the start', { ...NEW, accounts: SIGNED_OUT }],
  ] as const)('is not shown to a user who %s', async (_who, start) => {
    const page = showApp(start);
    await waitFor(() => expect(page.inputs('settings.get')).not.toEqual([]));
    await screen.findAllByRole('heading', { level: 1 });
    await act(() => page.ready);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is not shown while the settings cannot be read', async () => {
    const page = showApp(NEW, {
      'settings.get': async () => ({ ok: false, error: { code: 'engine-down' } }),
    });
    await screen.findByRole('heading', { level: 1, name: 'Home' });
    await act(() => page.ready);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('The tour', () => {
  it.each([
    ['the demo clinic', openDemo()],
    ['an account', atClinic],
  ])(
    'starts from the Help menu in %s, has five steps, and opens the first list at its end',
    async (_where, accounts) => {
      const page = showApp({ screen: 'home', accounts, requisitions: [draft] });
      await screen.findByRole('button', { name: /^1 Drafts/ });
      act(() => page.emit('command', { id: 'help.tour' }));
      expect(new Set(await goThroughTour()).size).toBe(STEPS);
      await press(/^Open the first list: Drafts/);
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await screen.findByRole('listbox', { name: 'Requisitions' });
      await screen.findByRole('option', { name: /Ferritin/ });
      await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('listbox'));
    },
  );

  it('ends without a list where nothing needs work', async () => {
    const page = showApp({ screen: 'home' });
    await screen.findByRole('button', { name: /Drafts/ });
    act(() => page.emit('command', { id: 'help.tour' }));
    await goThroughTour();
    await press('End the tour');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await screen.findByRole('heading', { level: 1, name: 'Home' });
  });

  it('goes back, keeps the focus on its button, and gives it back where it is skipped', async () => {
    const page = showApp({ screen: 'settings' });
    const field = await screen.findByRole('radio', { name: 'Dark' });
    field.focus();
    act(() => page.emit('command', { id: 'help.tour' }));
    await screen.findByText('Step 1 of 5');
    expect(document.activeElement).toBe(await button('Next'));
    await press('Next');
    await screen.findByText('Step 2 of 5');
    expect(document.activeElement).toBe(await button('Next'));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Back' }));
    await screen.findByText('Step 1 of 5');
    fireEvent.keyDown(await screen.findByRole('dialog'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).not.toBe(document.body);
  });

  it('is offered by nothing while no account is open', async () => {
    const page = showApp(
      { accounts: SIGNED_OUT, settings: { isIntroduced: true } },
      { 'sync.health': async () => ok(aHealth({ account: null })) },
    );
    await screen.findByRole('heading', { level: 1 });
    act(() => page.emit('command', { id: 'help.tour' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
