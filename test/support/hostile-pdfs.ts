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
