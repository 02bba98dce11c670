import fc from 'fast-check';
import { expect, test } from 'vitest';
import { err, ok } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import { systemClock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import type { CacheReadInput } from '#main/engine/cache/protocol.ts';
import {
  NameSuggestionExtractor,
  type DocumentNameExtractorDeps,
} from '#main/engine/names/document-name-extractor.ts';
import { howMuch } from '../../../faults/size.ts';
import { rawNotification, rawRequisition } from '../../../support/builders.ts';
import { testCache, type TestCache } from '../../../support/cache.ts';
import { testLocalStore, type TestLocalStore } from '../../../support/local-store.ts';
import { unwrap } from '../../../support/engine.ts';
import { openTestApp, type TestApp } from '../../../support/app.ts';

// Lists are fetched over the network of this computer, which may be busy.
const CLINIC = { seed: 23, requisitions: 24, forms: 2, notifications: 120, patients: 40 };

/** Reads names in all documents; returns the number of notifications that were read. */
async function countRead({ engine }: TestApp): Promise<number> {
  return unwrap(await engine().call('directory.readDocuments', {})).read;
}

/** The suggested names of each id with the number of their documents: of many documents not all are kept. */
async function listSuggestions({ engine }: TestApp) {
  const { items } = unwrap(await engine().call('directory.suggestions', {}));
  return items.map(({ id, names }) => [id, names.map(({ name, documents }) => [name, documents])]);
}

async function openSynced(): Promise<TestApp> {
  const app = await openTestApp(CLINIC);
  await app.sync();
  expect(await countRead(app)).toBe(120);
  return app;
}

test('names in notifications about requisitions that are fetched later are read then, once', async () => {
  const whole = await listSuggestions(await openSynced());
  const app = await openTestApp(CLINIC);
  await app.sync({ kinds: ['notification'] });
  expect(await countRead(app)).toBe(120);
  const early = await listSuggestions(app);
  await app.restart();
  expect(await countRead(app)).toBe(0);
  await app.sync();
  const later = await countRead(app);
  expect(later).toBeGreaterThan(0);
  expect(later).toBeLessThan(120);
  expect(await listSuggestions(app)).toEqual(whole);
  expect(early).not.toEqual(whole);
  expect(await countRead(app)).toBe(0);
  await app.restart();
  expect(await countRead(app)).toBe(0);
});

/**
 * Reads names in the notifications of a cache, as after a start of the program; returns the number of those that were read.
 * @param limit notifications per call
 * @param calls number of calls after which the reading is broken off
 */
async function readNames(
  cache: TestCache,
  { kept }: TestLocalStore,
  { limit, calls = Infinity }: { readonly limit: number; readonly calls?: number },
): Promise<number> {
  let left = calls;
  const deps = {
    cache: {
      read: async (name: 'names.inNotifications', input: CacheReadInput<'names.inNotifications'>) => {
        left -= 1;
        return left < 0 ? err('cancelled') : cache.read(name, { ...input, limit });
      },
    },
    local: { call: async (name: 'storeNamesReadInDocuments', input: never) => kept[name](input) },
    pdfs: { listStored: async () => ok([]) },
    texts: { end: async () => {} },
  } as unknown as Pick<DocumentNameExtractorDeps, 'cache' | 'local' | 'pdfs' | 'texts'>; // what is called of them
  const outcome = await new NameSuggestionExtractor({ ...deps, clock: systemClock, log: silentLog }).run();
  return outcome.ok ? outcome.value.read : 0;
}

/** One step in the life of a cache. */
interface Step {
  readonly what: 'notification' | 'requisition' | 'removal' | 'reading';
  /** The number of the requisition. */
  readonly about: number;
  /** Of a reading: after how many calls it is broken off. */
  readonly calls: number;
}

/**
 * Does the steps and one further reading.
 * @returns what is read by still another one, and the cached requisitions whose patient's name is not known from all notifications
 */
async function findUnread(steps: readonly Step[], limit: number) {
  const cache = await testCache();
  const local = testLocalStore(cache.file.folder);
  const notified = [0, 0, 0];
  const cached = new Set<number>();
  for (const [at, { what, about: number, calls }] of steps.entries()) {
    const id = `req_${number}`;
    const store = (kind: 'requisition' | 'notification', resource: object) =>
      unwrap(
        cache.writer.storeOne({
          kind,
          text: JSON.stringify(resource),
          fetchedAt: toEpochMs(at),
          writeSequence: at,
        }),
      );
    if (what === 'reading') await readNames(cache, local, { limit, calls });
    else if (what === 'removal') {
      cached.delete(number);
      unwrap(cache.writer.removeOne({ kind: 'requisition', id, writeSequence: at }));
    } else if (what === 'requisition') {
      cached.add(number);
      store('requisition', rawRequisition({ id, patient: `user_patient${number}` }));
    } else {
      notified[number] = (notified[number] ?? 0) + 1;
      const text = 'Patient: Grace Marsh';
      const props = { object: 'requisition', id };
      store('notification', rawNotification({ id: `notf_${at}`, title: '', text, props }));
    }
  }
  await readNames(cache, local, { limit });
  const read = await readNames(cache, local, { limit });
  const { items } = unwrap(local.kept['directory.suggestions']({ limit: 50 }));
  const documents = new Map(items.map(({ id, names }) => [id, names[0]?.documents]));
  const incomplete = [...cached].filter(
    (number) => (documents.get(`user_patient${number}`) ?? 0) !== Math.min(10, notified[number] ?? 0),
  );
  local.store.close();
  await cache.close();
  return { read, incomplete };
}

const NOTHING_UNREAD = { read: 0, incomplete: [] };

test('a requisition that was removed while no other was cached, and comes back, has its notifications read', async () => {
  const step = (what: Step['what'], about = 1, calls = 99): Step => ({ what, about, calls });
  const steps = [
    step('requisition'),
    step('reading'),
    step('notification'),
    step('removal'),
    step('reading'),
    step('requisition'),
  ];
  expect(await findUnread([step('notification', 0), ...steps], 1)).toEqual(NOTHING_UNREAD);
});

test('a requisition that gets the row of a removed one has its notifications read, also below the last one that was seen', async () => {
  const step = (what: Step['what'], about: number): Step => ({ what, about, calls: 99 });
  const steps = [
    step('notification', 2),
    step('requisition', 0),
    step('requisition', 1),
    step('reading', 0),
    step('removal', 0),
    step('removal', 1),
    // They have the first and the second row, so that the last requisition is again the one that was seen.
    step('requisition', 2),
    step('requisition', 1),
  ];
  expect(await findUnread(steps, 1)).toEqual(NOTHING_UNREAD);
});

test('no notification is left out, whatever is cached or removed in between, and wherever a reading is broken off', async () => {
  const about = fc.nat({ max: 2 });
  const notification = fc.record({ what: fc.constant('notification'), about, calls: fc.constant(0) });
  const requisition = fc.record({
    what: fc.constantFrom('requisition', 'removal'),
    about,
    calls: fc.constant(0),
  });
  const reading = fc.record({ what: fc.constant('reading'), about, calls: fc.constantFrom(1, 2, 3, 99, 99) });
  const later = fc.oneof(
    notification,
    { weight: 2, arbitrary: requisition },
    { weight: 2, arbitrary: reading },
  );
  const all = fc
    .tuple(fc.array(notification, { minLength: 3, maxLength: 9 }), reading, fc.array(later, { minLength: 8 }))
    .map(([first, ...rest]) => [...first, ...rest.flat()]);
  const property = fc.asyncProperty(all, fc.integer({ min: 1, max: 3 }), async (steps, limit) => {
    expect(await findUnread(steps, limit)).toEqual(NOTHING_UNREAD);
  });
  await fc.assert(property, { numRuns: howMuch(40, 400) });
});
