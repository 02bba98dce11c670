import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type AppError, err, ok } from '#contract/result.ts';
import type { UnsavedInput } from '#contract/screen-states.ts';
import { wrapBridgeCalls } from '#renderer/state/bridge.ts';
import { createUnsavedInputStore, formatInputKey } from '#renderer/state/editor/unsaved-input.ts';
import { sentOrder } from '../../../support/builders.ts';
import { testPage } from '../../../support/page/page.ts';
import { showApp, usePage } from '../../../support/page/render.tsx';
import { waitUntilPasses } from '../../../support/wait.ts';

usePage();

const NAME = formatInputKey({ editor: 'name', subjectId: 'user_1' });
const input = (key: string, value: string): UnsavedInput => ({
  key,
  input: JSON.stringify({ typed: value }),
});

function setUp(stored: readonly UnsavedInput[] = []) {
  const page = testPage();
  const store = createUnsavedInputStore(wrapBridgeCalls(page.bridge));
  store.restore(stored);
  return { page, store };
}

it('names a form whose input an earlier page has left, and forgets the input when it is discarded', async () => {
  const page = showApp(
    {},
    { 'screenStates.list': async () => ok({ 'unsaved-input': [input(NAME, 'Wanda')] }) },
  );
  await screen.findByText('Not saved yet, but kept: a name.');
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.queryByText(/Not saved yet/)).toBeNull();
  act(() => page.emit('saveInput', {}));
  await waitUntilPasses(() => expect(page.inputs('lock.inputSaved')).toEqual([{ isSaved: true }]));
  expect(page.inputs('unsavedInput.save')).toContainEqual({ changes: [{ key: NAME, input: null }] });
});

it('an input is stored until its form closes, and a form that is drawn again does not lose it', async () => {
  const { page, store } = setUp();
  const close = store.holdOpen(NAME);
  store.set(NAME, 'typed');
  close();
  const closeAgain = store.holdOpen(NAME);
  await store.save();
  expect(page.inputs('unsavedInput.save')).toEqual([{ changes: [{ key: NAME, input: 'typed' }] }]);
  closeAgain();
  await waitUntilPasses(() => expect(store.store.getState().size).toBe(0));
  await store.save();
  expect(page.inputs('unsavedInput.save').at(-1)).toEqual({ changes: [{ key: NAME, input: null }] });
});

it('stores the newest inputs that fit, and nothing of another account', async () => {
  const { page, store } = setUp();
  for (const id of ['user_1', 'user_2', 'user_3'])
    store.set(formatInputKey({ editor: 'name', subjectId: id }), 'x'.repeat(90_000));
  await store.save();
  const [{ changes }] = page.inputs('unsavedInput.save') as [{ changes: UnsavedInput[] }];
  expect(changes.map(({ key }) => key)).toEqual(
    ['user_3', 'user_2'].map((subjectId) => formatInputKey({ editor: 'name', subjectId })),
  );
  store.reset();
  store.set(NAME, 'typed before anything was read');
  await store.save();
  expect(page.inputs('unsavedInput.save')).toHaveLength(1);
});

it('what is typed while the stored inputs are read wins over them', () => {
  const { store } = setUp();
  store.reset();
  store.set(NAME, 'new');
  store.restore([input(NAME, 'old'), { key: 'unknown', input: 'x' }]);
  expect([...store.store.getState()]).toEqual([[NAME, 'new']]);
  expect(store.found.getState()).toEqual([]);
});

it('takes over what a window that has closed has left, and keeps what is typed here', async () => {
  const page = testPage({}, { 'screenStates.list': async () => ok({}) });
  const store = createUnsavedInputStore(wrapBridgeCalls(page.bridge));
  store.adopt([input(NAME, 'before anything was read')]);
  expect(store.store.getState().size).toBe(0);
  store.restore([]);
  const other = formatInputKey({ editor: 'reminder', subjectId: 'req_1' });
  store.set(NAME, 'mine');
  store.adopt([input(NAME, 'theirs'), input(other, 'theirs'), { key: 'unknown', input: 'x' }]);
  expect(store.store.getState().get(NAME)).toBe('mine');
  expect(store.found.getState()).toEqual([other]);
  await store.save();
  expect(page.inputs('unsavedInput.save')).toEqual([{ changes: [{ key: NAME, input: 'mine' }] }]);
});

it('what could not be stored is stored with what is typed next', async () => {
  let isFull = true;
  const page = testPage({}, { 'unsavedInput.save': async () => (isFull ? err('storage-full') : ok({})) });
  const store = createUnsavedInputStore(wrapBridgeCalls(page.bridge));
  store.restore([]);
  store.set(NAME, 'first');
  expect(await store.save()).toMatchObject({ code: 'storage-full' });
  isFull = false;
  const other = formatInputKey({ editor: 'reminder', subjectId: 'req_1' });
  store.set(other, 'second');
  expect(await store.save()).toBeNull();
  expect(page.inputs('unsavedInput.save').at(-1)).toEqual({
    changes: [
      { key: other, input: 'second' },
      { key: NAME, input: 'first' },
    ],
  });
});

describe('input that had no room', () => {
  const keys = ['req_1', 'req_2', 'req_3'].map((subjectId) =>
    formatInputKey({ editor: 'reminder', subjectId }),
  );
  const long = 'x'.repeat(90_000);
  async function readStored(page: ReturnType<typeof testPage>): Promise<readonly string[]> {
    const { 'unsaved-input': inputs = [] } = await page.ask('screenStates.list', {});
    return inputs.map(({ key }) => key).toSorted();
  }

  it.each([
    ['typed at once', [keys]],
    ['typed one after the other', keys.map((key) => [key])],
  ])('is stored once another editor has closed, %s', async (_, steps) => {
    const page = testPage();
    const store = createUnsavedInputStore(wrapBridgeCalls(page.bridge));
    store.restore([]);
    const ends: (AppError | null)[] = [];
    for (const step of steps) {
      for (const key of step) store.set(key, long);
      ends.push(await store.save());
    }
    expect(ends.at(-1)).toMatchObject({ code: 'invalid-input' });
    expect(await readStored(page)).toEqual(keys.slice(1));
    store.set(keys[2] ?? '', null);
    expect(await store.save()).toBeNull();
    expect(await readStored(page)).toEqual(keys.slice(0, 2));
  });
});

it('the note of a follow-up waits for the next opening when Escape closes its box, and is dropped by Cancel', async () => {
  showApp({ requisitions: [sentOrder()] });
  fireEvent.click(await screen.findByRole('option', { name: /Complete blood count/ }));
  const open = async (): Promise<HTMLInputElement> => {
    fireEvent.click(await screen.findByRole('button', { name: 'Follow up' }));
    return screen.findByLabelText<HTMLInputElement>('Note');
  };
  fireEvent.change(await open(), { target: { value: 'Call back' } });
  fireEvent.keyDown(screen.getByLabelText('Note'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByLabelText('Note')).toBeNull());
  expect((await open()).value).toBe('Call back');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByLabelText('Note')).toBeNull());
  expect((await open()).value).toBe('');
});
