import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { showApp, usePage } from '../../../../support/page/render.tsx';
import { localId } from '../../../../support/pending.ts';
import { NEW_ORDER } from '../../../../support/builders.ts';

usePage();

const PATIENCE = { timeout: 10_000 };

describe('a create that was discarded', () => {
  it('was never sent, and no record of it can be opened', async () => {
    const { engine } = showApp();
    const number = await engine.addPendingChange({ ...NEW_ORDER, target: localId('requisition') });
    const ending = 'gave-way';
    await engine.local('closeConfirmedChange', { number, data: NEW_ORDER.data, ending });
    fireEvent.click(await screen.findByRole('button', { name: /^Activity/ }));
    await screen.findByText('Discarded, never sent', undefined, PATIENCE);
    expect(screen.queryByText('The service’s value was kept')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Open the record' })).toBeNull();
  });
});
