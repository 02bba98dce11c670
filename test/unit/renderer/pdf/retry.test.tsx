import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok } from '#contract/result.ts';
import { sentOrder } from '../../../support/builders.ts';
import { openRow } from '../../../support/page/actions.ts';
import { showApp, usePage } from '../../../support/page/render.tsx';
import { aHealth, aPdfState } from '../../../support/values.ts';

usePage();

const FAILED = aPdfState({ state: 'failed', error: { code: 'offline' } });

it('a PDF that the lost connection has stopped is downloaded again when it returns, and keeps the focus', async () => {
  const page = showApp(
    { requisitions: [sentOrder()] },
    {
      'pdfs.get': async () => ok({ ...FAILED, printLog: [] }),
      'pdfs.fetch': async () => ok({ queued: 1 }),
    },
  );
  await openRow();
  act(() => page.emit('health', aHealth({ connection: 'offline' })));
  const pane = await screen.findByRole('region', { name: 'PDF' });
  (await screen.findByRole('button', { name: 'Try again' })).focus();
  expect(page.inputs('pdfs.fetch')).toEqual([]);
  act(() => page.emit('health', aHealth()));
  await waitFor(() => expect(page.inputs('pdfs.fetch')).toEqual([{ ids: ['req_1'] }]));
  act(() => page.emit('pdfs', { items: [{ id: 'req_1', state: 'arriving', received: 1, size: 3 }] }));
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(document.activeElement).toBe(pane);
});
