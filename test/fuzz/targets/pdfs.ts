import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { recordIdSchema } from '#contract/record-schemas.ts';
import { ok } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import { systemClock, type Clock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import { makePack } from '#main/engine/downtime-pack/pack.ts';
import { startPdfProcess } from '../../support/pdf-process.ts';
import { assertHolds, type FuzzTarget } from '../target.ts';

/** Calls of the pack's process may take a tenth of their time, so that a run tries more inputs. */
const HURRY = 10;
const hurriedClock: Pick<Clock, 'wait'> = { wait: (ms, signal) => systemClock.wait(ms / HURRY, signal) };
const toId = (name: string) => recordIdSchema('requisition').parse(`req_${name}`);

async function createPdf(useObjectStreams: boolean): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([200, 200]);
  page.drawText('Result');
  const { context } = document;
  const action = context.obj({ S: 'JavaScript', JS: PDFString.of('app.alert(1)') });
  const link = context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9], A: action });
  page.node.set(PDFName.of('Annots'), context.obj([link]));
  document.addPage([100, 100]);
  return document.save({ useObjectStreams });
}

function toPdf(id: string) {
  const time = toEpochMs(0);
  const stored = {
    state: 'here',
    received: 0,
    size: null,
    fetchedAt: time,
    version: time,
    hash: 'h',
  } as const;
  return { id, ...stored, isStale: false, error: null, printedBefore: null };
}

/**
 * Makes a pack of a good PDF, this one, and another good one. Returns the ids of those that are missing; null where the
 * pack was not completed.
 */
async function findMissing(
  input: Uint8Array,
  good: Uint8Array,
  folder: string,
  clock: Pick<Clock, 'wait'>,
): Promise<readonly string[] | null> {
  const stored = new Map([
    ['req_before', good],
    ['req_input', input],
    ['req_after', good],
  ]);
  const made = await makePack(
    {
      pages: new Uint8Array(good),
      requisitions: ['before', 'input', 'after'].map(toId),
      password: 'Grüne Äpfel im März',
      path: join(folder, 'pack.pdf'),
      replaces: true,
      zone: 'UTC',
      locale: 'en-GB',
    },
    {
      pdfs: {
        getMany: ({ ids }) => Promise.resolve(ok({ items: ids.map(toPdf) })),
        read: ({ id, offset }) => {
          const bytes = new Uint8Array(stored.get(id) ?? []);
          return Promise.resolve(ok({ bytes: bytes.slice(offset), size: bytes.byteLength, hash: '' }));
        },
      },
      unsent: () => Promise.resolve(ok(new Set<string>())),
      note: () => Promise.resolve(),
      startWorker: startPdfProcess,
      log: silentLog,
      clock,
    },
  );
  return made.ok ? made.value.missing : null;
}

/** PDFs of a downtime pack: whatever one of them holds, the pack is completed with the others. */
export async function createTarget(): Promise<FuzzTarget> {
  const good = await createPdf(true);
  const folder = mkdtempSync(join(tmpdir(), 'intray-fuzz-'));
  return {
    seeds: [await createPdf(false), good],
    tokens: [
      '/Count 4000000000',
      '/Kids [3 0 R]',
      '/Parent 2 0 R',
      '/Annots',
      '/Length 99999',
      'endobj',
      'stream\n',
      '<<',
      '>>',
      'R',
      '/FlateDecode',
      'trailer',
      'startxref',
    ],
    run: async (input) => {
      const isComplete = (missing: readonly string[] | null): boolean =>
        missing !== null && !missing.includes('req_before') && !missing.includes('req_after');
      // On a busy machine a tenth of the time may be too little.
      const holds =
        isComplete(await findMissing(input, good, folder, hurriedClock)) ||
        isComplete(await findMissing(input, good, folder, systemClock));
      assertHolds(holds, 'every pack is completed, and good PDFs are in it');
    },
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}
