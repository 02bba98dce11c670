import { expect, test } from 'vitest';
import { silentLog } from '#main/base/log.ts';
import { NAMES_HEAP_MEGABYTES, PdfNameExtractorThread } from '#main/engine/names/text-name-extractor.ts';
import type { StartWorker } from '#main/engine/sqlite/worker.ts';
import { getCode, unwrap } from '../../support/engine.ts';
import { createTextPdf } from '../../support/name-pdf.ts';
import { DOUBLING_PDF, UNAWAITED_PDF } from '../../support/hostile-pdfs.ts';
import { createPdfProcessStarter, startPdfProcess } from '../../support/pdf-process.ts';

// Real processes start, and parse PDFs.
const pdf = async (): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await createTextPdf(['Wanda Quill', 'user_1']));

/** A smaller limit than the usual one, which is reached sooner. */
const startSmallProcess = createPdfProcessStarter('--heap-megabytes=64');

/** One array of a million dictionaries: 4 MB of text, of which the parser makes an object each. */
function createLargePdf(): Uint8Array<ArrayBuffer> {
  const objects = [
    '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj',
    '2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj',
    `3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 10 10] /Contents [${'<<>>'.repeat(1_000_000)}] >> endobj`,
  ];
  return new Uint8Array(
    Buffer.from(['%PDF-1.7', ...objects, 'trailer << /Root 1 0 R >>', '%%EOF'].join('\n')),
  );
}

test('a PDF that needs more memory than reading names may take ends its process, and the next PDF gets another', async () => {
  const limits: unknown[] = [];
  /** It says so where time has run out instead. */
  const warnings: string[] = [];
  const start: StartWorker = (role, heapMegabytes) => {
    limits.push(heapMegabytes);
    return startSmallProcess(role, heapMegabytes);
  };
  const reader = new PdfNameExtractorThread({
    startWorker: start,
    log: { ...silentLog, warn: (message) => void warnings.push(message) },
  });
  expect(getCode(await reader.readNames(createLargePdf(), ['user_1']))).toBe('engine-down');
  expect(warnings).toEqual([]);
  expect(unwrap(await reader.readNames(await pdf(), ['user_1']))).toHaveLength(1);
  expect(limits).toEqual([NAMES_HEAP_MEGABYTES, NAMES_HEAP_MEGABYTES]);
  await reader.end();
});

test.each([
  ['whose parser leaves a rejected promise behind', UNAWAITED_PDF],
  ['whose page tree claims 2^40 pages', DOUBLING_PDF],
])('a PDF %s is read in no time, and the next one by the same process', async (_, hostile) => {
  let started = 0;
  const warnings: string[] = [];
  const reader = new PdfNameExtractorThread({
    startWorker: (role, heapMegabytes) => {
      started += 1;
      return startPdfProcess(role, heapMegabytes);
    },
    log: { ...silentLog, warn: (message) => void warnings.push(message) },
  });
  // Each in turn, so that one which ends its process late is noticed by the one after it.
  for (let time = 1; time <= 3; time += 1) {
    const read = await reader.readNames(new Uint8Array(hostile), ['user_1']);
    expect(read.ok ? read.value : read.error.code).toEqual(read.ok ? [] : 'bad-payload');
    expect(unwrap(await reader.readNames(await pdf(), ['user_1']))).toHaveLength(1);
  }
  await reader.end();
  expect({ started, warnings }).toEqual({ started: 1, warnings: [] });
});
