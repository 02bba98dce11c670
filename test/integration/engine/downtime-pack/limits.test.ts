import type { EventEmitter } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFName, StandardFonts } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PdfState } from '#contract/pdfs.ts';
import { recordIdSchema } from '#contract/record-schemas.ts';
import { ok } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import { createDeferredPromise } from '#main/base/async.ts';
import { createRedactingLog, silentLog } from '#main/base/log.ts';
import { INCOMPLETE_PACK_FILE_EVENT } from '#main/engine/downtime-pack/incomplete-file.ts';
import { makePack, PACK_CALL_TIMEOUTS, type PackDeps } from '#main/engine/downtime-pack/pack.ts';
import type { StartedWorkerEndpoint, StartWorker } from '#main/engine/sqlite/worker.ts';
import { manualClock } from '../../../support/clocks.ts';
import { unwrap } from '../../../support/engine.ts';
import { createPdfProcessStarter, startPdfProcess } from '../../../support/pdf-process.ts';
import { WORKER_URL } from '../../../support/worker-entries.ts';

const PASSWORD = 'Grüne Äpfel im März';
const MEGABYTE = 1_048_576;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'intray-pack-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function pdfSaying(line: string): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  document.addPage([400, 300]).drawText(line, { x: 40, y: 200, font });
  return new Uint8Array(await document.save());
}

/** A PDF with object streams that expand to this many bytes each: one small object and blanks. */
async function createBomb(bytes: number, streams = 1): Promise<Uint8Array<ArrayBuffer>> {
  const objects = Array.from({ length: streams }, (_, place) => {
    const content = Buffer.alloc(bytes, ' ');
    content.write(`${900 + place} 0 null`);
    const packed = deflateSync(content, { level: 9 });
    const head = `${800 + place} 0 obj\n<< /Type /ObjStm /N 1 /First 6 /Filter /FlateDecode /Length ${packed.byteLength} >>\nstream\n`;
    return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream\nendobj\n')]);
  });
  const whole = Buffer.from(await pdfSaying('bomb'));
  const version = whole.indexOf('\n', whole.indexOf('\n') + 1) + 1;
  return new Uint8Array(Buffer.concat([whole.subarray(0, version), ...objects, whole.subarray(version)]));
}

/** A PDF of many small objects that are not compressed. */
async function createLarge(): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  const page = document.addPage([400, 300]);
  const objects = Array.from({ length: 200_000 }, (_, number) =>
    document.context.obj({ Number: [number, {}] }),
  );
  page.node.set(PDFName.of('Extra'), document.context.obj(objects));
  return new Uint8Array(await document.save({ useObjectStreams: false }));
}

/** A PDF with one stream of 100 MB, which is copied without being decoded. */
async function createHeavy(): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  const page = document.addPage([400, 300]);
  const stream = document.context.stream(new Uint8Array(100 * MEGABYTE).fill(0x20));
  page.node.set(PDFName.of('Contents'), document.context.register(stream));
  return new Uint8Array(await document.save());
}

function pdfOf(id: string): PdfState {
  return {
    id,
    state: 'here',
    received: 0,
    size: null,
    fetchedAt: toEpochMs(0),
    version: toEpochMs(0),
    hash: 'h',
    isStale: false,
    error: null,
    printedBefore: null,
  };
}

/** Makes a pack of printed pages and these PDFs, by id. */
async function packOf(pdfs: Readonly<Record<string, Uint8Array<ArrayBuffer>>>, own: Partial<PackDeps> = {}) {
  const stored = new Map(Object.entries(pdfs));
  const none = new Uint8Array();
  const made = await makePack(
    {
      pages: await pdfSaying('the day'),
      requisitions: [...stored.keys()].map((id) => recordIdSchema('requisition').parse(id)),
      password: PASSWORD,
      path: path.join(folder, 'pack.pdf'),
      replaces: true,
      zone: 'Europe/Berlin',
      locale: 'en-GB',
    },
    {
      pdfs: {
        getMany: ({ ids }) => Promise.resolve(ok({ items: ids.map(pdfOf) })),
        read: ({ id, offset }) => {
          const bytes = stored.get(id) ?? none;
          return Promise.resolve(ok({ bytes: bytes.slice(offset), size: bytes.byteLength, hash: '' }));
        },
      },
      unsent: () => Promise.resolve(ok(new Set<string>())),
      note: () => Promise.resolve(),
      startWorker: startPdfProcess,
      log: silentLog,
      ...own,
    },
  );
  return unwrap(made);
}

