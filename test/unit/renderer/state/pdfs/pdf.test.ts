import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PdfState } from '#contract/pdfs.ts';
import { err, ok } from '#contract/result.ts';
import { wrapBridgeCalls } from '#renderer/state/bridge.ts';
import { readPdf, createRecordPdfStore } from '#renderer/state/pdfs/pdf.ts';
import { testPage } from '../../../../support/page/page.ts';
import { waitUntilPasses } from '../../../../support/wait.ts';
import { aPdfState } from '../../../../support/values.ts';

const NONE = aPdfState();

interface CutPdf {
  whole: Uint8Array;
  /** Bytes of a piece. */
  piece: number;
}

/** An engine with one PDF in pieces; `hashes` are returned one after the other, the last one permanently. */
function withPdf(pdf: CutPdf, hashes: readonly string[] = ['h']) {
  const left = [...hashes];
  const page = testPage(
    {},
    {
      'pdfs.read': ({ offset }) => {
        const hash = (left.length > 1 ? left.shift() : left[0]) ?? '';
        const { whole, piece } = pdf;
        return Promise.resolve(ok({ bytes: whole.slice(offset, offset + piece), size: whole.length, hash }));
      },
    },
  );
  return wrapBridgeCalls(page.bridge);
}

describe('reading a PDF in pieces', () => {
  it('puts every byte in its place, however it is cut', async () => {
    const pdf: CutPdf = { whole: new Uint8Array(), piece: 1 };
    const calls = withPdf(pdf);
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1, maxLength: 400 }),
        fc.integer({ min: 1, max: 90 }),
        async (whole, piece) => {
          Object.assign(pdf, { whole, piece });
          const read = await readPdf(calls, 'req_1');
          expect(read.ok && [...read.value.bytes]).toEqual([...whole]);
        },
      ),
    );
  });

  it('starts again if the PDF was replaced meanwhile, and gives up in the end', async () => {
    const pdf = { whole: Uint8Array.from([1, 2, 3, 4]), piece: 2 };
    const again = await readPdf(withPdf(pdf, ['old', 'new']), 'req_1');
    expect(again.ok && again.value.hash).toBe('new');
    const never = await readPdf(withPdf(pdf, ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']), 'req_1');
    expect(never).toEqual(err('cut-short'));
  });

  it('rejects a size that no PDF has, and pieces without an end', async () => {
    const huge = () => Promise.resolve(ok({ bytes: new Uint8Array(1), size: 2 ** 40, hash: 'h' }));
    expect(await readPdf(wrapBridgeCalls(testPage({}, { 'pdfs.read': huge }).bridge), 'req_1')).toEqual(
      err('too-large'),
    );
    const empty = () => Promise.resolve(ok({ bytes: new Uint8Array(0), size: 10, hash: 'h' }));
    expect(await readPdf(wrapBridgeCalls(testPage({}, { 'pdfs.read': empty }).bridge), 'req_1')).toEqual(
      err('cut-short'),
    );
  });
});

describe('the PDF beside a record', () => {
  const shownWith = (pdf: { current: PdfState }) => {
    const page = testPage(
      {},
      {
        'pdfs.get': ({ id }) => Promise.resolve(ok({ ...pdf.current, id, printLog: [] })),
        'pdfs.fetch': () => Promise.resolve(err('offline')),
      },
    );
    return { page, open: createRecordPdfStore(wrapBridgeCalls(page.bridge)) };
  };
  const waitForResponse = (check: () => void) => waitUntilPasses(check);

  it('follows its progress by events, and reads it once it is here', async () => {
    const pdf = { current: NONE };
    const { page, open } = shownWith(pdf);
    open.show('req_1');
    await waitForResponse(() => expect(open.store.getState().pdf).toEqual(NONE));
    const before = page.asked.length;
    open.handleStatus([{ id: 'req_1', state: 'arriving', received: 10, size: 100 }]);
    expect(open.store.getState().pdf).toMatchObject({ state: 'arriving', received: 10, size: 100 });
    expect(page.asked.length).toBe(before);
    pdf.current = { ...NONE, state: 'here', hash: 'h' };
    open.handleStatus([{ id: 'req_1', state: 'here', received: 100, size: 100 }]);
    await waitForResponse(() => expect(open.store.getState().pdf?.hash).toBe('h'));
  });

  it('ignores the PDFs of other records', async () => {
    const { open } = shownWith({ current: NONE });
    open.show('req_1');
    await waitForResponse(() => expect(open.store.getState().pdf).toEqual(NONE));
    open.handleStatus([{ id: 'req_2', state: 'arriving', received: 1, size: 2 }]);
    expect(open.store.getState().pdf).toEqual(NONE);
  });

  it('says why an action failed, until the next one', async () => {
    const { open } = shownWith({ current: NONE });
    open.show('req_1');
    open.fetch();
    await waitForResponse(() => expect(open.store.getState().problem?.code).toBe('offline'));
    await open.runAction(() => Promise.resolve(ok({})));
    expect(open.store.getState().problem).toBeNull();
  });

  it('is not closed by the record that was shown before it', async () => {
    const { open } = shownWith({ current: NONE });
    const end = open.show('req_1');
    open.show('req_2');
    end();
    await waitForResponse(() => expect(open.store.getState().pdf?.id).toBe('req_2'));
  });
});

describe('a PDF whose download failed without the connection', () => {
  const UNREACHED: PdfState = { ...NONE, state: 'failed', error: { code: 'offline' } };

  /** The PDF of a record whose every download fails. */
  async function showFailed(pdf: PdfState = UNREACHED) {
    const page = testPage(
      {},
      {
        'pdfs.get': async ({ id }) => ok({ ...pdf, id, printLog: [] }),
        'pdfs.fetch': async () => ok({ queued: 1 }),
      },
    );
    const open = createRecordPdfStore(wrapBridgeCalls(page.bridge));
    const hide = open.show('req_1');
    const isRead = (id: string) => waitUntilPasses(() => expect(open.store.getState().pdf?.id).toBe(id));
    await isRead('req_1');
    const fetched = (): readonly unknown[] => page.inputs('pdfs.fetch');
    /** Waits until the PDF was read again after everything so far. */
    const settle = async (): Promise<void> => {
      const before = page.inputs('pdfs.get').length;
      open.invalidate([]);
      await waitUntilPasses(() => expect(page.inputs('pdfs.get').length).toBeGreaterThan(before));
      await waitUntilPasses(() => expect(open.store.getState().isBusy).toBe(false));
    };
    return { open, hide, isRead, fetched, settle };
  }

  it('is downloaded again once for each return of the connection', async () => {
    const { open, fetched, settle } = await showFailed();
    await settle();
    expect(fetched()).toEqual([]);
    open.retryUnreached();
    await waitUntilPasses(() => expect(fetched()).toEqual([{ ids: ['req_1'] }]));
    await settle();
    await settle();
    expect(fetched()).toHaveLength(1);
    open.retryUnreached();
    await waitUntilPasses(() => expect(fetched()).toHaveLength(2));
  });

  it('is not downloaded again for another error', async () => {
    const { open, fetched, settle } = await showFailed({ ...UNREACHED, error: { code: 'not-found' } });
    open.retryUnreached();
    await settle();
    expect(fetched()).toEqual([]);
  });

  it('is not downloaded while it is hidden, but when it is shown', async () => {
    const { open, hide, isRead, fetched } = await showFailed();
    hide();
    open.retryUnreached();
    open.show('req_2');
    await isRead('req_2');
    await waitUntilPasses(() => expect(fetched()).toEqual([{ ids: ['req_2'] }]));
  });
});
