import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { err, ok } from '#contract/result.ts';
import { NEW_ORDER } from '../../../support/app.ts';
import { publishedForm, sentOrder } from '../../../support/builders.ts';
import type { TestPage } from '../../../support/page/page.ts';
import { localId, type Pended } from '../../../support/pending.ts';
import { showApp, usePage } from '../../../support/page/render.tsx';
import { aHealth, aKindHealth } from '../../../support/page-values.ts';

usePage();

const NEW = localId('requisition');

const update = { operation: 'requisitions.update', target: 'req_1', label: 'Complete blood count' } as const;
/** A pending change of a requisition's name. */
const rename: Pended = { ...update, data: { name: 'Complete blood count' }, base: { name: 'Blood count' } };
/** A pending change of another record. */
const other: Pended = { ...rename, target: 'req_9' };
const conflict: Pended = {
  ...update,
  state: 'needs-you',
  question: 'conflict',
  data: { name: 'Blood count, fasting', share_with_patient: true, order_details: 'In the morning' },
  base: { name: 'Blood count', share_with_patient: false, order_details: '' },
  theirs: { name: 'Blood count, later', share_with_patient: false },
};

const asked = (page: TestPage, name: 'outbox.list' | 'outbox.resolve' | 'outbox.edit') => page.inputs(name);
const outbox = async (page: TestPage) => (await page.ask('outbox.list', {})).items;
const ended = async (page: TestPage) => (await page.ask('outbox.acknowledged', {})).items;

async function activityWith(...setUp: Parameters<typeof showApp>): Promise<TestPage> {
  const page = showApp(...setUp);
  fireEvent.click(await screen.findByRole('button', { name: /^Activity/ }));
  await screen.findByRole('heading', { name: 'Activity', level: 1 });
  return page;
}

describe('the outbox', () => {
  it('says so if nothing is pending', async () => {
    await activityWith();
    await screen.findByText('Nothing needs your decision.');
    expect(screen.getByText(/Everything is on the service/)).toBeDefined();
    expect(screen.getByText(/No change has been sent from this computer yet/)).toBeDefined();
    expect(screen.queryByRole('heading', { name: /Quarantined/ })).toBeNull();
    expect(document.title).toBe('Activity – Intray');
  });

  it('shows the pending changes in order, and what each waits for', async () => {
    await activityWith({
      pending: [
        { operation: 'requisitions.create', target: NEW, data: NEW_ORDER.data, state: 'uncertain' },
        { ...rename, target: NEW, error: { code: 'offline' } },
      ],
    });
    const [first, second] = await screen.findAllByRole('article');
    expect(first?.textContent).toContain('Not sure');
    expect(first?.textContent).toContain('keeps checking and does not send it twice');
    expect(second?.textContent).toContain('Saved here');
    expect(second?.textContent).toContain('Will be sent after no. 1');
    expect(second?.textContent).toContain('cannot be reached');
  });

  it('shows what has changed since the user decided, and sends the change or discards it', async () => {
    const page = await activityWith({
      pending: [
        {
          ...update,
          state: 'needs-you',
          question: 'changed',
          data: { share_with_patient: true },
          base: { share_with_patient: false, order_details: 'Fasting' },
          theirs: { order_details: 'Not fasting' },
        },
      ],
    });
    const card = await screen.findByRole('article');
    expect(card.textContent).toContain('has changed on the service since you decided');
    expect(card.textContent).toMatch(
      /Order details\s*When you last viewed it\s*Fasting\s*On the service now\s*Not fasting/,
    );
    expect(within(card).getByRole('button', { name: 'Discard' })).toBeDefined();
    fireEvent.click(within(card).getByRole('button', { name: 'Send anyway' }));
    await waitFor(async () => expect(await outbox(page)).toMatchObject([{ state: 'saved', question: null }]));
  });

  it('says that a change whose response was lost may have arrived, there and before it is discarded', async () => {
    await activityWith({ pending: [{ ...rename, evidence: { mayHaveLeft: true }, attempts: 1 }] });
    const card = await screen.findByRole('article');
    expect(card.textContent).toContain('It may have arrived');
    fireEvent.click(within(card).getByRole('button', { name: 'Discard' }));
    expect((await screen.findByRole('alertdialog')).textContent).toContain('stays there');
  });

  it('shows acknowledged changes with their outcome, and records that were not applied with the reason', async () => {
    const { engine } = await activityWith({ forms: [publishedForm({ id: '../etc' })] });
    const end = (write: Pended, how: 'sent' | 'gave-way'): void => {
      const number = engine.pend(write);
      engine.files.localNow('acknowledge', { number, data: write.data ?? {}, how });
    };
    end(rename, 'sent');
    end({ operation: 'forms.publish', target: 'form_1' }, 'gave-way');
    await screen.findByText('On the service');
    expect(screen.getByText('The service’s value was kept')).toBeDefined();
    expect(screen.getByText(/Publishing a form/)).toBeDefined();
    const aside = screen.getByRole('region', { name: /Quarantined/ });
    expect(aside.textContent).toContain('Its id cannot be used');
    expect(aside.textContent).toContain('../etc');
  });

  it('keeps its content when it cannot be read, and says so', async () => {
    let isBroken = true;
    const page = await activityWith(
      { pending: [rename] },
      { 'outbox.list': async (input, real) => (isBroken ? err('engine-down') : real(input)) },
    );
    const notification = await screen.findByRole('alert');
    expect(notification.textContent).toContain('They are still stored on this computer.');
    isBroken = false;
    fireEvent.click(within(notification).getByRole('button', { name: 'Try again' }));
    await screen.findByRole('article', undefined, { timeout: 3000 });
    expect(asked(page, 'outbox.list').length).toBeGreaterThan(1);
  });

  it('shows the state of each kind: the learned order, what is behind and why', async () => {
    const kinds = [aKindHealth({ order: 'mixed', suspected: 3, state: 'incomplete' })];
    await activityWith({}, { 'sync.health': () => Promise.resolve(ok(aHealth({ kinds, account: null }))) });
    await screen.findByText('No fixed order');
    expect(screen.getByText(/3 records were not in the last full sync/)).toBeDefined();
    expect(screen.getByText(/did not receive all records/)).toBeDefined();
  });

  it('reports the state of the local store, here and above every screen', async () => {
    const app = { state: 'recovered', carried: 12, lost: 1, incomplete: ['drafts', 'views'] } as const;
    await activityWith(
      {},
      { 'sync.health': () => Promise.resolve(ok(aHealth({ desk: app, account: null }))) },
    );
    const words = /12 pending changes were recovered\. One .* is lost\. .*: drafts, saved views\./;
    await screen.findByText(words);
    fireEvent.click(screen.getByRole('button', { name: /^Forms/ }));
    fireEvent.click(await screen.findByRole('button', { name: 'Open Activity' }));
    expect(await screen.findByText(words)).toBeDefined();
  });
});

