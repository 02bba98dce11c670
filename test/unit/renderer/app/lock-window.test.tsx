import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showApp, usePage } from '../../../support/page/render.tsx';
import { waitUntilPasses } from '../../../support/wait.ts';

usePage();

const LOCK_KEY = { key: 'l', ctrlKey: true };

async function typeName(name: string): Promise<void> {
  await screen.findByRole('navigation', { name: 'Navigation' });
  fireEvent.keyDown(document.body, { key: 'n' });
  fireEvent.change(await screen.findByRole('combobox', { name: 'Name' }), { target: { value: name } });
}

it('what is typed is saved before the key of the lock ends the page', async () => {
  const page = showApp();
  await typeName('Ferritin');
  fireEvent.keyDown(document.body, LOCK_KEY);
  await waitUntilPasses(() => expect(page.inputs('lock.now')).toEqual([{}]));
  const order = page.asked
    .map(({ name }) => name)
    .filter((name) => /^(?:drafts\.save|lock\.now)$/.test(name));
  expect(order).toEqual(['drafts.save', 'lock.now']);
  expect(page.inputs('drafts.save')).toMatchObject([{ fields: { name: 'Ferritin' } }]);
});

it('the window is locked all the same where what is typed cannot be saved', async () => {
  const page = showApp({}, { 'drafts.save': () => new Promise(() => {}) });
  await typeName('Ferritin');
  fireEvent.keyDown(document.body, LOCK_KEY);
  await waitUntilPasses(() => expect(page.inputs('lock.now')).toEqual([{}]));
});
