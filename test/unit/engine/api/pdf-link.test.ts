import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidPdfError, PdfValidator, readPdfLink } from '#main/engine/api/pdf-link.ts';

/** The hash of these chunks, or the code of the reason why they are no complete PDF. */
function check(chunks: readonly Uint8Array[]): string {
  const transient = new PdfValidator();
  try {
    for (const chunk of chunks) transient.take(chunk);
    return transient.end();
  } catch (thrown) {
    if (thrown instanceof InvalidPdfError) return thrown.failure.error.code;
    throw thrown;
  }
}

/** The same bytes, cut at these places. */
function cut(bytes: Buffer, places: readonly number[]): readonly Buffer[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

function verdict(bytes: Buffer): string {
  if (bytes.subarray(0, 5).toString('latin1') !== '%PDF-') return 'not-a-pdf';
  if (!bytes.subarray(-1_024).includes('%%EOF')) return 'cut-short';
  return createHash('sha256').update(bytes).digest('hex');
}

describe('the check of a PDF stream', () => {
  it('has the same result for any chunks', () => {
    const beginning = fc.constantFrom('%PDF-1.7', '%PDF-', '%PDF', '<html>', ' %PDF-1.7', '');
    const middle = fc.integer({ min: 0, max: 3_000 });
    const end = fc.constantFrom(
      '%%EOF',
      '%%EOF\n',
      '%%EO',
      '',
      `%%EOF${' '.repeat(1_019)}`,
      `%%EOF${' '.repeat(1_020)}`,
    );
    fc.assert(
      fc.property(beginning, middle, end, fc.array(fc.nat()), (first, length, last, places) => {
        const bytes = Buffer.from(`${first}${'x'.repeat(length)}${last}`, 'latin1');
        expect(check(cut(bytes, places))).toBe(verdict(bytes));
      }),
      { numRuns: 500 },
    );
  });

  it('ends at the first byte that shows that it is no PDF', () => {
    expect(() => new PdfValidator().take(Buffer.from('<'))).toThrow(InvalidPdfError);
  });
});

describe('the response with a link', () => {
  const read = (url: unknown) =>
    readPdfLink(Buffer.from(JSON.stringify({ object: 'requisition', id: 'req_1', url })), 'req_1');
  const ofLength = (length: number): string => 'https://files.example/'.padEnd(length, 'a');

  it('is refused where the link is longer than 16 KiB', () => {
    expect(read(ofLength(16_384))).toMatchObject({ ok: true });
    expect(read(ofLength(16_385))).toMatchObject({ error: { code: 'link-refused' } });
  });

  it('is refused where the link is not a text, though its text would be an address', () => {
    expect(read([ofLength(30)])).toMatchObject({ error: { code: 'link-refused' } });
  });
});
