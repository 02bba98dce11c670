import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordIdSchema } from '#contract/record-schemas.ts';
import { ok } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import { createDeferredPromise } from '#main/base/async.ts';
import { silentLog } from '#main/base/log.ts';
import { makePack, PACK_CALL_TIMEOUTS } from '#main/engine/downtime-pack/pack.ts';
import type { StartedWorkerEndpoint, StartWorker } from '#main/engine/sqlite/worker.ts';
import { manualClock } from '../../../support/clocks.ts';
import { unwrap } from '../../../support/engine.ts';
import { createPdf, DOUBLING_PDF, PAGE, TREE } from '../../../support/hostile-pdfs.ts';
import { startPdfProcess } from '../../../support/pdf-process.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'intray-hostile-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function createOnePage(): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  document.addPage([400, 300]);
  return new Uint8Array(await document.save());
}

/** A table of references whose first column is 4,000,000,000 bytes wide, of which three are there. */
const WIDE = createPdf(
  TREE,
  PAGE,
  '5 0 obj << /Type /XRef /W [4000000000 1 1] /Index [0 5] /Size 5 /Length 3 >>\nstream\n000\nendstream endobj',
);

/** A table of 4,000,000,000 references, of which one is there: each takes memory. */
const LONG = createPdf(
  TREE,
  PAGE,
  '5 0 obj << /Type /XRef /W [1 1 1] /Index [0 4000000000] /Size 5 /Length 3 >>\nstream\n000\nendstream endobj',
);

/** The same with an escaped name and another form of the number, and with the number of entries only in the size. */
const SPELLED = createPdf(
  TREE,
  PAGE,
  '5 0 obj << /Type /XRef /W [1 1 1] /#49ndex [0 +4000000000.] /Size 5 /Length 3 >>\nstream\n000\nendstream endobj',
);
const SIZED = createPdf(
  TREE,
  PAGE,
  '5 0 obj << /Type /XRef /W [1 1 1] /Size 4000000000 /Length 3 >>\nstream\n000\nendstream endobj',
);

/** Makes a pack of printed pages and two PDFs, the first one hostile, with these limits. */
async function packWith(
  hostile: Uint8Array<ArrayBuffer>,
  own: Pick<Parameters<typeof makePack>[1], 'startWorker'> & Partial<Parameters<typeof makePack>[1]>,
) {
  const pdfs = new Map([
    ['req_hostile', hostile],
    ['req_after', await createOnePage()],
  ]);
  const state = {
    state: 'here',
    received: 0,
    size: null,
    fetchedAt: toEpochMs(0),
    version: toEpochMs(0),
  } as const;
  const rest = { hash: 'h', isStale: false, error: null, printedBefore: null } as const;
  const made = await makePack(
    {
      pages: await createOnePage(),
      requisitions: [...pdfs.keys()].map((id) => recordIdSchema('requisition').parse(id)),
      password: 'a password of the test',
      path: path.join(folder, 'pack.pdf'),
      replaces: true,
      zone: 'Europe/Berlin',
      locale: 'en-GB',
    },
    {
      pdfs: {
        getMany: async ({ ids }) => ok({ items: ids.map((id) => ({ id, ...state, ...rest })) }),
        read: async ({ id, offset }) => {
          const bytes = pdfs.get(id) ?? new Uint8Array();
          return ok({ bytes: bytes.slice(offset), size: bytes.byteLength, hash: '' });
        },
      },
      unsent: async () => ok(new Set<string>()),
      note: async () => {},
      log: silentLog,
      ...own,
    },
  );
  return unwrap(made);
}

/** Starts real processes, and tells when one has begun to read a PDF of this size. */
function watchFor(size: number, onBegun: () => void): StartWorker {
  return (role, heapMegabytes) => {
    const worker = startPdfProcess(role, heapMegabytes);
    const send = worker.postMessage.bind(worker);
    const watched: Pick<StartedWorkerEndpoint, 'postMessage'> = {
      postMessage: (message, transfer) => {
        const { input } = message as { input: { bytes?: Uint8Array } }; // a call of the pack's process
        const isHostile = input.bytes?.byteLength === size;
        send(message, transfer);
        if (isHostile) onBegun();
      },
    };
    return Object.assign(worker, watched);
  };
}

it('a page tree of 2^40 pages in a few kilobytes keeps its process busy without an end: the process is ended, and the PDF is named as missing', async () => {
  const clock = manualClock();
  const hasBegun = createDeferredPromise<void>();
  const making = packWith(DOUBLING_PDF, {
    clock,
    startWorker: watchFor(DOUBLING_PDF.byteLength, () => hasBegun.resolve()),
  });
  await hasBegun.promise;
  // The engine goes on: it answers a timer while the process is busy.
  await new Promise((resume) => setTimeout(resume, 1));
  await clock.pass(PACK_CALL_TIMEOUTS.add);
  expect(await making).toEqual({ pages: 2, missing: ['req_hostile'] });
});

it.each([
  ['a column of 4 GB', WIDE],
  ['a table of 4,000,000,000 entries', LONG],
  ['a table whose numbers are written in another form', SPELLED],
  ['a table whose number of entries is its size', SIZED],
])(
  '%s in a few hundred bytes is refused before memory is reserved for it, and its process goes on',
  async (_name, hostile) => {
    const processes: string[] = [];
    const made = await packWith(hostile, {
      clock: manualClock(),
      startWorker: (role, heapMegabytes) => {
        processes.push(role);
        return startPdfProcess(role, heapMegabytes);
      },
    });
    expect(made).toEqual({ pages: 2, missing: ['req_hostile'] });
    expect(processes).toHaveLength(1);
  },
  60_000,
);
