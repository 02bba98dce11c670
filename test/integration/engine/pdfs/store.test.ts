import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Clock, systemClock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import { openCacheFile } from '#main/engine/cache/file/open.ts';
import { getPdfStorePath } from '#main/engine/pdfs/open.ts';
import { PdfStore } from '#main/engine/pdfs/store.ts';
import { FixedSizePieceSplitter } from '#main/engine/pdfs/download.ts';
import { PDF_CHUNK_BYTES, PdfStoreClient } from '#main/engine/pdfs/client.ts';
import { openDatabaseFile } from '#main/engine/sqlite/connection.ts';
import type { StartWorker } from '#main/engine/sqlite/worker.ts';
import { getCode, temporaryFolder, TEST_KEY, unwrap } from '../../../support/engine.ts';
import { inProcessWorkers } from '../../../support/in-process-workers.ts';

let folder = '';
let time = 0;
const clock: Clock = { ...systemClock, now: () => ++time };

beforeEach(async () => {
  const temporary = await temporaryFolder();
  folder = temporary.path;
  onTestFinished(() => temporary.remove());
  // The key of an account is checked by its cache, which is opened first.
  unwrap(openCacheFile({ folder, key: TEST_KEY }, () => 0)).db.close();
});

function opened(key = TEST_KEY): PdfStore {
  const store = new PdfStore(clock);
  unwrap(store.open({ folder, key }));
  onTestFinished(() => void store.close());
  return store;
}

async function put(store: PdfStore, id: string, bytes: Uint8Array): Promise<void> {
  const number = unwrap(store.begin({ id, version: null }));
  const pieces = new FixedSizePieceSplitter(
    async (place, piece) => void unwrap(store.addPiece({ number, place, bytes: piece })),
  );
  await pieces.take(bytes);
  await pieces.end();
  const hash = createHash('sha256').update(bytes).digest('hex');
  unwrap(store.finish({ number, size: bytes.byteLength, hash }));
}

function content(size: number): Buffer {
  return Buffer.from(Array.from({ length: size }, (_, index) => (index * 31 + (index >> 8)) & 0xff));
}

const WHOLE = content(PDF_CHUNK_BYTES * 2 + 77);

/** A client of the store, and the number of its threads that run. */
function openClient() {
  let running = 0;
  const startWorker: StartWorker = (role) => {
    const worker = inProcessWorkers(role);
    running += 1;
    const terminate = (): Promise<unknown> => {
      running -= 1;
      return worker.terminate();
    };
    return Object.assign(Object.create(worker), { terminate }) as typeof worker;
  };
  const client = new PdfStoreClient({ folder, key: TEST_KEY, startWorker, log: silentLog });
  return { client, countThreads: () => running };
}

it('the client of the store ends its thread when it is closed, and answers nothing later', async () => {
  const { client, countThreads } = openClient();
  unwrap(await client.call('getUsage', null));
  expect(countThreads()).toBe(1);
  await client.close();
  expect(countThreads()).toBe(0);
  expect(getCode(await client.call('getUsage', null))).toBe('engine-down');
});

it('the client of the store opens no file once it is closed, where no call has opened it before', async () => {
  const { client, countThreads } = openClient();
  await client.close();
  expect(getCode(await client.call('getUsage', null))).toBe('engine-down');
  expect(countThreads()).toBe(0);
  expect(readdirSync(folder)).not.toContain(path.basename(getPdfStorePath(folder)));
});

it('a folder in which no cache was opened is not created for PDFs', () => {
  const store = new PdfStore(clock);
  expect(getCode(store.open({ folder: path.join(folder, 'gone'), key: TEST_KEY }))).toBe('key-mismatch');
  expect(readdirSync(folder)).not.toContain('gone');
});

it('the client of the store ends its thread also when it is closed while that is opened', async () => {
  const { client, countThreads } = openClient();
  const asked = client.call('getUsage', null);
  await Promise.resolve(); // the thread is being opened
  expect(countThreads()).toBe(1);
  await client.close();
  expect(countThreads()).toBe(0);
  expect((await asked).ok).toBe(false);
});

