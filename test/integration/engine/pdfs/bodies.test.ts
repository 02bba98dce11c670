import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FaultAction } from '#main/demo/faults.ts';
import { openPdfService, type PdfServiceFixture } from './pdf-app.ts';

const DOCUMENT = /^\/documents\//;
const SMALL = '%PDF-1.7\nhardly anything\n%%EOF\n';

function answer(body: string | Buffer, headers: Readonly<Record<string, string>> = {}): FaultAction {
  return { kind: 'answer', status: 200, body, headers };
}

function bomb(): Buffer {
  return gzipSync(Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(60 * 1024 * 1024)]));
}

const BAD: readonly (readonly [string, string, () => FaultAction])[] = [
  [
    'an HTML page',
    'not-a-pdf',
    () => answer('<!doctype html><p>Sign in</p>', { 'content-type': 'text/html' }),
  ],
  ['a page that hides a PDF', 'not-a-pdf', () => answer(`<script></script>${SMALL}`)],
  ['nothing', 'not-a-pdf', () => answer('')],
  ['four bytes of a PDF', 'not-a-pdf', () => answer('%PDF')],
  ['a PDF without its end', 'cut-short', () => answer('%PDF-1.7\nhardly anything')],
  ['a PDF with much behind its end', 'cut-short', () => answer(SMALL + ' '.repeat(2_000))],
  ['less than was announced', 'cut-short', () => ({ kind: 'truncate', keepBytes: 1_000 })],
  ['more than was announced', 'cut-short', () => ({ kind: 'announce', bytes: 1_000 })],
  ['60 MB, announced', 'too-large', () => answer(Buffer.alloc(60_000_000, '%PDF-1.7\n'))],
  ['60 MB in a small parcel', 'too-large', () => answer(bomb(), { 'content-encoding': 'gzip' })],
  ['a parcel that is none', 'cut-short', () => answer(SMALL, { 'content-encoding': 'gzip' })],
  ['an encoding that was not asked for', 'not-a-pdf', () => answer(SMALL, { 'content-encoding': 'br' })],
  ['silence', 'timeout', () => ({ kind: 'stall' })],
  ['silence in the middle', 'timeout', () => ({ kind: 'truncate', keepBytes: 1_000, ending: 'hang' })],
  ['drops that never end', 'timeout', () => ({ kind: 'trickle', bytes: 1, everyMs: 50 })],
  ['a connection that is cut', 'offline', () => ({ kind: 'close' })],
  ['a refusal of its own', 'link-refused', () => ({ kind: 'answer', status: 404 })],
  ['trouble of its own', 'server-error', () => ({ kind: 'answer', status: 502 })],
  [
    'a part, as if that had been asked for',
    'link-refused',
    () => ({ kind: 'answer', status: 206, body: SMALL }),
  ],
  ['an empty success', 'link-refused', () => ({ kind: 'answer', status: 204, body: '' })],
];

describe('behind the link there is', () => {
  let app: PdfServiceFixture;
  beforeAll(async () => {
    app = await openPdfService({}, { isHasty: true });
  }, 30_000);
  afterEach(() => app.clinic.faults.clear());
  afterAll(() => app.close());

  it.each(BAD)('%s: %s, and nothing of it is stored', async (_, code, fault) => {
    const id = app.fresh();
    app.clinic.faults.add({ match: { path: DOCUMENT }, action: fault() });
    expect(await app.fetch(id)).toMatchObject({ state: 'failed', hash: null, error: { code } });
    app.clinic.faults.clear();
    expect(await app.fetch(id)).toMatchObject({ state: 'here', error: null });
  });

  it('a compressed PDF, which is decompressed', async () => {
    const id = app.fresh();
    const fault = answer(gzipSync(SMALL), { 'content-encoding': 'gzip' });
    app.clinic.faults.add({ match: { path: DOCUMENT }, action: fault });
    expect(await app.fetch(id)).toMatchObject({ state: 'here', size: SMALL.length });
    expect((await app.bytes(id)).toString()).toBe(SMALL);
  });

  it.each([
    '../../x',
    'C:\\x',
    'con.pdf',
    'a.pdf.exe',
    'a.pdf%e2%80%aefdp.exe',
    'x. ',
    'x:stream',
    'x'.repeat(300),
    '-rf',
  ])('a PDF whose suggested file name is %j, which is ignored', async (name) => {
    const id = app.fresh();
    const headers = { 'content-disposition': `attachment; filename="${name}"` };
    app.clinic.faults.add({ match: { path: DOCUMENT }, action: answer(SMALL, headers) });
    expect(await app.fetch(id)).toMatchObject({ state: 'here', size: SMALL.length });
  });
});
