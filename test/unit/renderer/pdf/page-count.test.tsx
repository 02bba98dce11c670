import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PdfState } from '#contract/pdfs.ts';
import { ok } from '#contract/result.ts';
import { PdfPane } from '#renderer/pdf/PdfPane.tsx';
import { createStores } from '#renderer/state/stores.ts';
import { ProvideStores } from '../../../support/page/provide-stores.tsx';
import { NOON } from '../../../support/builders.ts';
import { testPage } from '../../../support/page/page.ts';

/** What pdf.js says of the PDF; it takes the number of pages from the PDF itself. */
const claimed = vi.hoisted(() => ({
  numPages: 1,
  closed: 0,
  getPage: (): Promise<never> => Promise.reject(new Error('no such page')),
}));
vi.mock('#renderer/pdf/pdf-document.ts', () => ({
  openPdf: async () => ({
    pdf: { numPages: claimed.numPages, getPage: () => claimed.getPage() },
    close: () => (claimed.closed += 1),
  }),
}));

// A bound for what hangs: a PDF is opened after a rest.
configure({ asyncUtilTimeout: 10_000 });

beforeEach(() => {
  claimed.closed = 0;
  vi.stubGlobal('ResizeObserver', QuietObserver);
  vi.stubGlobal('IntersectionObserver', QuietObserver);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** An element that is neither resized nor scrolled into view. */
class QuietObserver {
  observe(): void {}
  disconnect(): void {}
}

const HERE: PdfState = {
  id: 'req_1',
  state: 'here',
  received: 0,
  size: null,
  fetchedAt: NOON,
  version: NOON,
  hash: 'h',
  isStale: false,
  error: null,
  printedBefore: null,
};

function showClaiming(pages: number) {
  claimed.numPages = pages;
  const page = testPage(
    {},
    {
      'pdfs.get': () => Promise.resolve(ok({ ...HERE, printLog: [] })),
      'pdfs.read': () => Promise.resolve(ok({ bytes: new Uint8Array(8), size: 8, hash: 'h' })),
    },
  );
  const stores = createStores(page.bridge);
  const { unmount } = render(
    <ProvideStores value={stores}>
      <PdfPane id="req_1" isDraft={false} />
    </ProvideStores>,
  );
  return { page, stores, unmount };
}

it.each([2_001, 5_000_000_000])(
  'a PDF that claims %d pages is not shown, and can be opened',
  async (pages) => {
    showClaiming(pages);
    const problem = await screen.findByRole('alert');
    expect(problem.textContent).toBe(
      'This PDF has more than 2,000 pages, so it is not shown here. Open it in the PDF program of this computer.',
    );
    expect(claimed.closed).toBe(1);
    expect(screen.getByRole('button', { name: 'Open' }).getAttribute('aria-disabled')).not.toBe('true');
  },
);

it('a PDF of 2,000 pages is shown a hundred pages at a time', async () => {
  showClaiming(2_000);
  expect(await screen.findByText('2,000 pages')).toBeDefined();
  expect(await screen.findAllByRole('figure')).toHaveLength(100);
});

it('a PDF whose record is left while its pages are drawn is not printed, which is said', async () => {
  const { getPage } = claimed;
  const held = Promise.withResolvers<never>();
  const { page, stores, unmount } = showClaiming(3);
  await screen.findByText('3 pages');
  claimed.getPage = () => held.promise;
  fireEvent.click(screen.getByRole('button', { name: 'Print' }));
  await waitFor(() => expect(stores.pdf.store.getState().isBusy).toBe(true));
  unmount();
  expect(stores.toasts.store.getState().shown?.subject).toMatchObject({ did: 'pdfNotPrinted' });
  held.reject(new Error('closed'));
  await expect(held.promise).rejects.toThrow('closed');
  expect(page.inputs('app.print')).toEqual([]);
  claimed.getPage = getPage;
});

it('a PDF whose pages cannot be drawn says so where it is, in no message', async () => {
  const { stores } = showClaiming(3);
  await screen.findByText('3 pages');
  fireEvent.click(screen.getByRole('button', { name: 'Print' }));
  await screen.findByText(/^The action failed\./);
  expect(stores.toasts.store.getState().shown).toBeNull();
});
