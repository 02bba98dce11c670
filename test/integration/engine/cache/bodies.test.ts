import { statSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { CACHE_MIGRATIONS, getCachePath, openCacheForReading } from '#main/engine/cache/file/open.ts';
import { getRawRecord } from '#main/engine/cache/tables/bodies.ts';
import { defineBodyFunction } from '#main/engine/cache/tables/body-blocks.ts';
import { openCheckAndMigrateDatabase } from '#main/engine/sqlite/open-file.ts';
import { toEpochMs } from '#contract/time.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { howMuch } from '../../../faults/size.ts';
import { rawRequisition, rawRequisitions } from '../../../support/builders.ts';
import { testCache, type TestCache } from '../../../support/cache.ts';
import { temporaryFolder, unwrap } from '../../../support/engine.ts';
import { DATA_KEY, fillCache } from '../../../bench/worklist-data.ts';

// A property over files, and the machine may be busy.
vi.setConfig({ testTimeout: 180_000 });

/** More than one body of a block may have. */
const LARGE = 70_000;
const IDS = 40;

const getId = (number: number): string => `req_${number}`;

/** A version of a requisition. Letters that take two or three bytes tell lengths in bytes and in letters apart. */
function aVersion(number: number, version: number, length: number): Record<string, unknown> {
  const orderDetails = `Zürich ☤ ${version} ${'x'.repeat(length)}`;
  return rawRequisition({ id: getId(number), order_details: orderDetails, last_updated_at: toTime(version) });
}

/** A later version was updated later. */
function toTime(version: number): string {
  return new Date(Date.UTC(2026, 0, 1) + version * 1_000).toISOString();
}

/** Counts the rows of a table that have to do with bodies, as a reader sees them. */
function count(cache: TestCache, table: 'single' | 'blocks'): number {
  const query =
    table === 'single'
      ? sql<{ n: number }>`SELECT count(*) AS n FROM requisition_body`
      : sql<{ n: number }>`SELECT count(*) AS n FROM requisition_body_block`;
  return cache.reader.get(query)?.n ?? -1;
}

/** @param isDeferred whether it is committed with what follows */
function store(
  cache: TestCache,
  resource: Record<string, unknown>,
  version: number,
  isDeferred = false,
): void {
  const text = JSON.stringify(resource);
  unwrap(
    cache.writer.storeOne({
      kind: 'requisition',
      text,
      fetchedAt: toEpochMs(version),
      writeSequence: version,
      isDeferred,
    }),
  );
}

/** Lets each write of a block fail until the returned function is called. */
function failBlocks(cache: TestCache): () => void {
  const db = cache.connection();
  db.execute(sql`CREATE TEMP TRIGGER refuse BEFORE INSERT ON requisition_body_block BEGIN
    SELECT RAISE(ABORT, 'refused'); END`);
  return () => db.execute(sql`DROP TRIGGER refuse`);
}

interface PageStep {
  readonly what: 'page' | 'failing page';
  readonly numbers: readonly number[];
  readonly length: number;
}
interface SingleStep {
  readonly what: 'one' | 'deferred';
  readonly number: number;
  readonly length: number;
}
interface OtherStep {
  readonly what: 'removal' | 'older program';
  readonly number: number;
}
type Step = PageStep | SingleStep | OtherStep;

const number = fc.nat({ max: IDS - 1 });
const length = fc.constantFrom(0, 5, 400, LARGE);
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.record({
      what: fc.constantFrom('page' as const, 'page' as const, 'failing page' as const),
      numbers: fc.uniqueArray(number, { minLength: 1, maxLength: 30 }),
      length,
    }),
    fc.record({ what: fc.constantFrom('one' as const, 'deferred' as const), number, length }),
    fc.record({ what: fc.constantFrom('removal' as const, 'older program' as const), number }),
  ),
  { minLength: 3, maxLength: 25 },
);

/** A cache, and what it has to contain. */
class ModelledCache {
  readonly cache: TestCache;
  readonly expected = new Map<string, string>();
  /** Whether a reader sees all of it. */
  isCommitted = true;
  #version = 0;

  constructor(cache: TestCache) {
    this.cache = cache;
  }

