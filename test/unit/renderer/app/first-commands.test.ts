import { expect, test } from 'vitest';
import { APP_COMMANDS } from '#renderer/app/command-keys.ts';
import { isCommandPossible } from '#renderer/app/commands.ts';
import { runCommandBeforeScreens } from '#renderer/app/first-commands.ts';
import { createFirstStores } from '#renderer/state/first-stores.ts';
import { createStores } from '#renderer/state/stores.ts';
import { testPage } from '../../../support/page/page.ts';
import { waitUntilPasses } from '../../../support/wait.ts';

async function startFirst() {
  const page = testPage();
  const first = createFirstStores(page.bridge);
  first.start();
  await waitUntilPasses(() => expect(first.session.store.getState().accounts.session).toBe('open'));
  return first;
}

test('a screen, the palette and the help open before the stores of the screens are read', async () => {
  const first = await startFirst();
  expect(runCommandBeforeScreens(first, 'go.requisitions')).toBe(true);
  expect(first.view.store.getState().screen).toBe('requisitions');
  expect(runCommandBeforeScreens(first, 'palette.open')).toBe(true);
  expect(first.view.store.getState().isPaletteOpen).toBe(true);
  expect(runCommandBeforeScreens(first, 'help.open')).toBe(true);
  expect(first.view.store.getState().helpPage).toBe('guide');
});

test('a command of a list or a record waits for those stores', async () => {
  const first = await startFirst();
  for (const id of ['list.next', 'review.mark', 'record.new', 'mark.undo', 'history.back'] as const)
    expect(runCommandBeforeScreens(first, id)).toBe(false);
});

test('every command has keys and an action', () => {
  const stores = createStores(testPage().bridge);
  const without = APP_COMMANDS.filter(({ id }) => typeof isCommandPossible(stores, id) !== 'boolean');
  expect(without).toEqual([]);
});
