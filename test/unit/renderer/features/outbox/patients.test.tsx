import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { NEW_ORDER, sentOrder } from '../../../../support/builders.ts';
import { openActivity, RENAME } from '../../../../support/page/activity.ts';
import { usePage } from '../../../../support/page/render.tsx';
import { localId } from '../../../../support/pending.ts';

usePage();

const NEW = localId('requisition');
const PATIENTS = {
  requisitions: [sentOrder()],
  names: { user_patient0001: 'Anna Miller', user_p1: 'Berta Miller' },
};
const CREATE = {
  operation: 'requisitions.create',
  target: NEW,
  data: NEW_ORDER.data,
  label: 'Lipid panel',
} as const;

/** The name with the end of the id, which is the second identifier where no other one is known. */
const ANNA = /Anna Miller.*t0001/;
const BERTA = /Berta Miller.*user_p1/;

describe('Activity', () => {
  it('says of every pending change whose record it is, and in the question before it is discarded', async () => {
    await openActivity({
      ...PATIENTS,
      pending: [RENAME, { ...CREATE, state: 'uncertain' }, { ...RENAME, target: NEW }],
    });
    const cards = await screen.findAllByRole('article');
    const [edit, create, editOfNew] = cards;
    await within(edit ?? document.body).findByText('Anna Miller');
    expect(edit?.querySelector('header')?.textContent).toMatch(ANNA);
    expect(create?.querySelector('header')?.textContent).toMatch(BERTA);
    expect(editOfNew?.querySelector('header')?.textContent).toMatch(BERTA);
    fireEvent.click(within(edit ?? document.body).getByRole('button', { name: 'Discard' }));
    const question = await screen.findByRole('alertdialog', { name: 'Discard this change?' });
    expect(question.textContent).toMatch(ANNA);
  });

  it('says so in the question before a create is sent again, and above the fields of a change that is edited', async () => {
    await openActivity({
      ...PATIENTS,
      pending: [
        RENAME,
        { ...CREATE, state: 'needs-you', question: 'none-found', evidence: { mayHaveLeft: true } },
      ],
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Send again' }));
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toMatch(BERTA);
    fireEvent.click(within(question).getByRole('button', { name: 'Go back' }));
    fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
    expect((await screen.findByRole('region', { name: 'Change what will be sent' })).textContent).toMatch(
      ANNA,
    );
  });

  it('says so of a change that was sent', async () => {
    const { engine } = await openActivity(PATIENTS);
    const number = await engine.addPendingChange(RENAME);
    await engine.local('closeConfirmedChange', { number, data: RENAME.data ?? {}, ending: 'sent' });
    const region = await screen.findByRole('region', { name: /^Sent/ });
    await within(region).findByText('Anna Miller');
    expect(region.textContent).toMatch(ANNA);
  });

  it('says so of an order that was discarded before it was ever sent', async () => {
    const { engine } = await openActivity({ ...PATIENTS, pending: [CREATE] });
    const [order] = await engine.local('list', { limit: 1 }).then(({ items }) => items);
    await engine.local('discard', { number: order?.number ?? 0 });
    const region = await screen.findByRole('region', { name: /^Sent/ });
    await within(region).findByText('Berta Miller');
    expect(within(region).getByText('Discarded, never sent')).toBeTruthy();
    expect(region.textContent).toMatch(BERTA);
  });

  it('says so of a draft, and in the question before it is discarded', async () => {
    const page = await openActivity(PATIENTS);
    await page.ask('drafts.save', {
      key: '["requisitions.create","1",""]',
      operation: 'requisitions.create',
      target: null,
      label: 'Lipid panel',
      fields: { name: 'Lipid panel', patient: 'user_patient0001' },
      seen: {},
    });
    const region = await screen.findByRole('region', { name: /Drafts/ });
    expect(within(region).getByRole('listitem').textContent).toMatch(ANNA);
    fireEvent.click(within(region).getByRole('button', { name: /Discard/ }));
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('Lipid panel');
    expect(question.textContent).toMatch(ANNA);
  });
});
