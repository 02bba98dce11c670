import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordIdSchema } from '#contract/records.ts';
import { ok } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import { createDeferred } from '#main/base/async.ts';
import { silentLog } from '#main/base/log.ts';
import { makePack, PACK_CALL_TIMEOUTS } from '#main/engine/downtime-pack/pack.ts';
import { createWorkerStarter, type StartedWorker, type StartWorker } from '#main/engine/sqlite/worker.ts';
import { manualClock } from '../../../support/clocks.ts';
import { unwrap } from '../../../support/engine.ts';
import { WORKER_URL } from '../../../support/worker-entries.ts';

const startWorker = createWorkerStarter(WORKER_URL);
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

/** A PDF of a catalogue (1), which refers to a page tree (2), and of these objects. */
function createPdf(...objects: readonly string[]): Uint8Array<ArrayBuffer> {
  const catalogue = '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj';
  const whole = ['%PDF-1.7', catalogue, ...objects, 'trailer << /Root 1 0 R >>', '%%EOF'].join('\n');
  return new Uint8Array(Buffer.from(whole, 'latin1'));
}

const TREE = '2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj';
const PAGE = '3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 10 10] >> endobj';

/** Each node of the page tree has its one child twice: 3,400 bytes say that there are 2^40 pages. */
const DOUBLING = createPdf(
  '2 0 obj << /Type /Pages /Kids [10 0 R 10 0 R] /Count 1 >> endobj',
  ...Array.from({ length: 40 }, (_, index) => {
    const child = `${index + 11} 0 R`;
    return `${index + 10} 0 obj << /Type /Pages /Parent 2 0 R /Kids [${child} ${child}] /Count 2 >> endobj`;
  }),
  PAGE.replace('3 0 obj', '50 0 obj'),
);

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

/** Starts real threads, and tells when one has begun to read a PDF of this size. */
function watchFor(size: number, onBegun: () => void): StartWorker {
  return (role, heapMegabytes) => {
    const worker = startWorker(role, heapMegabytes);
    const send = worker.postMessage.bind(worker);
    const watched: Pick<StartedWorker, 'postMessage'> = {
      postMessage: (message, transfer) => {
        const { input } = message as { input: { bytes?: Uint8Array } }; // a call of the pack's thread
        const isHostile = input.bytes?.byteLength === size;
        send(message, transfer);
        if (isHostile) onBegun();
      },
    };
    return Object.assign(worker, watched);
  };
}

it('a page tree of 2^40 pages in a few kilobytes keeps its thread busy without an end: the thread is ended, and the PDF is named as missing', async () => {
  const clock = manualClock();
  const hasBegun = createDeferred<void>();
  const making = packWith(DOUBLING, {
    clock,
    startWorker: watchFor(DOUBLING.byteLength, () => hasBegun.resolve()),
  });
  await hasBegun.promise;
  // The engine's own thread goes on: it answers a timer while the other one is busy.
  await new Promise((resume) => setTimeout(resume, 1));
  await clock.pass(PACK_CALL_TIMEOUTS.add);
  expect(await making).toEqual({ pages: 2, missing: ['req_hostile'] });
}, 60_000);

it.each([
  ['a column of 4 GB', WIDE],
  ['a table of 4,000,000,000 entries', LONG],
  ['a table whose numbers are written in another form', SPELLED],
  ['a table whose number of entries is its size', SIZED],
])(
  '%s in a few hundred bytes is refused before memory is reserved for it, and its thread goes on',
  async (_name, hostile) => {
    const threads: string[] = [];
    const made = await packWith(hostile, {
      clock: manualClock(),
      startWorker: (role, heapMegabytes) => {
        threads.push(role);
        return startWorker(role, heapMegabytes);
      },
    });
    expect(made).toEqual({ pages: 2, missing: ['req_hostile'] });
    expect(threads).toHaveLength(1);
  },
  60_000,
);
