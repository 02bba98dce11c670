import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CallInput } from '#contract/api.ts';
import {
  formatServiceTime,
  NOON,
  publishedForm,
  rawRequest,
  reviewAsked,
  sentOrder,
} from '../../../support/builders.ts';
import { pendingChanges, RENAME, toSeen } from '../../../support/page/activity.ts';
import type { TestPage } from '../../../support/page/page.ts';
import { showApp, usePage } from '../../../support/page/render.tsx';
import { OWN_ACCOUNT } from '../../../support/values.ts';

usePage();

const toast = (): HTMLElement | null => document.querySelector('[data-part="toast"]');
const button = (name: RegExp): HTMLElement | null =>
  within(toast() ?? document.body).queryByRole('button', { name });
const toSay = async (words: string): Promise<void> =>
  waitFor(() => expect(toast()?.textContent).toContain(words));
const press = (name: RegExp): void => void fireEvent.click(button(name) ?? document.body);
const type = (label: string, value: string): void =>
  void fireEvent.change(screen.getAllByLabelText(label)[0] ?? document.body, { target: { value } });
async function confirm(name: string): Promise<void> {
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }));
}
async function openRow(): Promise<void> {
  fireEvent.click(await screen.findByRole('option'));
  await screen.findByRole('region', { name: 'Record' });
}
const pressSave = (): void =>
  void fireEvent.keyDown(screen.getAllByLabelText('Name')[0] ?? document.body, { key: 's', ctrlKey: true });
/**
 * Enters a new order.
 * @param names local names by their ids
 */
async function enterOrder(names: Readonly<Record<string, string>> = {}): Promise<TestPage> {
  const page = showApp({ names, requisitions: [sentOrder({ name: 'Complete blood count' })] });
  await screen.findByRole('option');
  fireEvent.keyDown(document.body, { key: 'n' });
  await screen.findByRole('heading', { name: 'New requisition' });
  type('Patient', 'user_patient1');
  type('Ordering provider', 'user_doctor1');
  type('Name', 'Ferritin');
  return page;
}
async function order(names: Readonly<Record<string, string>> = {}): Promise<TestPage> {
  const page = await enterOrder(names);
  pressSave();
  await toSay('The requisition Ferritin is saved on this computer. It is not on the service yet.');
  return page;
}
/** The service receives the only pending change and confirms it. */
async function confirmByService({ ask, engine }: TestPage, record: object): Promise<void> {
  const [change] = (await ask('outbox.list', {})).items;
  await engine.storeOne(change?.kind ?? 'form', record);
  const fields = change?.fields ?? [];
  await engine.local('closeConfirmedChange', {
    number: change?.number ?? 0,
    data: Object.fromEntries(fields.map(({ field, mine }) => [field, JSON.parse(mine)])),
    ending: 'sent',
    ...(change?.operation.endsWith('create') === true ? { realId: 'req_2' } : {}),
  });
}

describe('an order that was saved', () => {
  it('is said to be of which patient, as its draft is after Undo', async () => {
    await order({ user_patient1: 'Amara Okonkwo' });
    await toSay('Amara Okonkwo');
    press(/^Undo/);
    await toSay('The draft of Ferritin is saved on this computer');
    expect(toast()?.textContent).toContain('Amara Okonkwo');
  });

  it('is a draft again after Undo, which can be gone on with from the message', async () => {
    const page = await order();
    press(/^Undo/);
    await toSay('The draft of Ferritin is saved on this computer, under Activity.');
    expect(await pendingChanges(page)).toEqual([]);
    press(/^Show/);
    await screen.findByRole('heading', { name: 'New requisition' });
    expect(screen.getAllByLabelText<HTMLInputElement>('Name')[0]?.value).toBe('Ferritin');
    fireEvent.keyDown(screen.getAllByLabelText('Name')[0] ?? document.body, { key: 's', ctrlKey: true });
    await waitFor(async () => expect(await pendingChanges(page)).toHaveLength(1));
  });

  it('is said to be on the service once the service has it, and cannot be undone then', async () => {
    const page = await order();
    expect(button(/^Undo/)).not.toBeNull();
    expect(button(/^Show/)).toBeNull();
    await confirmByService(page, sentOrder({ id: 'req_2', name: 'Ferritin' }));
    await toSay('The requisition Ferritin is on the service.');
    expect(button(/^Undo/)).toBeNull();
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    expect(page.inputs('outbox.discard')).toEqual([]);
  });
});

