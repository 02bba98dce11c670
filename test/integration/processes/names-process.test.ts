import { expect, test, vi } from 'vitest';
import { silentLog } from '#main/base/log.ts';
import { NAMES_HEAP_MEGABYTES, PdfNameExtractorThread } from '#main/engine/names/text-name-extractor.ts';
import type { StartWorker } from '#main/engine/sqlite/worker.ts';
import { getCode, unwrap } from '../../support/engine.ts';
import { createTextPdf } from '../../support/name-pdf.ts';
import { createPdfProcessStarter } from '../../support/pdf-process.ts';

// Real processes start, and parse PDFs.
vi.setConfig({ testTimeout: 60_000 });

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