describe('editing a pending change from another screen', () => {
  const renamed: Pended = { ...rename, data: { name: 'B' }, base: { name: 'A' } };
  const order = sentOrder({ name: 'A' });
  const editInStrip = async (): Promise<HTMLElement> =>
    within(await screen.findByRole('region', { name: 'Not on the service yet' })).findByRole('button', {
      name: 'Edit',
    });

  it('opens the editor though the list was loaded earlier', async () => {
    const page = await activityWith({ requisitions: [order], pending: [other] });
    await screen.findByRole('article');
    fireEvent.click(screen.getByRole('button', { name: /^Requisitions/ }));
    page.engine.pend(renamed);
    fireEvent.click(await screen.findByRole('option', { name: /^Lab\s*B/ }, { timeout: 4_000 }));
    fireEvent.click(await editInStrip());
    expect(await screen.findByLabelText('Name', undefined, { timeout: 4_000 })).toHaveProperty('value', 'B');
  });

  it('keeps the input when the screen changes', async () => {
    await activityWith({ requisitions: [order], pending: [renamed] });
    fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'typed and not saved' } });
    fireEvent.click(screen.getByRole('button', { name: /^Requisitions/ }));
    fireEvent.click(screen.getByRole('button', { name: /^Activity/ }));
    expect(await screen.findByLabelText('Name')).toHaveProperty('value', 'typed and not saved');
  });

  it('says that there is nothing to edit if the change is gone', async () => {
    const page = await activityWith({ requisitions: [order], pending: [other] });
    await screen.findByRole('article');
    fireEvent.click(screen.getByRole('button', { name: /^Requisitions/ }));
    const number = page.engine.pend(renamed);
    fireEvent.click(await screen.findByRole('option', { name: /^Lab\s*B/ }, { timeout: 4_000 }));
    const edit = await editInStrip();
    const gone = page.engine.files.localNow('acknowledge', { number, data: { name: 'B' }, how: 'sent' });
    expect(gone.ok).toBe(true);
    fireEvent.click(edit);
    expect(await screen.findByText(/no longer in the outbox/, undefined, { timeout: 4_000 })).toBeDefined();
  });
});

