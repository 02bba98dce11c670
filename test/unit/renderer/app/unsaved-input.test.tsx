import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok } from '#contract/result.ts';
import type { UnsavedInput } from '#contract/screen-states.ts';
import { wrapBridgeCalls } from '#renderer/state/bridge.ts';
import { createUnsavedInputStore, formatInputKey } from '#renderer/state/unsaved-input.ts';
import { testPage } from '../../../support/page/page.ts';
import { showApp, usePage } from '../../../support/page/render.tsx';
import { waitUntilPasses } from '../../../support/wait.ts';

usePage();

const NAME = formatInputKey({ form: 'name', of: 'user_1' });
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
  expect(page.inputs('screenStates.set')).toContainEqual({ 'unsaved-input': [] });
});

it('an input is stored until its form closes, and a form that is drawn again does not lose it', async () => {
  const { page, store } = setUp();
  const close = store.holdOpen(NAME);
  store.set(NAME, 'typed');
  close();
  const closeAgain = store.holdOpen(NAME);
  await store.save();
  expect(page.inputs('screenStates.set')).toEqual([{ 'unsaved-input': [{ key: NAME, input: 'typed' }] }]);
  closeAgain();
  await waitUntilPasses(() => expect(store.store.getState().size).toBe(0));
  await store.save();
  expect(page.inputs('screenStates.set').at(-1)).toEqual({ 'unsaved-input': [] });
});

it('stores the newest inputs that fit, and nothing of another account', async () => {
  const { page, store } = setUp();
  for (const id of ['user_1', 'user_2', 'user_3'])
    store.set(formatInputKey({ form: 'name', of: id }), 'x'.repeat(90_000));
  await store.save();
  const [{ 'unsaved-input': stored }] = page.inputs('screenStates.set') as [
    { 'unsaved-input': UnsavedInput[] },
  ];
  expect(stored.map(({ key }) => key)).toEqual(
    ['user_3', 'user_2'].map((of) => formatInputKey({ form: 'name', of })),
  );
  store.reset();
  store.set(NAME, 'typed before anything was read');
  await store.save();
  expect(page.inputs('screenStates.set')).toHaveLength(1);
});

it('what is typed while the stored inputs are read wins over them', () => {
  const { store } = setUp();
  store.reset();
  store.set(NAME, 'new');
  store.restore([input(NAME, 'old'), { key: 'unknown', input: 'x' }]);
  expect([...store.store.getState()]).toEqual([[NAME, 'new']]);
  expect(store.found.getState()).toEqual([]);
});