  run(step: Step): void {
    this.#version += 1;
    const { cache, expected } = this;
    if (step.what !== 'older program') this.isCommitted = step.what !== 'deferred';
    switch (step.what) {
      case 'one':
      case 'deferred': {
        const resource = aVersion(step.number, this.#version, step.length);
        store(cache, resource, this.#version, step.what === 'deferred');
        expected.set(getId(step.number), JSON.stringify(resource));
        break;
      }
      case 'removal':
        unwrap(
          cache.writer.removeOne({
            kind: 'requisition',
            id: getId(step.number),
            writeSequence: this.#version,
          }),
        );
        expected.delete(getId(step.number));
        break;
      case 'older program':
        this.#storeAsOlderProgram(getId(step.number));
        break;
      default:
        this.#runPage(step);
    }
  }

  #runPage({ what, numbers, length: size }: PageStep): void {
    const { cache, expected } = this;
    const resources = numbers.map((each) => aVersion(each, this.#version, size));
    cache.begin('requisition', this.#version);
    const restore = what === 'failing page' ? failBlocks(cache) : () => {};
    const isStored = cache.page('requisition', resources, { isUrgent: true, requestedAt: this.#version }).ok;
    restore();
    unwrap(cache.end('requisition'));
    if (isStored)
      for (const resource of resources) expected.set(String(resource['id']), JSON.stringify(resource));
  }

  /** Stores the body of a row by itself, as versions of the program without blocks did. */
  #storeAsOlderProgram(id: string): void {
    const raw = this.expected.get(id);
    const db = this.cache.connection();
    const row = db.get(sql<{ row: number }>`SELECT row FROM requisition WHERE id = ${id}`)?.row;
    if (raw === undefined || row === undefined || raw.length > LARGE) return;
    const stored = { raw, row };
    // A block without this row: its neighbours have been written by the newer program.
    const resource = JSON.parse(raw) as Record<string, unknown>; // it was written above
    store(
      this.cache,
      { ...resource, order_details: 'y'.repeat(LARGE), last_updated_at: toTime(this.#version) },
      this.#version,
    );
    db.run(sql`UPDATE requisition_body SET raw = ${stored.raw} WHERE row = ${stored.row}`);
  }
}

test('every body is there as it came, whatever is written, removed or rolled back around it', async () => {
  const property = fc.asyncProperty(steps, async (drawn) => {
    const cache = await testCache();
    const model = new ModelledCache(cache);
    for (const step of drawn) {
      model.run(step);
      for (const db of model.isCommitted ? [cache.reader, cache.connection()] : [cache.connection()])
        for (let each = 0; each < IDS; each += 1)
          expect(getRawRecord(db, 'requisition', getId(each))?.raw).toBe(model.expected.get(getId(each)));
    }
    model.run({ what: 'one', number: 0, length: 0 });
    const { items } = unwrap(cache.read('records.dump', { kind: 'requisition', limit: 1_000 }));
    expect(items.toSorted()).toEqual([...model.expected.values()].toSorted());
    for (const id of model.expected.keys())
      unwrap(cache.writer.removeOne({ kind: 'requisition', id, writeSequence: 1e6 }));
    expect([count(cache, 'single'), count(cache, 'blocks')]).toEqual([0, 0]);
    await cache.close();
  });
  await fc.assert(property, { numRuns: howMuch(30, 300) });
});

test('neighbouring bodies take a third of their size or less', async () => {
  const cache = await testCache();
  const resources = rawRequisitions(160);
  cache.sweep('requisition', resources);
  const stored = cache.reader.get(
    sql<{ n: number }>`SELECT sum(length(content)) AS n FROM requisition_body_block`,
  );
  expect(stored?.n).toBeLessThan(JSON.stringify(resources).length / 3);
  expect(count(cache, 'single')).toBe(0);
  await cache.close();
});

test('a large body is stored by itself, and in its block again once it is small', async () => {
  const cache = await testCache();
  cache.sweep('requisition', rawRequisitions(3));
  store(cache, aVersion(1, 1, LARGE), 1);
  expect(count(cache, 'single')).toBe(1);
  store(cache, aVersion(1, 2, 5), 2);
  expect(count(cache, 'single')).toBe(0);
  expect(getRawRecord(cache.reader, 'requisition', 'req_1')).toEqual({
    raw: JSON.stringify(aVersion(1, 2, 5)),
    fetchedAt: 2,
  });
  await cache.close();
});

test('of a record that a page contains twice, only what its last version mentions is found', async () => {
  const cache = await testCache();
  const versions = ['user_before', 'user_after'].map((patient, version) => ({
    ...aVersion(1, version, 0),
    patient,
  }));
  cache.sweep('requisition', versions);
  const mentioned = cache.reader.all(
    sql<{ id: string }>`SELECT id FROM id_reference WHERE id IN ('user_before', 'user_after')`,
  );
  expect(mentioned).toEqual([{ id: 'user_after' }]);
  await cache.close();
});

test('a later migration finds every body in SQL', async () => {
  const cache = await testCache();
  cache.sweep('requisition', [...rawRequisitions(40), { ...aVersion(50, 1, LARGE), name: 'large' }]);
  const expected = cache.reader.all(sql<{ name: string }>`SELECT name FROM requisition ORDER BY row`);
  unwrap(cache.writer.close());
  const later = {
    version: CACHE_MIGRATIONS.length + 1,
    name: 'later',
    schema: sql`
      ALTER TABLE requisition ADD COLUMN extra TEXT NOT NULL DEFAULT '';
      UPDATE requisition SET extra = (
        SELECT json_extract(raw, '$.name') FROM (
          SELECT coalesce(body_in_block(block.content, requisition.row), single.raw) AS raw FROM (SELECT 1)
          LEFT JOIN requisition_body_block AS block ON block.number = requisition.row / 16
          LEFT JOIN requisition_body AS single ON single.row = requisition.row));`,
  };
  const { folder, key } = cache.file;
  const db = unwrap(
    openCheckAndMigrateDatabase({
      file: getCachePath(folder),
      key,
      durability: 'normal',
      migrations: [...CACHE_MIGRATIONS, later],
      defineFunctions: defineBodyFunction,
    }),
  );
  expect(db.all(sql`SELECT extra AS name FROM requisition ORDER BY row`)).toEqual(expected);
  db.close();
  await cache.close();
});

test('the cache of a clinic takes at most 1.6 times the JSON of its requisitions', async () => {
  const folder = await temporaryFolder();
  const file = { folder: folder.path, key: DATA_KEY };
  fillCache(file, { requisitions: 4_000, forms: 0, notifications: 0 });
  const reader = openCacheForReading(file);
  const ids = reader.all(sql<{ id: string }>`SELECT id FROM requisition`);
  const bytes = ids.map(({ id }) => Buffer.byteLength(getRawRecord(reader, 'requisition', id)?.raw ?? ''));
  reader.close();
  expect(ids).toHaveLength(4_000);
  expect(statSync(getCachePath(folder.path)).size / bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(
    1.6,
  );
  await folder.remove();
});
