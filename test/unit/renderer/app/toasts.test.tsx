import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { err } from '#contract/result.ts';
import { NOON, publishedForm, sentOrder } from '../../../support/builders.ts';
import { openActivity, pendingChanges, RENAME } from '../../../support/page/activity.ts';
import { createStores } from '#renderer/state/stores.ts';
import { type Steering, testPage, type TestPage } from '../../../support/page/page.ts';
import { showApp, usePage } from '../../../support/page/render.tsx';

usePage();

const toast = (): HTMLElement | null => document.querySelector('[data-part="toast"]');
async function findToast(): Promise<HTMLElement> {
  return waitFor(() => {
    const found = toast();
    if (found === null) throw new Error('there is no toast');
    return found;
  });
}
const undo = async (): Promise<void> =>
  void fireEvent.click(within(await findToast()).getByRole('button', { name: /^Undo/ }));
async function confirm(name: string): Promise<void> {
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }));
}
async function openRow(): Promise<void> {
  fireEvent.click(await screen.findByRole('option'));
  await screen.findByRole('region', { name: 'Record' });
}
const marks = async (page: TestPage) => (await page.ask('followUps.list', {})).items;
const drafts = async (page: TestPage) => (await page.ask('drafts.list', {})).items;

describe('a name', () => {
  const setName = async (own: Steering, isLoaded: boolean) => {
    const page = testPage({ names: { user_1: 'Zoe Bell' } }, own);
    const stores = createStores(page.bridge);
    stores.directory.invalidate();
    await waitFor(() => {
      const { error, isLoaded: hasNames } = stores.directory.store.getState();
      expect([error === null, hasNames]).toEqual([isLoaded, isLoaded]);
    });
    expect(await stores.undoable.setName('user_1', 'Zoë Bell')).toBeNull();
    return { page, stores };
  };
  const nameOf = async (page: TestPage) => (await page.ask('directory.list', { limit: 10 })).items[0]?.name;

  it('is the former one again after Undo', async () => {
    const { page, stores } = await setName({}, true);
    expect(await nameOf(page)).toBe('Zoë Bell');
    await stores.toasts.undo();
    expect(await nameOf(page)).toBe('Zoe Bell');
  });

  it('has no Undo where the former one is not known, which would remove it', async () => {
    let isDown = true;
    const { page, stores } = await setName(
      { 'directory.list': (input, real) => (isDown ? Promise.resolve(err('internal')) : real(input)) },
      false,
    );
    expect(stores.toasts.store.getState().shown).toMatchObject({ subject: { did: 'nameSaved' }, undo: null });
    isDown = false;
    await stores.toasts.undo();
    expect(await nameOf(page)).toBe('Zoë Bell');
  });
});

describe('a discarded change', () => {
  async function discard(steering: Parameters<typeof openActivity>[1] = {}) {
    const page = await openActivity({ pending: [RENAME] }, steering);
    fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    await confirm('Discard');
    await waitFor(async () => expect(await pendingChanges(page)).toEqual([]));
    return page;
  }

  it('is named with its record and its place, and is back after Undo', async () => {
    const page = await discard();
    const { textContent } = await findToast();
    expect(textContent).toContain('Complete blood count');
    expect(textContent).toContain('discarded from the pending changes under Activity');
    await undo();
    expect((await screen.findByRole('article')).textContent).toContain('Complete blood count');
    expect(await pendingChanges(page)).toMatchObject([{ number: 1, state: 'saved' }]);
    await waitFor(() => expect(toast()).toBeNull());
  });

  it('is also back after the key, on another screen, once the toast was closed', async () => {
    const page = await discard();
    fireEvent.keyDown(within(await findToast()).getByRole('button', { name: 'Dismiss' }), { key: 'Escape' });
    expect(toast()).toBeNull();
    page.emit('command', { id: 'go.settings' });
    await screen.findByRole('heading', { name: 'Settings', level: 1 });
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    await waitFor(async () => expect(await pendingChanges(page)).toHaveLength(1));
  });

  it('says why it is not back', async () => {
    await discard({ 'outbox.restore': async () => err('changed-since') });
    await undo();
    await waitFor(() => expect(toast()?.textContent).toContain('This can no longer be undone'));
    expect(within(await findToast()).queryByRole('button', { name: /^Undo/ })).toBeNull();
  });

  it('is reached by F6', async () => {
    await discard();
    const found = await findToast();
    for (let step = 0; step < 6 && document.activeElement !== found; step++)
      fireEvent.keyDown(document.activeElement ?? document.body, { key: 'F6' });
    expect(document.activeElement).toBe(found);
  });
});

describe('a discarded draft', () => {
  it('is back with its input after Undo', async () => {
    const page = showApp({ screen: 'forms', forms: [publishedForm()] });
    await screen.findByRole('option');
    fireEvent.keyDown(document.body, { key: 'n' });
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Ferritin' } });
    fireEvent.click(screen.getByRole('button', { name: 'Discard draft' }));
    await confirm('Discard');
    expect((await findToast()).textContent).toContain('The draft of Ferritin was discarded');
    expect(await drafts(page)).toEqual([]);
    await undo();
    await waitFor(async () => expect(await drafts(page)).toMatchObject([{ label: 'Ferritin' }]));
    const [draft] = await drafts(page);
    expect((await page.ask('drafts.get', { key: draft?.key ?? '' })).draft?.fields).toMatchObject({
      name: 'Ferritin',
    });
  });
});

