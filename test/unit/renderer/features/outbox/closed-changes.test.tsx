import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { showApp, usePage } from '../../../../support/page/render.tsx';
import { localId } from '../../../../support/pending.ts';
import { NEW_ORDER } from '../../../../support/builders.ts';

usePage();

describe('a change of a form whose delete is pending', () => {
  it('is sent only if that is discarded, and was dropped once the form is deleted', async () => {
    const { engine } = showApp();
    const of = { target: 'form_1' } as const;
    await engine.addPendingChange({ ...of, operation: 'forms.update', data: { name: 'Renamed' } });
    const number = await engine.addPendingChange({ ...of, operation: 'forms.delete' });
    fireEvent.click(await screen.findByRole('button', { name: /^Activity/ }));
    const words = `Will be sent only if the deletion, no. ${number}, is discarded`;
    await screen.findByText(words);
    await engine.local('closeConfirmedChange', { number, data: {}, ending: 'sent' });
    await screen.findByText('Dropped: the form was deleted');
    expect(screen.queryByText(words)).toBeNull();
  });
});

describe('a create that was discarded', () => {
  it('was never sent, and no record of it can be opened', async () => {
    const { engine } = showApp();
    const number = await engine.addPendingChange({ ...NEW_ORDER, target: localId('requisition') });
    const ending = 'gave-way';
    await engine.local('closeConfirmedChange', { number, data: NEW_ORDER.data, ending });
    fireEvent.click(await screen.findByRole('button', { name: /^Activity/ }));
    await screen.findByText('Discarded, never sent');
    expect(screen.queryByText('The service’s value was kept')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Open the record' })).toBeNull();
  });
});