async function countPages(): Promise<number> {
  const whole = readFileSync(path.join(folder, 'pack.pdf'));
  return (await PDFDocument.load(whole, { password: PASSWORD })).getPageCount();
}

/**
 * Starts real processes that do not receive PDFs of this size, so that their calls are never answered.
 * @param onWithheld called each time
 */
function withholding(size: number, onWithheld: () => void): StartWorker {
  return (role, heapMegabytes) => {
    const worker = startPdfProcess(role, heapMegabytes);
    const send = worker.postMessage.bind(worker);
    const withheld: Pick<StartedWorkerEndpoint, 'postMessage'> = {
      postMessage: (message, transfer) => {
        const { input } = message as { input: { bytes?: Uint8Array } }; // a call of the pack's process
        if (input.bytes?.byteLength === size) onWithheld();
        else send(message, transfer);
      },
    };
    return Object.assign(worker, withheld);
  };
}

describe('a downtime pack is completed, and a PDF is named as missing that', () => {
  it('expands to more bytes than one PDF may', async () => {
    const bomb = await createBomb(40 * MEGABYTE);
    expect(bomb.byteLength).toBeLessThan(100_000);
    const before = await pdfSaying('before');
    const after = await pdfSaying('after');
    const made = await packOf({ req_before: before, req_bomb: bomb, req_after: after });
    expect(made).toEqual({ pages: 3, missing: ['req_bomb'] });
    expect(await countPages()).toBe(3);
  });

  it('expands to more bytes in all its streams together', async () => {
    const bomb = await createBomb(4 * MEGABYTE, 5);
    const made = await packOf({ req_bomb: bomb, req_after: await pdfSaying('after') });
    expect(made).toEqual({ pages: 2, missing: ['req_bomb'] });
  });

  it('needs more memory for objects than the process may have', async () => {
    const before = await pdfSaying('before');
    const after = await pdfSaying('after');
    const made = await packOf(
      { req_before: before, req_large: await createLarge(), req_after: after },
      { heapMegabytes: 40, startWorker: createPdfProcessStarter('--memory-megabytes', '1000') },
    );
    expect(made).toEqual({ pages: 3, missing: ['req_large'] });
    expect(await countPages()).toBe(3);
  });

  it('needs more memory for bytes than the process may have', async () => {
    const made = await packOf(
      {
        req_before: await pdfSaying('before'),
        req_heavy: await createHeavy(),
        req_after: await pdfSaying('after'),
      },
      { startWorker: createPdfProcessStarter('--memory-megabytes', '220') },
    );
    expect(made).toEqual({ pages: 3, missing: ['req_heavy'] });
    expect(await countPages()).toBe(3);
  });

  it('crashes the process', async () => {
    const fatal = await pdfSaying('a PDF whose length no other one has');
    let starts = 0;
    const made = await packOf(
      { req_before: await pdfSaying('before'), req_fatal: fatal, req_after: await pdfSaying('afterwards') },
      {
        startWorker: (role, heapMegabytes) => {
          starts += 1;
          const worker = startPdfProcess(role, heapMegabytes);
          const send = worker.postMessage.bind(worker);
          const crashing: Pick<StartedWorkerEndpoint, 'postMessage'> = {
            postMessage: (message) => {
              const { input } = message as { input: { bytes?: Uint8Array } }; // a call of the pack's process
              // A process that had the PDF could still answer before it ends.
              if (input.bytes?.byteLength === fatal.byteLength) void worker.terminate();
              else send(message);
            },
          };
          return Object.assign(worker, crashing);
        },
      },
    );
    expect(made).toEqual({ pages: 3, missing: ['req_fatal'] });
    expect(starts).toBe(2);
    expect(await countPages()).toBe(3);
  });

  it('takes longer than a PDF may', async () => {
    const clock = manualClock();
    const lines: string[] = [];
    const log = createRedactingLog(
      (line) => void lines.push(line),
      () => 0,
    );
    const before = await pdfSaying('before');
    const slow = await pdfSaying('slow');
    const isHeld = createDeferredPromise<void>();
    const making = packOf(
      { req_before: before, req_slow: slow, req_after: await pdfSaying('afterwards') },
      { clock, log, startWorker: withholding(slow.byteLength, () => isHeld.resolve()) },
    );
    await isHeld.promise;
    await clock.pass(PACK_CALL_TIMEOUTS.add);
    expect(await making).toEqual({ pages: 3, missing: ['req_slow'] });
    expect(lines.filter((line) => /making a pack took too long.*add/.test(line))).toHaveLength(1);
    expect(await countPages()).toBe(3);
  });
});

