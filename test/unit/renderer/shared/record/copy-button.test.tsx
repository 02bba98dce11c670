import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { sentOrder } from '../../../../support/builders.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';

usePage();

it('an id that a button copies is private, so that it is removed from the clipboard', async () => {
  const page = showApp({ requisitions: [sentOrder({})] });
  fireEvent.click(await screen.findByRole('option', { name: /Complete blood count/ }));
  await screen.findByRole('heading', { level: 2, name: 'Complete blood count' });
  const [copy] = within(await screen.findByRole('main')).getAllByRole('button', { name: /^Copy id/i });
  fireEvent.click(copy ?? document.body);
  await waitFor(() => expect(page.inputs('app.copyText')).toEqual([{ text: 'req_1', isPrivate: true }]));
  expect(await screen.findAllByText('Copied')).not.toHaveLength(0);
});
