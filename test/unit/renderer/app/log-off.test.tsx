import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showApp, usePage } from '../../../support/page/render.tsx';
import { waitUntilPasses } from '../../../support/wait.ts';

usePage();

it('what is typed is saved when Windows logs the user off, which unloads no page', async () => {
  const page = showApp();
  await screen.findByRole('navigation', { name: 'Navigation' });
  fireEvent.keyDown(document.body, { key: 'n' });
  fireEvent.change(await screen.findByRole('combobox', { name: 'Name' }), { target: { value: 'Ferritin' } });
  const saved = (): readonly unknown[] => page.asked.filter(({ name }) => name === 'drafts.save');
  expect(saved()).toEqual([]);
  act(() => page.emit('loggingOff', {}));
  await waitUntilPasses(() => expect(saved()).toMatchObject([{ input: { fields: { name: 'Ferritin' } } }]));
});
