import PdfKit from 'pdfkit';

/** Returns a PDF with lines of text, one below the other. */
export function createTextPdf(lines: readonly string[]): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const document = new PdfKit();
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  document.on('end', () => resolve(Buffer.concat(chunks)));
  document.on('error', reject);
  for (const line of lines) document.text(line);
  document.end();
  return promise;
}
