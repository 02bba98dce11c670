import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PdfState } from '#contract/pdfs.ts';
import { err, ok } from '#contract/result.ts';
import { PdfPane } from '#renderer/pdf/PdfPane.tsx';
import { PdfSettings } from '#renderer/pdf/PdfSettings.tsx';
import { createStores } from '#renderer/state/stores.ts';
import { ProvideStores } from '../../../support/page/provide-stores.tsx';
import { type Steering, testPage } from '../../../support/page/page.ts';
import { NOON } from '../../../support/builders.ts';
import { policyOf } from '../../../support/policy.ts';
import { aPdfState } from '../../../support/values.ts';

afterEach(cleanup);

const NONE = aPdfState();
const HERE: PdfState = { ...NONE, state: 'here', hash: 'h', fetchedAt: NOON, version: NOON };

/** The pane over an engine in this thread. */
function showPdf(pdf: PdfState, own: Steering = {}, id = 'req_1', isDraft = false) {
  const page = testPage(
    {},
    {
      'pdfs.get': () => Promise.resolve(ok({ ...pdf, printLog: [] })),
      'pdfs.read': () => Promise.resolve(err('not-found')),
      ...own,
    },
  );
  const app = createStores(page.bridge);
  void app.computer.load();
  render(
    <ProvideStores value={app}>
      <PdfPane id={id} isDraft={isDraft} />
    </ProvideStores>,
  );
  return { ...page, app };
}
const query = (page: ReturnType<typeof showPdf>, name: string) =>
  page.asked.filter((call) => call.name === name).map(({ input }) => input);

