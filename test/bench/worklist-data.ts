import { existsSync } from 'node:fs';
import { systemClock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import { systemRandomSource } from '#main/base/random.ts';
import { createClinic } from '#main/demo/clinic.ts';
import { PLAIN_DIALECT } from '#main/demo/dialect/dialect.ts';
import { type CacheFile, getCachePath, openCacheFile } from '#main/engine/cache/file/open.ts';
import { CacheWriter } from '#main/engine/cache/ingest/writer.ts';
import { toEpochMs } from '#contract/time.ts';
import { rawList, toBytes } from '../support/builders.ts';
import { unwrap } from '../support/engine.ts';
import { PAGE } from './clinic.ts';

const PATIENTS = 9_000;
/** The key of the files, which hold made-up records. */
export const DATA_KEY = 'a'.repeat(64);
const MAX_PAGE_BYTES = 1e9;

/** Yields the pages of the demo clinic's list of requisitions, newest update first. */
function* listPages(requisitions: number): Generator<readonly object[]> {
  const clinic = createClinic({
    seed: 1,
    sizes: { forms: 0, notifications: 0, patients: PATIENTS, requisitions },
    clock: systemClock,
    dialect: PLAIN_DIALECT,
    random: systemRandomSource,
  });
  let page: object[] = [];
  for (const record of clinic.requisitions.all()) {
    page.push(clinic.toWire(record));
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** Writes the demo clinic's requisitions into a new cache, as a sync does; a cache that exists stays as it is. */
export function fillCache(file: CacheFile, requisitions: number): void {
  if (existsSync(getCachePath(file.folder))) return;
  const writer = new CacheWriter({
    clock: systemClock,
    log: silentLog,
    openFile: (target) => openCacheFile(target, () => systemClock.now()),
    pageBytes: MAX_PAGE_BYTES,
    onCommitted: () => {},
  });
  unwrap(writer.open(file));
  const kind = 'requisition';
  const at = toEpochMs(systemClock.now());
  unwrap(writer.beginSweep({ kind, at, writeSequence: 0 }));
  let offset = 0;
  for (const page of listPages(requisitions)) {
    const bytes = toBytes(rawList(page));
    const facts = { kind, fetchedAt: at, requestedAt: 0, pass: 0, isUrgent: false } as const;
    unwrap(writer.store({ ...facts, bytes, offset }));
    offset += page.length;
  }
  const ending = { kind, at, outcome: 'complete', scope: 'all', etag: null } as const;
  unwrap(writer.endSweep({ ...ending, isCertain: true, isGapless: true }));
  unwrap(writer.close());
}