describe('a conflict', () => {
  it('is decided field by field, and says which of my values are lost before it is', async () => {
    const page = await activityWith({ pending: [conflict] });
    const card = await screen.findByRole('article');
    expect(card.textContent).toContain('Another user changed the same field');
    for (const word of ['Before', 'Yours', 'On the service', 'In the morning'])
      expect(card.textContent).toContain(word);
    const apply = () => within(card).getByRole<HTMLButtonElement>('button', { name: 'Apply these choices' });
    expect(apply().disabled).toBe(true);
    expect(card.textContent).toContain('Choose a value for every field first.');
    const name = within(card).getByRole('radiogroup', { name: 'Which Name to keep' });
    fireEvent.click(within(name).getByRole('radio', { name: 'Keep the service’s' }));
    const shared = within(card).getByRole('radiogroup', { name: 'Which Shared with patient to keep' });
    fireEvent.click(within(shared).getByRole('radio', { name: 'Keep mine' }));
    fireEvent.click(apply());
    const question = await screen.findByRole('alertdialog', { name: 'Discard your values?' });
    expect(question.textContent).toContain('yours are discarded: Name.');
    expect(asked(page, 'outbox.resolve')).toEqual([]);
    fireEvent.click(within(question).getByRole('button', { name: 'Keep the service’s values' }));
    await waitFor(() =>
      expect(asked(page, 'outbox.resolve')).toEqual([
        { number: 1, resolution: { take: 'fields', mine: ['share_with_patient'] } },
      ]),
    );
    const mine = [{ field: 'share_with_patient' }, { field: 'order_details' }];
    expect(await outbox(page)).toMatchObject([{ state: 'saved', fields: mine }]);
  });

  it('continues without a confirmation if all of mine are kept', async () => {
    const page = await activityWith({ pending: [conflict] });
    fireEvent.click(await screen.findByRole('button', { name: 'Keep mine for all' }));
    fireEvent.click(screen.getByRole('button', { name: 'Apply these choices' }));
    await waitFor(() => expect(asked(page, 'outbox.resolve')).toHaveLength(1));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('says so when the choice could not be saved', async () => {
    await activityWith({ pending: [conflict] }, { 'outbox.resolve': async () => err('on-its-way') });
    fireEvent.click(await screen.findByRole('button', { name: 'Keep mine for all' }));
    fireEvent.click(screen.getByRole('button', { name: 'Apply these choices' }));
    expect((await screen.findByRole('alert')).textContent).toContain('is being sent');
  });
});

describe('a create whose response was lost', () => {
  const lost: Pended = {
    operation: 'requisitions.create',
    target: NEW,
    data: NEW_ORDER.data,
    state: 'needs-you',
    question: 'several-found',
    evidence: { mayHaveLeft: true },
    candidates: [
      { id: 'req_7', createdBy: 'user_provider01', createdAt: null, name: 'Lipids', differences: [] },
      {
        id: 'req_8',
        createdBy: 'user_other',
        createdAt: null,
        name: 'Lipids, fasting',
        differences: [{ field: 'order_details', mine: '"by noon"', theirs: '"any time"' }],
      },
    ],
  };

  it('shows the candidates with their evidence, and adopts the chosen one', async () => {
    const page = await activityWith({ pending: [lost] });
    const card = await screen.findByRole('article');
    expect(card.textContent).toContain('req_7');
    expect(card.textContent).toContain('user_other');
    expect(card.textContent).toContain('Identical to yours.');
    expect(card.textContent).toContain('any time');
    expect(card.textContent).toContain('by noon');
    fireEvent.click(within(card).getAllByRole('button', { name: 'This is the same record' })[0] ?? card);
    await waitFor(async () =>
      expect(await ended(page)).toMatchObject([{ number: 1, how: 'found', id: 'req_7' }]),
    );
  });

  it('is sent once more only after the warning', async () => {
    const page = await activityWith({ pending: [lost] });
    fireEvent.click(await screen.findByRole('button', { name: 'Send again' }));
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('the service will have it twice');
    fireEvent.click(within(question).getByRole('button', { name: 'Go back' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(asked(page, 'outbox.resolve')).toEqual([]);
  });

  it('is discarded only after the user was told that the record is lost with it', async () => {
    const page = await activityWith({ pending: [lost] });
    fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    const question = await screen.findByRole('alertdialog', { name: 'Discard this change?' });
    expect(question.textContent).toContain('The record is only on this computer');
    fireEvent.click(within(question).getByRole('button', { name: 'Discard' }));
    await waitFor(async () => expect(await ended(page)).toMatchObject([{ number: 1, how: 'gave-way' }]));
  });
});

describe('a rejected change', () => {
  const rejected: Pended = {
    ...rename,
    state: 'rejected',
    error: { code: 'rejected', serverWords: 'name: too short' },
  };

  it('shows the message of the service', async () => {
    await activityWith({ pending: [rejected] });
    const card = await screen.findByRole('article');
    expect(card.textContent).toContain('Not accepted');
    expect(within(card).getByText('name: too short')).toBeDefined();
  });

  it('is edited and saved, and the input stays when it could not be saved', async () => {
    let isFull = true;
    const page = await activityWith(
      { pending: [rejected] },
      { 'outbox.edit': async (input, real) => (isFull ? err('storage-full') : real(input)) },
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
    fireEvent.change(name, { target: { value: 'Blood count, fasting' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save the change' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The disk is full');
    expect(name.value).toBe('Blood count, fasting');
    isFull = false;
    fireEvent.click(screen.getByRole('button', { name: 'Save the change' }));
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull());
    const [field] = (await outbox(page))[0]?.fields ?? [];
    expect(field).toMatchObject({ field: 'name', mine: '"Blood count, fasting"' });
  });

  it('that disappears while it is edited leaves the input on screen', async () => {
    const page = await activityWith({ pending: [rejected] });
    fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
    fireEvent.change(name, { target: { value: 'typed' } });
    await page.ask('outbox.discard', { number: 1 });
    await screen.findByText(/is no longer in the outbox/, undefined, { timeout: 3000 });
    expect(name.value).toBe('typed');
  });
});
