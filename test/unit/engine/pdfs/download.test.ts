import { expect, test } from 'vitest';
import { err, ok, type Result } from '#contract/result.ts';
import type { HttpResponse } from '#main/engine/api/http.ts';
import { PDF_CHUNK_BYTES } from '#main/engine/pdfs/client.ts';
import { fetchPdf, type FetchPdfDeps } from '#main/engine/pdfs/download.ts';

const FULL = err('storage-full', { detail: 'ENOSPC' });
const LINK = {
  object: 'requisition',
  id: 'req_1',
  url: 'https://files.example.com/a.pdf',
  expires_at: '2026-03-01T09:35:00.000Z',
};
const answer = { status: 200, bytes: Buffer.from(JSON.stringify(LINK)), etag: null, serverTime: null };

/** A service with one PDF of two pieces, and a store that does not take one of them. */
function createDeps(refused: number) {
  const calls: string[] = [];
  const call = async (name: string, input: unknown): Promise<Result<unknown>> => {
    calls.push(name);
    if (name === 'begin') return ok(7);
    const { place } = input as { place?: number }; // the index of a piece
    return name === 'addPiece' && place === refused ? FULL : ok(null);
  };
  const deps = {
    store: { call },
    pdfApi: {
      send: async (): Promise<Result<HttpResponse>> => ok(answer as HttpResponse), // the parts that are read
      download: async ({ onChunk }: { onChunk: (chunk: Uint8Array) => Promise<void> }) => {
        await onChunk(new Uint8Array(PDF_CHUNK_BYTES + 9));
        return ok({ size: PDF_CHUNK_BYTES + 9, hash: 'h' });
      },
    },
    records: { refresh: async () => {}, versionsOf: async () => ok([{ id: 'req_1', version: null }]) },
  };
  return { deps: deps as unknown as FetchPdfDeps, calls }; // the client's calls are typed one by one
}

const job = { id: 'req_1', signal: new AbortController().signal, onProgress: () => {} };

test('a PDF whose last piece the store does not take is abandoned, with the error of the store', async () => {
  const { deps, calls } = createDeps(1);
  expect(await fetchPdf(deps, job)).toEqual(FULL);
  expect(calls).toEqual(['begin', 'addPiece', 'addPiece', 'abandon']);
});

test('a PDF whose pieces are all taken is finished', async () => {
  const { deps, calls } = createDeps(Infinity);
  expect(await fetchPdf(deps, job)).toEqual(ok({ version: null }));
  expect(calls).toEqual(['begin', 'addPiece', 'addPiece', 'finish']);
});
