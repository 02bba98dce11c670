import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { err } from '#contract/result.ts';
import { showApp, usePage } from '../../../support/page/render.tsx';
import { UNLOCKED } from '../../../support/page/shell.ts';
import { waitUntilPasses } from '../../../support/wait.ts';

usePage();

async function typeName(name: string): Promise<void> {
  await screen.findByRole('navigation', { name: 'Navigation' });
  fireEvent.keyDown(document.body, { key: 'n' });
  fireEvent.change(await screen.findByRole('combobox', { name: 'Name' }), { target: { value: name } });
}

it('what is typed is saved before the main process is told that it may lock the window', async () => {
  const page = showApp();
  await typeName('Ferritin');
  act(() => page.emit('saveInput', {}));
  await waitUntilPasses(() => expect(page.inputs('lock.inputSaved')).toEqual([{ isSaved: true }]));
  const order = page.asked
    .map(({ name }) => name)
    .filter((name) => /^(?:drafts\.save|lock\.inputSaved)$/.test(name));
  expect(order).toEqual(['drafts.save', 'lock.inputSaved']);
  expect(page.inputs('drafts.save')).toMatchObject([{ fields: { name: 'Ferritin' } }]);
});

it('the page is covered and says so before it saves, and its forms stay open', async () => {
  const page = showApp();
  await typeName('Ferritin');
  act(() => page.emit('saveInput', {}));
  expect(document.documentElement.hasAttribute('data-covered')).toBe(true);
  await waitUntilPasses(() => expect(page.inputs('lock.inputSaved')).toHaveLength(1));
  const order = page.asked.map(({ name }) => name).filter((name) => /^lock\.(?:page|input)/.test(name));
  expect(order).toEqual(['lock.pageCovered', 'lock.inputSaved']);
  expect(screen.getByRole('combobox', { name: 'Name' })).toHaveProperty('value', 'Ferritin');
});

it('a page that shows the lock screen instead is covered no longer', async () => {
  const page = showApp();
  await screen.findByRole('navigation', { name: 'Navigation' });
  act(() => page.emit('saveInput', {}));
  act(() => page.emit('lock', { ...UNLOCKED, state: 'locked', reason: 'switch' }));
  await screen.findByRole('heading', { name: 'Intray is locked' });
  expect(document.documentElement.hasAttribute('data-covered')).toBe(false);
});

it('what cannot be saved is reported', async () => {
  const page = showApp({}, { 'drafts.save': async () => err('storage-full') });
  await typeName('Ferritin');
  act(() => page.emit('saveInput', {}));
  await waitUntilPasses(() => expect(page.inputs('lock.inputSaved')).toEqual([{ isSaved: false }]));
});

it('the key of the lock locks the window', async () => {
  const page = showApp();
  await screen.findByRole('navigation', { name: 'Navigation' });
  fireEvent.keyDown(document.body, { key: 'l', ctrlKey: true });
  await waitUntilPasses(() => expect(page.inputs('lock.now')).toEqual([{}]));
});

it('the key of the lock locks the window also from a dialog', async () => {
  const page = showApp();
  await screen.findByRole('navigation', { name: 'Navigation' });
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  const dialog = await screen.findByRole('dialog');
  fireEvent.keyDown(within(dialog).getByRole('searchbox'), { key: 'l', ctrlKey: true });
  // The list of the dialog gets the key again; locking twice is locking once.
  await waitUntilPasses(() => expect(page.inputs('lock.now')).not.toEqual([]));
});
