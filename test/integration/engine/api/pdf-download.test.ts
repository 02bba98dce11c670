import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { Agent } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { DEFAULT_HTTP_LIMITS } from '#main/engine/api/http-types.ts';
import { err } from '#contract/result.ts';
import { downloadPdf, PdfReceiverFailedError } from '#main/engine/api/pdf-download.ts';
import { startLoopback } from '../../../support/loopback.ts';
import { getCode } from '../../../support/engine.ts';

const PDF = Buffer.from('%PDF-1.7\nhardly anything\n%%EOF\n');
const PACKED = gzipSync(PDF);

test.each([
  ['the announced size', { 'content-length': String(PDF.byteLength) }, PDF, PDF.byteLength],
  ['no size where none is announced', { 'transfer-encoding': 'chunked' }, PDF, null],
  [
    'no size where the body is compressed',
    { 'content-encoding': 'gzip', 'content-length': String(PACKED.byteLength) },
    PACKED,
    null,
  ],
])('a download begins with %s', async (_what, headers, body, expected) => {
  const host = await startLoopback((_request, response) => {
    response.writeHead(200, headers);
    response.end(body);
  });
  const agent = new Agent();
  onTestFinished(async () => {
    await agent.destroy();
    await host.close();
  });
  const sizes: (number | null)[] = [];
  const download = {
    url: new URL('/a.pdf', host.origin),
    signal: new AbortController().signal,
    onSize: (size: number | null) => void sizes.push(size),
    onChunk: async () => {},
  };
  expect(await downloadPdf(download, agent, DEFAULT_HTTP_LIMITS)).toMatchObject({
    value: { size: PDF.byteLength },
  });
  expect(sizes).toEqual([expected]);
});

test('a download that is cancelled while its bytes arrive is cancelled, not failed', async () => {
  const host = await startLoopback((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/pdf' });
    response.write('%PDF-1.7');
  });
  const agent = new Agent();
  onTestFinished(async () => {
    await agent.destroy();
    await host.close();
  });
  const stop = new AbortController();
  const download = {
    url: new URL('/a.pdf', host.origin),
    signal: stop.signal,
    onSize: () => {},
    onChunk: async () => stop.abort(),
  };
  expect(getCode(await downloadPdf(download, agent, DEFAULT_HTTP_LIMITS))).toBe('cancelled');
});

test('a download whose bytes cannot be stored ends with the reason of the storage', async () => {
  const host = await startLoopback((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/pdf' });
    response.end('%PDF-1.7');
  });
  const agent = new Agent();
  onTestFinished(async () => {
    await agent.destroy();
    await host.close();
  });
  const full = err('storage-full', { detail: 'ENOSPC' });
  const download = {
    url: new URL('/a.pdf', host.origin),
    signal: new AbortController().signal,
    onSize: () => {},
    onChunk: () => Promise.reject(new PdfReceiverFailedError(full)),
  };
  expect(await downloadPdf(download, agent, DEFAULT_HTTP_LIMITS)).toEqual(full);
});

test('a download in an encoding that was not asked for is no PDF', async () => {
  const host = await startLoopback((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/pdf', 'content-encoding': 'br' });
    response.end('%PDF-1.7');
  });
  const agent = new Agent();
  onTestFinished(async () => {
    await agent.destroy();
    await host.close();
  });
  const download = {
    url: new URL('/a.pdf', host.origin),
    signal: new AbortController().signal,
    onSize: () => {},
    onChunk: () => Promise.resolve(),
  };
  expect(await downloadPdf(download, agent, DEFAULT_HTTP_LIMITS)).toMatchObject({
    error: { code: 'not-a-pdf', detail: 'content encoding' },
  });
});

test.each([
  ['refuses', 404, {}, 'link-refused'],
  ['announces too large', 200, { 'content-length': String(DEFAULT_HTTP_LIMITS.pdfBytes + 1) }, 'too-large'],
])('a body that a host %s and never ends leaves no error behind', async (_what, status, headers, code) => {
  const host = await startLoopback((_request, response) => {
    response.writeHead(status, headers);
    response.write('a part');
  });
  const agent = new Agent();
  onTestFinished(() => host.close());
  const uncaught: unknown[] = [];
  const note = (thrown: unknown): void => void uncaught.push(thrown);
  process.prependOnceListener('uncaughtException', note);
  onTestFinished(() => void process.off('uncaughtException', note));
  const download = {
    url: new URL('/a.pdf', host.origin),
    signal: new AbortController().signal,
    onSize: () => {},
    onChunk: async () => {},
  };
  expect(getCode(await downloadPdf(download, agent, DEFAULT_HTTP_LIMITS))).toBe(code);
  // The body, which is not read, ends with an error now.
  await agent.destroy();
  await setImmediate();
  expect(uncaught).toEqual([]);
});
