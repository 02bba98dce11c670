import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { sentOrder } from '../../../../support/builders.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';

usePage();

it('the time to undo is chosen in the settings, and holds back what is shared afterwards', async () => {
  const page = showApp({ requisitions: [sentOrder()] });
  await screen.findByRole('option');
  page.emit('command', { id: 'go.settings' });
  const group = await screen.findByRole('radiogroup', { name: 'Time to undo' });
  expect(group.textContent).toContain('7 seconds');
  fireEvent.click(screen.getByRole('radio', { name: '60 seconds' }));
  await waitFor(() => expect(page.inputs('settings.set')).toEqual([{ undoSeconds: 60 }]));
  page.emit('command', { id: 'go.requisitions' });
  fireEvent.click(await screen.findByRole('option'));
  fireEvent.click(await screen.findByRole('button', { name: 'Share with patient' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Share it' }));
  await waitFor(() => expect(page.inputs('outbox.save')).toMatchObject([{ holdMs: 60_000 }]));
});