describe('a requisition that is shared as it is saved', () => {
  const holds = (page: TestPage) =>
    page.inputs('outbox.save').map((input) => (input as CallInput<'outbox.save'>).holdMs);

  it('is held back where it was edited, and is a draft again after Undo', async () => {
    const page = showApp({ requisitions: [sentOrder({ name: 'Ferritin' })] });
    await openRow();
    fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    await screen.findByRole('heading', { name: 'Edit requisition' });
    fireEvent.click(screen.getByText('Share it with the patient'));
    fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('It can be undone until it is sent.');
    await confirm('Save and share it');
    await toSay('is saved on this computer. It is not on the service yet.');
    expect(holds(page)).toEqual([7_000]);
    press(/^Undo/);
    await toSay('The draft of Ferritin is saved on this computer');
    expect(await pendingChanges(page)).toEqual([]);
  });

  it('is held back where it is new', async () => {
    const page = await enterOrder();
    fireEvent.click(screen.getByText('Share it with the patient'));
    pressSave();
    await confirm('Save and share it');
    await toSay('The requisition Ferritin is saved on this computer.');
    expect(holds(page)).toEqual([7_000]);
  });

  it('is the only one that is held back: an order that is not shared leaves at once', async () => {
    expect(holds(await order())).toEqual([undefined]);
  });
});

describe('an edit that was saved', () => {
  async function rename(pending: Parameters<typeof showApp>[0] = {}): Promise<TestPage> {
    const page = showApp({ requisitions: [sentOrder({ name: 'Ferritin' })], ...pending });
    await openRow();
    // The first one is that of the record; a pending change has one too.
    const [edit] = await screen.findAllByRole('button', { name: 'Edit' });
    fireEvent.click(edit ?? document.body);
    await screen.findByRole('heading', { name: 'Edit requisition' });
    type('Name', 'Ferritin and iron');
    fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await toSay('is saved on this computer. It is not on the service yet.');
    return page;
  }

  it('is gone after Undo', async () => {
    const page = await rename();
    press(/^Undo/);
    await waitFor(async () => expect(await pendingChanges(page)).toEqual([]));
    await toSay('The draft of Ferritin and iron is saved on this computer');
  });

  it('is not undone where the change was edited since', async () => {
    const page = await rename();
    const [change] = await pendingChanges(page);
    await page.ask('outbox.edit', { ...toSeen(change), data: { name: 'Iron' } });
    press(/^Undo/);
    await toSay('This can no longer be undone');
    expect(await pendingChanges(page)).toHaveLength(1);
  });

  it('offers no Undo where it was merged into a change from before, which would be lost with it', async () => {
    const page = await rename({ pending: [RENAME] });
    expect(await pendingChanges(page)).toHaveLength(1);
    expect(button(/^Undo/)).toBeNull();
  });
});

it('an editor that is left says that its draft is saved, and where', async () => {
  showApp({ screen: 'forms', forms: [publishedForm()] });
  await screen.findByRole('option');
  fireEvent.keyDown(document.body, { key: 'n' });
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Intake sheet' } });
  fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Escape' });
  await toSay('The draft of Intake sheet is saved on this computer, under Activity. It is not sent.');
  press(/^Show/);
  expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('Intake sheet');
});

