import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ok } from '#contract/result.ts';
import { rawForm, sentOrder, visitNotification } from '../../../../support/builders.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';

usePage();

describe('the actions of an open record', () => {
  it.each([
    { kind: 'a requisition', at: 'requisitions', name: 'Ferritin', id: 'req_1' },
    { kind: 'a form', at: 'forms', name: 'Fasting diary', id: 'form_1' },
    { kind: 'a notification', at: 'notifications', name: 'Fasting reminder', id: 'notf_1' },
  ] as const)('print the record, and name it for the access log: $kind', async ({ at, name, id }) => {
    const page = showApp(
      {
        screen: at,
        requisitions: [sentOrder({ id: 'req_1', name: 'Ferritin' })],
        forms: [rawForm({ id: 'form_1', name: 'Fasting diary' })],
        notifications: [visitNotification({ id: 'notf_1', title: 'Fasting reminder' })],
      },
      { 'app.print': async () => ok({ outcome: 'printed' }) },
    );
    fireEvent.click(await screen.findByRole('option', { name: new RegExp(name) }));
    const actions = within(await screen.findByRole('group', { name: 'Actions' }));
    fireEvent.click(actions.getByRole('button', { name: 'Print the record' }));
    await waitFor(() => expect(page.inputs('app.print')).toEqual([{ records: [id] }]));
  });
});
