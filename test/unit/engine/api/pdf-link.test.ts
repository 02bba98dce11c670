import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidPdfError, isAllowedPdfLink, PdfValidator, parsePdfLink } from '#main/engine/api/pdf-link.ts';

/** The hash of these chunks, or the code of the reason why they are no complete PDF. */
function check(chunks: readonly Uint8Array[]): string {
  const transient = new PdfValidator();
  try {
    for (const chunk of chunks) transient.onChunk(chunk);
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
    expect(() => new PdfValidator().onChunk(Buffer.from('<'))).toThrow(InvalidPdfError);
  });
});

describe('the response with a link', () => {
  const read = (url: unknown) =>
    parsePdfLink(Buffer.from(JSON.stringify({ object: 'requisition', id: 'req_1', url })), 'req_1');
  const ofLength = (length: number): string => 'https://files.example/'.padEnd(length, 'a');

  it('is refused where the link is longer than 16 KiB', () => {
    expect(read(ofLength(16_384))).toMatchObject({ ok: true });
    expect(read(ofLength(16_385))).toMatchObject({ error: { code: 'link-refused' } });
  });

  it.each([
    ['another kind of record', { object: 'form', id: 'req_1' }],
    ['another requisition', { object: 'requisition', id: 'req_2' }],
    ['a record without a kind', { id: 'req_1' }],
    ['a list', [{ object: 'requisition', id: 'req_1' }]],
  ])('is no link of the requisition where it is %s', (_what, record) => {
    const answer = Array.isArray(record) ? record : { ...record, url: ofLength(30) };
    const parsed = parsePdfLink(Buffer.from(JSON.stringify(answer)), 'req_1');
    expect(parsed).toMatchObject({ error: { code: 'bad-payload' } });
  });

  it('is refused where the link is not a text, though its text would be an address', () => {
    expect(read([ofLength(30)])).toMatchObject({ error: { code: 'link-refused' } });
  });
});

describe('a link to a PDF', () => {
  const SERVICE = 'https://clinic.example.org';
  const isAllowed = (link: string, baseUrl = SERVICE): boolean => isAllowedPdfLink(new URL(link), baseUrl);

  it.each([
    'https://files.example.net/a?sig=1',
    'https://clinic.example.org/a',
    'https://files.example.net:8443/a',
  ])('to a public name is followed: %s', (link) => {
    expect(isAllowed(link)).toBe(true);
  });

  it.each([
    'http://files.example.net/a',
    'https://name:word@files.example.net/a',
    'https://localhost/a',
    'https://localhost./a',
    'https://pdf.localhost/a',
    'https://pdf.localhost./a',
    'https://127.0.0.1/a',
    'https://127.0.0.1./a',
    'https://2130706433/a',
    'https://0x7f.1/a',
    'https://0177.0.0.1/a',
    'https://0/a',
    'https://10.0.0.5/a',
    'https://172.16.0.5/a',
    'https://192.168.1.1/a',
    'https://100.64.0.1/a',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/a',
    'https://[::7f00:1]/a',
    'https://[::ffff:127.0.0.1]/a',
    'https://[64:ff9b::7f00:1]/a',
    'https://[2002:7f00:1::]/a',
    'https://[fd00::8]/a',
    'https://[fe80::1]/a',
    'https://router/a',
    'https://metadata.google.internal/a',
    'https://metadata.google.internal./a',
    'https://printer.local/a',
    'https://nas.lan/a',
    'https://box.home.arpa/a',
  ])('to this computer, a private network or a numeric address is not followed: %s', (link) => {
    expect(isAllowed(link)).toBe(false);
  });

  it('to a private name is followed where the service has one in the same domain', () => {
    const service = 'https://api.clinic.internal';
    expect(isAllowed('https://files.clinic.internal/a', service)).toBe(true);
    expect(isAllowed('https://api.clinic.internal/a', service)).toBe(true);
    expect(isAllowed('https://metadata.google.internal/a', service)).toBe(false);
    expect(isAllowed('https://metadata.google.internal/a', 'https://clinic.internal')).toBe(false);
  });

  it('to this computer is followed only where the service runs here', () => {
    expect(isAllowed('http://127.0.0.1:9/a', 'http://127.0.0.1:8')).toBe(true);
    expect(isAllowed('http://10.0.0.5/a', 'http://127.0.0.1:8')).toBe(false);
  });
});