describe('the question before a draft under Activity is discarded', () => {
  it('says of the draft of a new record that there is none yet', async () => {
    const page = showApp({ screen: 'forms', forms: [publishedForm()] });
    await screen.findByRole('option');
    fireEvent.keyDown(document.body, { key: 'n' });
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Ferritin' } });
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(async () => expect(await drafts(page)).toHaveLength(1));
    fireEvent.click(screen.getByRole('button', { name: /^Activity/ }));
    fireEvent.click(await screen.findByRole('button', { name: 'Discard draft' }));
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('It was never saved as a record or sent.');
  });
});

describe('a follow-up mark', () => {
  const mark = { kind: 'requisition', id: 'req_1', note: 'Call the laboratory', remindOn: NOON } as const;

  it('that was removed is back as it was, with the time at which it was set', async () => {
    const page = showApp({ requisitions: [sentOrder({ name: 'Ferritin' })], followUps: [mark] });
    await openRow();
    const before = await marks(page);
    fireEvent.click(await screen.findByRole('button', { name: 'Change follow-up' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Remove follow-up' }));
    expect((await findToast()).textContent).toContain('The follow-up mark of Ferritin was removed');
    expect(await marks(page)).toEqual([]);
    await undo();
    await waitFor(async () => expect(await marks(page)).toEqual(before));
  });

  it('that was set is gone after Undo, and stays where it was changed since', async () => {
    const page = showApp({ requisitions: [sentOrder({ name: 'Ferritin' })] });
    await openRow();
    const set = async (): Promise<void> => {
      fireEvent.click(await screen.findByRole('button', { name: 'Follow up' }));
      fireEvent.click(await screen.findByRole('button', { name: 'Save follow-up' }));
      await findToast();
    };
    await set();
    await undo();
    await waitFor(async () => expect(await marks(page)).toEqual([]));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Follow up' })).not.toBeNull());
    await set();
    await page.ask('followUps.set', { ...mark, note: 'Changed elsewhere' });
    await undo();
    await waitFor(() => expect(toast()?.textContent).toContain('This can no longer be undone'));
    expect(await marks(page)).toMatchObject([{ note: 'Changed elsewhere' }]);
  });
});

describe('a requisition that is shared with its patient', () => {
  async function share() {
    const page = showApp({ requisitions: [sentOrder({ name: 'Ferritin' })] });
    await openRow();
    fireEvent.click(await screen.findByRole('button', { name: 'Share with patient' }));
    await confirm('Share it');
    await waitFor(async () => expect(await pendingChanges(page)).toHaveLength(1));
    return page;
  }

  /** The service receives the share and confirms it. */
  async function send({ ask, engine }: TestPage): Promise<void> {
    const [change] = (await ask('outbox.list', {})).items;
    const sent = { number: change?.number ?? 0, data: { share_with_patient: true } };
    await engine.storeOne('requisition', sentOrder({ name: 'Ferritin', share_with_patient: true }));
    await engine.local('closeConfirmedChange', { ...sent, ending: 'sent' });
  }

  it('is held back, and not shared after Undo', async () => {
    const page = await share();
    expect(page.inputs('outbox.save')).toMatchObject([{ holdMs: 7_000 }]);
    expect((await findToast()).textContent).toContain('Ferritin will be shared with its patient');
    await undo();
    await waitFor(async () => expect(await pendingChanges(page)).toEqual([]));
    expect(await screen.findByRole('button', { name: 'Share with patient' })).toBeDefined();
  });

  it('offers to undo it on the record until it is sent, and says afterwards that the patient may have seen it', async () => {
    const page = await share();
    fireEvent.click(await screen.findByRole('button', { name: 'Undo sharing' }));
    await waitFor(async () => expect(await pendingChanges(page)).toEqual([]));
    fireEvent.click(await screen.findByRole('button', { name: 'Share with patient' }));
    await confirm('Share it');
    await screen.findByRole('button', { name: 'Undo sharing' });
    await send(page);
    expect(
      await screen.findByRole('button', { name: 'Stop sharing: the patient may have seen it' }),
    ).toBeDefined();
    await waitFor(() => expect(toast()?.textContent).toContain('is shared with its patient on the service'));
    expect(within(await findToast()).queryByRole('button', { name: /^Undo/ })).toBeNull();
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    expect(page.inputs('outbox.discard')).toHaveLength(1);
  });
});

it('the key says that there is nothing to undo', async () => {
  showApp({ requisitions: [sentOrder({ name: 'Ferritin' })] });
  await screen.findByRole('option');
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  expect((await findToast()).textContent).toBe('There is nothing to undo.');
});

it('a form that is published is held back, and not published after Undo', async () => {
  const form = publishedForm({ name: 'Headache diary', has_unpublished_changes: true });
  const page = showApp({ screen: 'forms', forms: [form] });
  await openRow();
  const publish = /^Publish (?!.*undone)/;
  fireEvent.click(await screen.findByRole('button', { name: publish }));
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain('It can be undone until it is sent, not afterwards.');
  fireEvent.click(within(question).getByRole('button', { name: publish }));
  expect((await findToast()).textContent).toContain('Headache diary will be published');
  expect(page.inputs('outbox.save')).toMatchObject([{ operation: 'forms.publish', holdMs: 7_000 }]);
  await undo();
  await waitFor(async () => expect(await pendingChanges(page)).toEqual([]));
});