describe('a PDF in the store', () => {
  it('is read exactly from any offset, in whatever chunks it arrived', async () => {
    const store = opened();
    await put(store, 'req_1', WHOLE);
    const offsets = fc.integer({ min: 0, max: WHOLE.length + 5 });
    fc.assert(
      fc.property(offsets, (offset) => {
        const { bytes, size } = unwrap(store.read({ id: 'req_1', offset }));
        expect(size).toBe(WHOLE.length);
        expect(Buffer.from(bytes).equals(WHOLE.subarray(offset))).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('is read whole where its last piece is full', async () => {
    const store = opened();
    const full = WHOLE.subarray(0, 2 * PDF_CHUNK_BYTES);
    await put(store, 'req_full', full);
    for (const offset of [0, 1, PDF_CHUNK_BYTES, full.length - 1, full.length]) {
      const { bytes } = unwrap(store.read({ id: 'req_full', offset }));
      expect(Buffer.from(bytes).equals(full.subarray(offset))).toBe(true);
    }
  });

  it('is cut into the same pieces for any chunks', async () => {
    const chunks = fc.array(fc.uint8Array({ maxLength: 100_000 }), { maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(chunks, async (list) => {
        const handed: Uint8Array[] = [];
        const pieces = new FixedSizePieceSplitter(async (_, piece) => void handed.push(piece));
        for (const chunk of list) await pieces.take(chunk);
        await pieces.end();
        expect(Buffer.concat(handed).equals(Buffer.concat(list))).toBe(true);
        expect(handed.slice(0, -1).every(({ byteLength }) => byteLength === PDF_CHUNK_BYTES)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  it('comes one megabyte at a time at most', async () => {
    const store = opened();
    const large = content(1_048_576 + 9);
    await put(store, 'req_1', large);
    expect(unwrap(store.read({ id: 'req_1', offset: 0 })).bytes.byteLength).toBe(1_048_576);
    expect(unwrap(store.read({ id: 'req_1', offset: 1_048_576 })).bytes.byteLength).toBe(9);
  });

  it('is not available before it is complete, and then replaces the one before it', async () => {
    const store = opened();
    await put(store, 'req_1', content(10));
    const number = unwrap(store.begin({ id: 'req_1', version: null }));
    unwrap(store.addPiece({ number, place: 0, bytes: content(20) }));
    expect(unwrap(store.find({ ids: ['req_1'] }))).toMatchObject([{ size: 10 }]);
    unwrap(store.finish({ number, size: 20, hash: 'x' }));
    expect(unwrap(store.find({ ids: ['req_1'] }))).toMatchObject([{ size: 20 }]);
    expect(unwrap(store.getUsage())).toEqual({ count: 1, bytes: 20 });
  });

  it('that is incomplete is removed at the next opening', () => {
    const store = opened();
    const number = unwrap(store.begin({ id: 'req_1', version: null }));
    unwrap(store.addPiece({ number, place: 0, bytes: content(PDF_CHUNK_BYTES) }));
    unwrap(store.close());
    expect(getCode(opened().finish({ number, size: PDF_CHUNK_BYTES, hash: 'x' }))).toBe('cancelled');
  });

  it('is in no file in plain text, and frees its space when it is removed', async () => {
    const store = opened();
    const text = Buffer.from('%PDF-1.7 Maria '.repeat(60_000));
    await put(store, 'req_1', text);
    for (const name of readdirSync(folder)) {
      expect(readFileSync(path.join(folder, name)).includes('Maria')).toBe(false);
    }
    unwrap(store.drop({ ids: ['req_1'] }));
    unwrap(store.close());
    expect(statSync(getPdfStorePath(folder)).size).toBeLessThan(text.length / 2);
  });
});

describe('space for PDFs', () => {
  it('is freed by removing the least recently used, and never those kept offline', async () => {
    const store = opened();
    for (const id of ['req_1', 'req_2', 'req_3', 'req_4']) await put(store, id, content(100));
    unwrap(store.read({ id: 'req_1', offset: 0 }));
    expect(unwrap(store.makeRoom({ cap: 250, protectedIds: ['req_2'] }))).toBe(200);
    const ids = ['req_1', 'req_2', 'req_3', 'req_4'];
    expect(
      unwrap(store.find({ ids }))
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['req_1', 'req_2']);
    expect(unwrap(store.makeRoom({ cap: 0, protectedIds: ids }))).toBe(200);
  });
});

describe('the file of PDFs', () => {
  it('does not open with another key than its account', () => {
    opened().close();
    const store = new PdfStore(clock);
    expect(getCode(store.open({ folder, key: 'ab'.repeat(32) }))).toBe('key-mismatch');
  });

  it.each([
    ['damaged', (file: string) => scribble(file)],
    ['from before the first release', unrelease],
    ['another thing altogether', (file: string) => writeFileSync(file, 'no database '.repeat(5_000))],
  ])('is renamed if it is %s, and a new one takes its place', async (_, harm) => {
    const store = opened();
    await put(store, 'req_1', WHOLE);
    unwrap(store.close());
    harm(getPdfStorePath(folder));
    expect(unwrap(opened().getUsage())).toEqual({ count: 0, bytes: 0 });
    expect(readdirSync(folder).filter((name) => name.startsWith('pdfs.damaged-'))).toHaveLength(1);
  });
});

/** Takes away what every released file has in its header. */
function unrelease(file: string): void {
  const db = openDatabaseFile(file, TEST_KEY);
  db.pragma('application_id = 0');
  db.close();
}

/** Overwrites the first page. */
function scribble(file: string): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(16_384, 7), 0, 16_384, 0);
  closeSync(handle);
}

describe('a copy of a PDF', () => {
  const target = (name: string, replaces = false) => ({
    id: 'req_1',
    path: path.join(folder, name),
    replaces,
  });

  it('is accessible to its owner only and identical', async () => {
    const store = opened();
    await put(store, 'req_1', WHOLE);
    expect(unwrap(store.copyTo(target('a.pdf')))).toMatchObject({ id: 'req_1', size: WHOLE.length });
    expect(readFileSync(path.join(folder, 'a.pdf')).equals(WHOLE)).toBe(true);
    expect(statSync(path.join(folder, 'a.pdf')).mode & 0o777).toBe(0o600);
  });

  it('is not written over a file, nor through a link, unless it is to replace the file', async () => {
    const store = opened();
    await put(store, 'req_1', content(9));
    writeFileSync(path.join(folder, 'kept.txt'), 'kept');
    symlinkSync(path.join(folder, 'kept.txt'), path.join(folder, 'a.pdf'));
    expect(getCode(store.copyTo(target('a.pdf')))).toBe('invalid-input');
    expect(getCode(store.copyTo(target('kept.txt')))).toBe('invalid-input');
    unwrap(store.copyTo(target('a.pdf', true)));
    expect(readFileSync(path.join(folder, 'a.pdf')).equals(content(9))).toBe(true);
    expect(readFileSync(path.join(folder, 'kept.txt'), 'utf8')).toBe('kept');
  });

  it.each([
    ['a folder that is not there', 'nowhere/a.pdf'],
    ['a name that is too long', `${'a'.repeat(300)}.pdf`],
    ['a place below a file', 'cache.db/a.pdf'],
  ])('to %s is refused and leaves nothing', async (_, name) => {
    const store = opened();
    await put(store, 'req_1', content(9));
    const before = readdirSync(folder).length;
    expect(getCode(store.copyTo(target(name)))).toBe('storage-read-only');
    expect(getCode(store.copyTo({ id: 'req_1', path: 'relative.pdf', replaces: true }))).toBe(
      'invalid-input',
    );
    expect(getCode(store.copyTo({ id: 'req_1', path: `${folder}/a\0.pdf`, replaces: true }))).toBe(
      'invalid-input',
    );
    expect(readdirSync(folder)).toHaveLength(before);
  });

  it.skipIf(process.getuid?.() === 0)('to a read-only folder is refused', async () => {
    const store = opened();
    await put(store, 'req_1', content(9));
    mkdirSync(path.join(folder, 'locked'));
    chmodSync(path.join(folder, 'locked'), 0o500);
    expect(getCode(store.copyTo(target('locked/a.pdf', true)))).toBe('storage-read-only');
  });

  it('over a folder is refused and leaves nothing', async () => {
    const store = opened();
    await put(store, 'req_1', content(9));
    mkdirSync(path.join(folder, 'a.pdf'));
    expect(store.copyTo(target('a.pdf', true)).ok).toBe(false);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('with bytes that differ from those that arrived is not written', () => {
    const store = opened();
    const number = unwrap(store.begin({ id: 'req_1', version: null }));
    unwrap(store.addPiece({ number, place: 0, bytes: content(9) }));
    unwrap(store.finish({ number, size: 9, hash: '0'.repeat(64) }));
    expect(getCode(store.copyTo(target('a.pdf')))).toBe('storage-damaged');
    expect(readdirSync(folder)).not.toContain('a.pdf');
  });

  it('of a missing one is not available', () => {
    expect(getCode(opened().copyTo(target('a.pdf')))).toBe('not-found');
  });
});
