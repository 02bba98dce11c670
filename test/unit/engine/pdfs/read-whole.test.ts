import { expect, test } from 'vitest';
import { recordIdSchema } from '#contract/record-schemas.ts';
import { err, ok } from '#contract/result.ts';
import type { PdfService } from '#main/engine/pdfs/pdf-service.ts';
import { readWholePdf } from '#main/engine/pdfs/read-whole.ts';

const ID = recordIdSchema('requisition').parse('req_1');
const WHOLE = new Uint8Array([1, 2, 3, 4, 5]);
const PIECE = 2;

/** Serves a PDF in pieces of two bytes; each piece may be answered otherwise. */
function serve(
  change: (offset: number) => ReturnType<PdfService['read']> | null = () => null,
): Pick<PdfService, 'read'> {
  return {
    read: async ({ offset }) =>
      (await change(offset)) ??
      ok({ bytes: WHOLE.slice(offset, offset + PIECE), size: WHOLE.byteLength, hash: '' }),
  };
}

test('a stored PDF is read whole where it fits exactly, and not at all where it is a byte too large', async () => {
  expect(await readWholePdf(serve(), ID, WHOLE.byteLength)).toEqual(WHOLE);
  expect(await readWholePdf(serve(), ID, WHOLE.byteLength - 1)).toBeNull();
});

test.each([
  ['is gone', err('not-found')],
  ['is replaced by a larger one', ok({ bytes: new Uint8Array(4), size: 9, hash: '' })],
  ['is replaced by a smaller one', ok({ bytes: new Uint8Array(1), size: 3, hash: '' })],
  ['has no more bytes', ok({ bytes: new Uint8Array(), size: WHOLE.byteLength, hash: '' })],
])('a PDF that %s while it is read is not read', async (_what, answer) => {
  const pdfs = serve((offset) => (offset === PIECE ? Promise.resolve(answer) : null));
  expect(await readWholePdf(pdfs, ID, 100)).toBeNull();
});
