/** The parser of pdf.js, which has no types of its own; pdf.js itself calls it. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs' {
  const WorkerMessageHandler: object;
  export { WorkerMessageHandler };
}