describe('a form', () => {
  it('whose deletion waits is there again after Undo', async () => {
    const page = showApp({ screen: 'forms', forms: [publishedForm({ name: 'Diary' })] });
    await openRow();
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await confirm('Delete the form');
    await toSay('The deletion of Diary is saved on this computer. It is still on the service.');
    press(/^Undo/);
    await waitFor(async () => expect(await pendingChanges(page)).toEqual([]));
    await screen.findByRole('button', { name: 'Delete' });
  });

  it('has its edit from before the deletion again after Undo', async () => {
    const id = 'form_1';
    const page = showApp({
      screen: 'forms',
      forms: [publishedForm({ id, name: 'Diary' })],
      pending: [{ operation: 'forms.update', target: id, data: { description: 'Typed' } }],
    });
    await openRow();
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await confirm('Delete the form');
    await toSay('The deletion of Diary is saved on this computer. It is still on the service.');
    press(/^Undo/);
    await waitFor(async () =>
      expect(await pendingChanges(page)).toMatchObject([{ operation: 'forms.update', waitsFor: null }]),
    );
  });

  it('whose request is withdrawn elsewhere is shown by the message', async () => {
    const asked = { request_completion_from: [rawRequest('user_p', formatServiceTime(NOON))] };
    showApp({ screen: 'completion-requests', forms: [publishedForm({ name: 'Diary', ...asked })] });
    fireEvent.click(await screen.findByRole('row', { name: /Diary/ }));
    fireEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
    await confirm('Withdraw request');
    await toSay('The withdrawal of a request of Diary is saved on this computer.');
    press(/^Show/);
    await screen.findByRole('heading', { name: 'Diary', level: 2 });
    expect(toast()).toBeNull();
  });
});

it('a name that was given and one that was taken back are as before after Undo', async () => {
  const page = showApp({ screen: 'directory', names: { user_patient1: 'Amira Haddad' } });
  const listed = async () => (await page.ask('directory.list', {})).items.map(({ name }) => name);
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  await toSay('The name Amira Haddad was removed from this computer.');
  await waitFor(async () => expect(await listed()).toEqual([]));
  press(/^Undo/);
  await waitFor(async () => expect(await listed()).toEqual(['Amira Haddad']));
  fireEvent.click(await screen.findByRole('button', { name: 'Change' }));
  fireEvent.change(await screen.findByLabelText('Name on this computer'), {
    target: { value: 'Amira Said' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Change the name' }));
  await toSay('The name Amira Said is saved on this computer. It is not sent.');
  expect(button(/^Show/)).toBeNull();
  press(/^Undo/);
  await waitFor(async () => expect(await listed()).toEqual(['Amira Haddad']));
});

it('a view that was removed is back under its name after Undo, and one that was added is gone', async () => {
  const query = { text: 'diary', tab: 'all', order: { by: 'updated', descending: true } } as const;
  const page = showApp({ screen: 'forms', views: [{ name: 'Diaries', screen: 'forms', query }] });
  const views = async () => (await page.ask('views.list', {})).items;
  const [before] = await views();
  const choose = async (item: RegExp): Promise<void> => {
    fireEvent.click(await screen.findByRole('button', { name: 'Views' }));
    fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: item }));
  };
  await choose(/Manage views/);
  fireEvent.click(await screen.findByRole('button', { name: 'Remove Diaries' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  await toSay('The view Diaries was removed from this computer.');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  press(/^Undo/);
  await waitFor(async () => expect(await views()).toEqual([before]));
  await choose(/Save this view/);
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'All forms' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await toSay('The view All forms is saved on this computer.');
  press(/^Undo/);
  await waitFor(async () => expect(await views()).toEqual([before]));
});

describe('a review that was saved', () => {
  it('says of which test and of which patient it is, because the list has gone on to the next', async () => {
    const mine = reviewAsked({ reviewer: 'user_me' });
    showApp({
      accounts: OWN_ACCOUNT,
      names: { user_p1: 'Amara Okonkwo' },
      requisitions: [
        sentOrder({ id: 'req_1', name: 'Ferritin', patient: 'user_p1', ...mine }),
        sentOrder({ id: 'req_2', name: 'Lipid panel', patient: 'user_p2', ...mine }),
      ],
    });
    fireEvent.click(await screen.findByRole('option', { name: /Ferritin/ }));
    await screen.findByRole('heading', { name: 'Ferritin', level: 2 });
    fireEvent.keyDown(document.body, { key: 'e' });
    await toSay('review is saved: Ferritin');
    expect(toast()?.textContent).toContain('Amara Okonkwo');
  });
});
