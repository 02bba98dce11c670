import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ok, type AppError } from '#contract/result.ts';
import { NEW_ORDER, sentOrders } from '../../../../support/builders.ts';
import { localId } from '../../../../support/pending.ts';
import { press } from '../../../../support/page/actions.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';
import { aPdfState } from '../../../../support/values.ts';

usePage();

const NOT_SENT = { ...NEW_ORDER, target: localId('requisition') };

/** Downloads the PDFs of all requisitions; the service refuses each. Returns the dialog with the result. */
async function downloadAll(
  error: AppError,
  start: Parameters<typeof showApp>[0] = { requisitions: sentOrders(2) },
) {
  showApp(start, {
    'pdfs.fetch': async ({ ids }) => ok({ queued: ids.length }),
    'pdfs.getMany': async ({ ids }) =>
      ok({ items: ids.map((id) => aPdfState({ id, state: 'failed', error })) }),
  });
  await screen.findAllByRole('option');
  fireEvent.keyDown(document.body, { key: 'a', ctrlKey: true });
  await screen.findByText(/ selected$/);
  await press('PDFs');
  fireEvent.click(await screen.findByRole('menuitem', { name: /^Download/ }));
  return screen.findByRole('dialog');
}

describe('the result of the download of several PDFs', () => {
  it('says that the service did not find a PDF, not that its requisition does not exist', async () => {
    const dialog = await downloadAll({ code: 'not-found' });
    await screen.findAllByText('The service did not find the PDF of this requisition.');
    expect(dialog.textContent).not.toContain('does not exist');
  });

  it('says that the service does not know a requisition yet that was not sent', async () => {
    const dialog = await downloadAll({ code: 'not-found' }, { pending: [NOT_SENT] });
    await screen.findByText(/The service does not know this requisition yet/);
    expect(dialog.textContent).not.toContain('does not exist');
  });

  it('says any other reason in its own words', async () => {
    await downloadAll({ code: 'offline' });
    expect(await screen.findAllByText(/cannot be reached/)).toHaveLength(2);
  });
});