it('PDFs whose object streams are large but within the limit are in the pack: each has a limit of its own', async () => {
  const fits = await createBomb(4 * MEGABYTE, 2);
  expect(await packOf({ req_1: fits, req_2: fits, req_3: fits })).toEqual({ pages: 4, missing: [] });
});

it('the process of a pack ends with it', async () => {
  const exits: Promise<unknown>[] = [];
  const made = await packOf(
    {},
    {
      startWorker: (role, heapMegabytes) => {
        const worker = startPdfProcess(role, heapMegabytes);
        exits.push(new Promise((resolve) => worker.on('exit', resolve)));
        return worker;
      },
    },
  );
  expect(made).toEqual({ pages: 1, missing: [] });
  expect(exits).toHaveLength(1);
  await Promise.all(exits);
});

it('a number that the PDF library warns of is not printed', async () => {
  const large = await pdfSaying('large');
  const head = Buffer.from(large).indexOf('\n', Buffer.from(large).indexOf('\n') + 1) + 1;
  const bytes = Buffer.concat([
    large.subarray(0, head),
    Buffer.from('900 0 obj\n9007199254740993\nendobj\n'),
    large.subarray(head),
  ]);
  const printed: string[] = [];
  const made = await packOf(
    { req_large: new Uint8Array(bytes) },
    {
      startWorker: (role) => {
        const worker = new Worker(WORKER_URL, { workerData: { role }, env: {}, execArgv: [], stderr: true });
        worker.stderr.on('data', (piece) => printed.push(String(piece)));
        return worker;
      },
    },
  );
  expect(made).toEqual({ pages: 2, missing: [] });
  expect(printed).toEqual([]);
});

/** Starts real processes; the first that is to write the pack says that it writes to this file, and is killed. */
function killedWhileWriting(file: string): StartWorker {
  let isKilled = false;
  return (role, heapMegabytes) => {
    const worker = startPdfProcess(role, heapMegabytes) as ReturnType<StartWorker> & EventEmitter; // what it is made of
    const send = worker.postMessage.bind(worker);
    const killed: Pick<StartedWorkerEndpoint, 'postMessage'> = {
      postMessage: (message, transfer) => {
        if (isKilled || (message as { name?: string }).name !== 'write') return send(message, transfer);
        isKilled = true;
        worker.emit('message', { t: 'event', name: INCOMPLETE_PACK_FILE_EVENT, payload: file });
        void worker.terminate();
      },
    };
    return Object.assign(worker, killed);
  };
}

it('the file that a killed process was writing is removed, and the pack is made again', async () => {
  const file = path.join(folder, '.intray-0123456789abcdef.part');
  writeFileSync(file, 'a part of a pack');
  const made = await packOf({}, { startWorker: killedWhileWriting(file) });
  expect(made).toEqual({ pages: 1, missing: [] });
  expect(existsSync(file)).toBe(false);
});
