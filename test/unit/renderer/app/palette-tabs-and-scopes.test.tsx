import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { inStatus, sentOrder } from '../../../support/builders.ts';
import type { PageStart } from '../../../support/page/page.ts';
import { openPalette, pressKey } from '../../../support/page/palette.ts';
import { showApp, usePage } from '../../../support/page/render.tsx';
import { CLINIC_ACCOUNT, openDemo } from '../../../support/values.ts';

usePage();

const START: PageStart = {
  requisitions: [
    sentOrder({ id: 'req_1', name: 'Ferritin', ...inStatus('results_received') }),
    sentOrder({ id: 'req_2', name: 'Lipid panel' }),
  ],
};

describe('the tabs of the worklist in the palette', () => {
  it('are offered from another screen, and keep the search', async () => {
    showApp(START);
    const field = await screen.findByRole('searchbox');
    fireEvent.change(field, { target: { value: 'ferritin' } });
    pressKey('h');
    await screen.findByRole('heading', { name: 'Home', level: 1 });
    const { type, choose } = await openPalette();
    type('results requisitions');
    await choose('Results received (Requisitions)');
    const tab = await screen.findByRole('radio', { name: /Results received$/ });
    await waitFor(() => expect(tab.getAttribute('aria-checked')).toBe('true'));
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('ferritin');
    expect(await screen.findByRole('option', { name: /Ferritin/ })).toBeDefined();
    expect(screen.queryByRole('option', { name: /Lipid panel/ })).toBeNull();
  });

  it('are offered on their screen too, but for the open one and one without rows', async () => {
    showApp(START);
    await screen.findByRole('option', { name: /Ferritin/ });
    const { type, read } = await openPalette();
    type('(requisitions)');
    expect(read().filter((name) => !name.startsWith('Saved views'))).toEqual([
      'Draft (Requisitions)',
      'Sent (Requisitions)',
      'Results received (Requisitions)',
      'Needs review (Requisitions)',
    ]);
  });
});

describe('whose reviews Home counts, in the palette', () => {
  const own = openDemo({ accounts: [CLINIC_ACCOUNT], current: CLINIC_ACCOUNT.id });

  it('is chosen from another screen', async () => {
    showApp({ ...START, accounts: own });
    await screen.findByRole('option', { name: /Ferritin/ });
    const { type, choose } = await openPalette();
    type('all reviews');
    await choose('All reviews (Home)');
    const choice = await screen.findByRole('radio', { name: 'All reviews' });
    expect(choice.getAttribute('aria-checked')).toBe('true');
    const again = await openPalette();
    again.type('reviews (home)');
    expect(again.read()).toEqual(['My reviews (Home)']);
  });

  it('is not offered where the user id is not known', async () => {
    showApp({
      ...START,
      accounts: openDemo({ accounts: [{ ...CLINIC_ACCOUNT, userId: null }], current: CLINIC_ACCOUNT.id }),
    });
    await screen.findByRole('option', { name: /Ferritin/ });
    const { type, read } = await openPalette();
    type('reviews (home)');
    expect(read()).toEqual(['Nothing matches.']);
  });
});
