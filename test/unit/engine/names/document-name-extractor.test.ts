import { expect, test } from 'vitest';
import { ok } from '#contract/result.ts';
import { createDeferredPromise } from '#main/base/async.ts';
import { systemClock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import {
  NameSuggestionExtractor,
  type DocumentNameExtractorDeps,
} from '#main/engine/names/document-name-extractor.ts';

test('an account that closes while a PDF is being fetched from its store leaves no thread behind', async () => {
  const bytes = new Uint8Array(4);
  const isReading = createDeferredPromise<null>();
  const stored = createDeferredPromise<null>();
  let isThreadRunning = false;
  const cache = {
    read: async (name: string) =>
      ok(name === 'records.raw' ? { raw: '{}' } : { readings: [], read: 0, last: null, isEnd: true }),
  } as unknown as DocumentNameExtractorDeps['cache']; // three reads of many
  const local = { call: async () => ok(new Map()) } as unknown as DocumentNameExtractorDeps['local'];
  const reader = new NameSuggestionExtractor({
    cache,
    local,
    pdfs: {
      listStored: async () => ok([{ id: 'req_1', hash: 'hash', size: bytes.length }]),
      read: async () => {
        isReading.resolve(null);
        await stored.promise;
        return ok({ bytes, size: bytes.length });
      },
    } as unknown as DocumentNameExtractorDeps['pdfs'],
    texts: {
      isReady: async () => {
        isThreadRunning = true;
        return true;
      },
      readNames: () => new Promise(() => {}),
      end: async () => {
        isThreadRunning = false;
      },
    },
    clock: systemClock,
    log: silentLog,
  });
  const run = reader.run();
  await isReading.promise;
  const closed = reader.close();
  stored.resolve(null);
  await closed;
  expect(await run).toMatchObject({ ok: false });
  expect(isThreadRunning).toBe(false);
});

test('a PDF counts as not read where no process can be started to read it', async () => {
  const bytes = new Uint8Array(4);
  const stored: unknown[] = [];
  const reader = new NameSuggestionExtractor({
    cache: {
      read: async (name: string) =>
        ok(name === 'records.raw' ? { raw: '{}' } : { readings: [], read: 0, last: null, isEnd: true }),
    } as unknown as DocumentNameExtractorDeps['cache'], // three reads of many
    local: {
      call: async (name: string, input: { readonly documents: readonly unknown[] }) => {
        if (name === 'storeNamesReadInDocuments') stored.push(...input.documents);
        return ok(new Map());
      },
    } as unknown as DocumentNameExtractorDeps['local'],
    pdfs: {
      listStored: async () => ok([{ id: 'req_1', hash: 'hash', size: bytes.length }]),
      read: async () => ok({ bytes, size: bytes.length }),
    } as unknown as DocumentNameExtractorDeps['pdfs'],
    texts: { isReady: async () => false, readNames: () => new Promise(() => {}), end: async () => {} },
    clock: systemClock,
    log: silentLog,
  });
  expect(await reader.run()).toMatchObject({ ok: false, error: { code: 'engine-down' } });
  expect(stored).toEqual([]);
});
