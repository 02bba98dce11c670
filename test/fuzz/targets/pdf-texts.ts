import { silentLog } from '#main/base/log.ts';
import { systemClock, type Clock } from '#main/base/clock.ts';
import { PdfNameExtractorThread } from '#main/engine/names/text-name-extractor.ts';
import { DOUBLING_PDF, UNAWAITED_PDF } from '../../support/hostile-pdfs.ts';
import { createTextPdf } from '../../support/name-pdf.ts';
import { startPdfProcess } from '../../support/pdf-process.ts';
import { assertHolds, type FuzzTarget } from '../target.ts';

const ID = 'user_1';
const NAME = 'Wanda Quill';
/** Calls may take a tenth of their time, so that a run tries more inputs. */
const HURRY = 10;
const hurriedClock: Pick<Clock, 'wait'> = { wait: (ms, signal) => systemClock.wait(ms / HURRY, signal) };

const createReader = (clock: Pick<Clock, 'wait'>): PdfNameExtractorThread =>
  new PdfNameExtractorThread({ startWorker: startPdfProcess, log: silentLog, clock });

/** PDFs whose names are read: whatever one of them holds, those of the next one are read. */
export async function createTarget(): Promise<FuzzTarget> {
  const good = new Uint8Array(await createTextPdf([NAME, ID]));
  // One process reads many inputs, until one of them ends it.
  const [hurried, patient] = [createReader(hurriedClock), createReader(systemClock)];

  async function isGoodOneRead(reader: PdfNameExtractorThread): Promise<boolean> {
    const read = await reader.readNames(new Uint8Array(good), [ID]);
    return read.ok && read.value.some(({ id, name }) => id === ID && name === NAME);
  }

  return {
    seeds: [good, DOUBLING_PDF, UNAWAITED_PDF],
    tokens: [
      '/Count 4000000000',
      '/Kids [3 0 R]',
      '/Parent 2 0 R',
      '/Contents 3 0 R',
      '/Font << /F1 3 0 R >>',
      '/Widths [0]',
      '/Length 99999',
      '1 0 obj',
      'endobj',
      'stream\n',
      '<<',
      '>>',
      'R',
      '/FlateDecode',
      'BT /F1 9 Tf (Wanda) Tj ET',
      'xref',
      'trailer',
      'startxref',
    ],
    run: async (input) => {
      const read = await hurried.readNames(new Uint8Array(input), [ID]);
      // One that cannot be read is refused, and one that takes too much ends the process.
      const isAnswered = read.ok || read.error.code === 'bad-payload' || read.error.code === 'engine-down';
      assertHolds(isAnswered, 'every PDF is read, or refused as a PDF');
      // On a busy machine a tenth of the time may be too little to start a process.
      const isNextRead = (await isGoodOneRead(hurried)) || (await isGoodOneRead(patient));
      assertHolds(isNextRead, 'names are read in every good PDF, whatever the one before it holds');
    },
    close: async () => {
      await Promise.all([hurried.end(), patient.end()]);
    },
  };
}
