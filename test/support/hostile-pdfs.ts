/** A PDF of a catalogue (1), which refers to a page tree (2), and of these objects. */
export function createPdf(...objects: readonly string[]): Uint8Array<ArrayBuffer> {
  const catalogue = '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj';
  const whole = ['%PDF-1.7', catalogue, ...objects, 'trailer << /Root 1 0 R >>', '%%EOF'].join('\n');
  return new Uint8Array(Buffer.from(whole, 'latin1'));
}

/** A page tree of one page (3). */
export const TREE = '2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj';
/** An empty page (3). */
export const PAGE = '3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 10 10] >> endobj';

/** Each node of the page tree has its one child twice: 3,400 bytes say that there are 2^40 pages. */
export const DOUBLING_PDF = createPdf(
  '2 0 obj << /Type /Pages /Kids [10 0 R 10 0 R] /Count 1 >> endobj',
  ...Array.from({ length: 40 }, (_, index) => {
    const child = `${index + 11} 0 R`;
    return `${index + 10} 0 obj << /Type /Pages /Parent 2 0 R /Kids [${child} ${child}] /Count 2 >> endobj`;
  }),
  PAGE.replace('3 0 obj', '50 0 obj'),
);

/** Returns a PDF with a table of its objects; where the table has no place for one, its entry says what stands instead. */
function createPdfWithTable(
  objects: readonly string[],
  entries: readonly (string | null)[],
): Uint8Array<ArrayBuffer> {
  const body = ['%PDF-1.7', ...objects, ''].join('\n');
  const table = entries.map((entry, index) => {
    const place = body.indexOf(`${index + 1} 0 obj`);
    return entry ?? `${String(place).padStart(10, '0')} 00000 n `;
  });
  const size = table.length + 1;
  const lines = [`xref`, `0 ${size}`, '0000000000 65535 f ', ...table];
  const trailer = ['trailer << /Root 1 0 R >>', 'startxref', String(body.length), '%%EOF'];
  return new Uint8Array(Buffer.from([body + lines.join('\n'), ...trailer].join('\n'), 'latin1'));
}

/**
 * Its first page does not exist, and where its second one should be is something else. pdf.js reads both at the same time
 * and gives up at the first: the promise of the second one is rejected, and nothing waits for it.
 */
export const UNAWAITED_PDF = createPdfWithTable(
  [
    '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj',
    '2 0 obj << /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >> endobj',
  ],
  [null, null, '0000000000 00000 f ', '0000000003 00000 n '],
);
