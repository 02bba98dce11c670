import { expect, test } from 'vitest';
import { systemClock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import { PdfNameExtractorThread } from '#main/engine/names/text-name-extractor.ts';
import { createWorkerStarter } from '#main/engine/sqlite/worker-starter.ts';
import { getCode, unwrap } from '../../../support/engine.ts';
import { createTextPdf } from '../../../support/name-pdf.ts';
import { WORKER_URL } from '../../../support/worker-entries.ts';

// Real threads start, and parse PDFs.
const startWorker = createWorkerStarter(WORKER_URL);
const pdf = async (): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await createTextPdf(['Wanda Quill', 'user_1']));

test('names are read in a thread, and a PDF that takes too long ends it and no other', async () => {
  let isHasty = true;
  const clock = {
    wait: async (ms: number, signal?: AbortSignal) => (isHasty ? undefined : systemClock.wait(ms, signal)),
  };
  const reader = new PdfNameExtractorThread({ startWorker, log: silentLog, clock });
  expect(getCode(await reader.readNames(await pdf(), ['user_1']))).toBe('engine-down');
  isHasty = false;
  expect(unwrap(await reader.readNames(await pdf(), ['user_1']))).toEqual([
    { id: 'user_1', name: 'Wanda Quill', line: 'Wanda Quill / user_1' },
  ]);
  await reader.end();
});

test('a process that ends at once is not ready, one that has started is, also the next', async () => {
  let entry = 'data:text/javascript,process.exit(2)';
  const reader = new PdfNameExtractorThread({
    startWorker: (role, heapMegabytes) => createWorkerStarter(new URL(entry))(role, heapMegabytes),
    log: silentLog,
  });
  expect(await reader.isReady()).toBe(false);
  entry = WORKER_URL.href;
  expect(await reader.isReady()).toBe(true);
  expect(unwrap(await reader.readNames(await pdf(), ['user_1']))).toHaveLength(1);
  await reader.end();
});
