import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { PdfMerger } from '#main/engine/downtime-pack/binder.ts';
import { assertHolds, type FuzzTarget } from '../target.ts';

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

/** PDFs of a downtime pack: each is taken whole or left out, and no input stops the pack. */
export async function createTarget(): Promise<FuzzTarget> {
  return {
    seeds: [await createPdf(false), await createPdf(true)],
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
      const merger = await PdfMerger.create();
      const isTaken = await merger.add(new Uint8Array(input), 'as of today');
      assertHolds(isTaken === merger.pages > 0, 'a PDF is taken whole or not at all');
      const again = await merger.add(await createPdf(true), 'as of today');
      assertHolds(again, 'a PDF that cannot be read does not spoil the next one');
    },
  };
}