describe('the PDF beside a record', () => {
  it('is fetched on request, shows the progress, and can be stopped', async () => {
    const page = showPdf(NONE);
    fireEvent.click(await screen.findByRole('button', { name: 'Download the PDF' }));
    await waitFor(() => expect(query(page, 'pdfs.fetch')).toEqual([{ ids: ['req_1'] }]));
    act(() =>
      page.app.pdf.handleStatus([{ id: 'req_1', state: 'arriving', received: 1_500_000, size: 3_000_000 }]),
    );
    expect(screen.getByText('1.5 MB of 3.0 MB')).toBeDefined();
    await waitFor(() => expect(page.app.pdf.store.getState().isBusy).toBe(false));
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(query(page, 'pdfs.cancel')).toEqual([{ ids: ['req_1'] }]));
  });

  it('gets the focus when it is requested, and is scrolled to its start once it has arrived', async () => {
    const stored = { pdf: NONE };
    const page = showPdf(NONE, { 'pdfs.get': () => Promise.resolve(ok({ ...stored.pdf, printLog: [] })) });
    const pane = screen.getByRole('region', { name: 'PDF' });
    const scrollIntoView = vi.fn<Element['scrollIntoView']>();
    pane.scrollIntoView = scrollIntoView;
    fireEvent.click(await screen.findByRole('button', { name: 'Download the PDF' }));
    expect(document.activeElement).toBe(pane);
    expect(scrollIntoView).not.toHaveBeenCalled();
    stored.pdf = HERE;
    act(() => page.app.pdf.invalidate(['req_1']));
    await waitFor(() => expect(scrollIntoView).toHaveBeenCalledWith({ block: 'start' }));
  });

  it('says that it is outdated and that older printouts exist, and offers to fetch it again', async () => {
    showPdf({ ...HERE, isStale: true, printedBefore: NOON });
    await screen.findByText('The record has changed since this PDF was downloaded.');
    expect(screen.getByText(/It was printed on 12 Mar 2026/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Download again' })).toBeDefined();
  });

  it('says why it could not be fetched, and the stored one stays available', async () => {
    showPdf({ ...HERE, state: 'failed', isStale: true, error: { code: 'link-refused' } });
    await screen.findByText(/The link to this PDF leads to an address/);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Open' })).toBeDefined();
  });

  it('that the service does not find is not said to be a missing record', async () => {
    showPdf({ ...NONE, state: 'failed', error: { code: 'not-found' } });
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The service did not find the PDF of this requisition.',
    );
  });

  it('says that the requisition is a draft at the service', async () => {
    showPdf(NONE, {}, 'req_1', true);
    expect(await screen.findByText('Status at the service: draft')).toBeDefined();
  });

  it('cannot be fetched for a record that the service does not know, and says so', async () => {
    const page = showPdf(NONE, {}, 'local_requisition_01ARZ3NDEKTSV4RRFFQ69G5FAV', true);
    const button = await screen.findByRole('button', { name: 'Download the PDF' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toContain('The service does not know this requisition yet.');
    expect(screen.queryByText(/Status at the service/)).toBeNull();
    fireEvent.click(button);
    expect(query(page, 'pdfs.get')).toEqual([]);
    expect(query(page, 'pdfs.fetch')).toEqual([]);
  });

  it.each([
    ['saved', policyOf({ savePdfs: false }), ['Open', 'Save a copy']],
    ['printed', policyOf({ printPdfs: false }), ['Open', 'Print']],
  ] as const)('that may not be %s by the policy says so on each button', async (_word, policy, names) => {
    const page = showPdf(HERE, { 'policy.get': async () => ok(policy) });
    await screen.findByRole('button', { name: 'Open' });
    await waitFor(() => expect(page.app.computer.store.getState().status).not.toBeNull());
    for (const name of names) {
      const button = screen.getByRole('button', { name });
      expect(button.getAttribute('aria-disabled')).toBe('true');
      const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '');
      expect(reason?.textContent).toContain('The administrator of this computer does not allow PDFs to be');
      fireEvent.click(button);
    }
    expect([...query(page, 'pdfs.saveCopy'), ...query(page, 'pdfs.open')]).toEqual([]);
  });

  it('keeps the focus on the button whose action runs', async () => {
    showPdf(HERE, { 'pdfs.open': () => new Promise(() => {}) });
    const open = await screen.findByRole<HTMLButtonElement>('button', { name: 'Open' });
    open.focus();
    fireEvent.click(open);
    await waitFor(() => expect(open.getAttribute('aria-disabled')).toBe('true'));
    expect([open.disabled, document.activeElement]).toEqual([false, open]);
  });

  it('says that its state could not be read again, until it is read', async () => {
    let isDown = false;
    const page = showPdf(HERE, {
      'pdfs.get': async () => (isDown ? err('internal') : ok({ ...HERE, printLog: [] })),
    });
    await screen.findByRole('button', { name: 'Open' });
    isDown = true;
    act(() => page.app.pdf.invalidate(['req_1']));
    await screen.findByText(/^What is shown about this PDF may be out of date/);
    expect(screen.queryByText(/^The action failed/)).toBeNull();
    isDown = false;
    act(() => page.app.pdf.invalidate(['req_1']));
    await waitFor(() => expect(screen.queryByText(/may be out of date/)).toBeNull());
  });

  it('is dragged out by the main process, which has a file, and says so', async () => {
    const page = showPdf(HERE);
    const handle = await screen.findByRole('group', { name: 'Drag out' });
    // The page's own drag would carry its text alone.
    expect(fireEvent.dragStart(handle)).toBe(false);
    await screen.findByText('A copy was dragged out. Intray removes its own after fifteen minutes.');
    expect(query(page, 'pdfs.drag')).toEqual([{ id: 'req_1' }]);
  });

  it('that may not be saved is not dragged out either, and says why', async () => {
    const page = showPdf(HERE, { 'policy.get': async () => ok(policyOf({ savePdfs: false })) });
    const handle = await screen.findByRole('group', { name: 'Drag out' });
    await waitFor(() => expect(handle.getAttribute('aria-disabled')).toBe('true'));
    const reason = document.getElementById(handle.getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toContain('The administrator of this computer does not allow PDFs to be');
    expect(fireEvent.dragStart(handle)).toBe(false);
    expect(query(page, 'pdfs.drag')).toEqual([]);
  });

  it('says that there is no program to open it with', async () => {
    showPdf(HERE, { 'pdfs.open': () => Promise.resolve(err('no-viewer')) });
    fireEvent.click(await screen.findByRole('button', { name: 'Open' }));
    expect(await screen.findByText(/This computer has no program that opens PDFs/)).toBeDefined();
  });

  it('is removed after one confirmation', async () => {
    const page = showPdf(HERE);
    fireEvent.click(await screen.findByRole('button', { name: 'Remove from this computer' }));
    const question = await screen.findByRole('alertdialog');
    expect(query(page, 'pdfs.remove')).toEqual([]);
    fireEvent.click(within(question).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(query(page, 'pdfs.remove')).toEqual([{ ids: ['req_1'] }]));
    await waitFor(() =>
      expect(page.app.toasts.store.getState().shown).toMatchObject({
        subject: { did: 'pdfRemoved', kind: 'requisition', name: '' },
        undo: null,
      }),
    );
  });

  it('lists what was done with it', async () => {
    const entry = {
      number: 1,
      requisition: 'req_1',
      action: 'printed',
      at: NOON,
      version: NOON,
      hash: 'h',
    } as const;
    showPdf(HERE, {
      'pdfs.get': () => Promise.resolve(ok({ ...HERE, printLog: [entry] })),
    });
    fireEvent.click(await screen.findByRole('button', { name: /Print log/ }));
    expect((await screen.findByText('Printed')).parentElement?.textContent).toContain('12 Mar 2026, 12:00');
  });
});

describe('the settings of PDFs', () => {
  it('save a policy at once, and the maximum size once it is a valid number', async () => {
    const page = testPage(
      {},
      {
        'pdfs.usage': () =>
          Promise.resolve(
            ok({
              offlinePolicy: { keep: 'needs-review', capMegabytes: 500 },
              count: 2,
              bytes: 640_000,
              missing: 1,
            }),
          ),
      },
    );
    render(
      <ProvideStores value={createStores(page.bridge)}>
        <PdfSettings />
      </ProvideStores>,
    );
    expect((await screen.findByText(/2 PDFs are on this computer/)).textContent).toContain('640 kB');
    const cap = screen.getByLabelText('Maximum size, in MB');
    fireEvent.change(cap, { target: { value: '12' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save size' }));
    await screen.findByText('Enter a whole number from 50 to 20,000.');
    fireEvent.change(cap, { target: { value: '800' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save size' }));
    await waitFor(() =>
      expect(
        page.asked.filter(({ name }) => name === 'pdfs.setOfflinePolicy').map(({ input }) => input),
      ).toEqual([{ keep: 'needs-review', capMegabytes: 800 }]),
    );
  });
});
