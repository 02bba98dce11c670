import { existsSync } from 'node:fs';
import { type Clock, systemClock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import { systemRandomSource } from '#main/base/random.ts';
import { type DemoClinicState, createDemoClinicState } from '#main/demo/clinic.ts';
import { PLAIN_DIALECT } from '#main/demo/dialect/dialect.ts';
import { type CacheFolderAndKey, getCachePath, openCacheFile } from '#main/engine/cache/file/open.ts';
import { CacheWriter } from '#main/engine/cache/ingest/writer.ts';
import { KINDS, type Kind } from '#contract/records.ts';
import { toEpochMs } from '#contract/time.ts';
import { rawList, toBytes } from '../support/builders.ts';
import { unwrap } from '../support/engine.ts';
import { PAGE } from './clinic.ts';

const PATIENTS = 9_000;
/** The key of the files, which hold made-up records. */
export const DATA_KEY = 'a'.repeat(64);
const MAX_PAGE_BYTES = 1e9;

/** How many records of each kind a cache is filled with. */
export interface CacheSizes {
  readonly requisitions: number;
  readonly forms: number;
  readonly notifications: number;
}

/** The options of the demo clinic whose records are in the files. */
export function getClinicOptions(sizes: CacheSizes) {
  return { seed: 1, patients: PATIENTS, ...sizes };
}

/** Yields pages of the demo clinic's list of one kind, newest first. */
function* listPages(clinic: DemoClinicState, kind: Kind): Generator<readonly object[]> {
  const collection = {
    form: clinic.forms,
    requisition: clinic.requisitions,
    notification: clinic.notifications,
  };
  let page: object[] = [];
  for (const record of collection[kind].all()) {
    page.push(clinic.toWire(record));
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

function fillKind(writer: CacheWriter, clinic: DemoClinicState, kind: Kind, now: number): void {
  const at = toEpochMs(now);
  unwrap(writer.beginSweep({ kind, at, writeSequence: 0 }));
  let offset = 0;
  for (const page of listPages(clinic, kind)) {
    const bytes = toBytes(rawList(page));
    const facts = { kind, fetchedAt: at, requestedAt: 0, pass: 0, isUrgent: false } as const;
    unwrap(writer.store({ ...facts, bytes, offset }));
    offset += page.length;
  }
  const ending = { kind, at, outcome: 'complete', scope: 'all', etag: null } as const;
  unwrap(writer.endSweep({ ...ending, isCertain: true, isGapless: true }));
}

/**
 * Writes the demo clinic's records into a new cache, as a sync does; a cache that exists stays as it is.
 * @param clock determines when the records were made
 */
export function fillCache(file: CacheFolderAndKey, sizes: CacheSizes, clock: Clock = systemClock): void {
  if (existsSync(getCachePath(file.folder))) return;
  const writer = new CacheWriter({
    clock: systemClock,
    log: silentLog,
    openFile: (target) => openCacheFile(target, () => systemClock.now()),
    pageBytes: MAX_PAGE_BYTES,
    onCommitted: () => {},
  });
  const { seed, patients } = getClinicOptions(sizes);
  const clinic = createDemoClinicState({
    seed,
    sizes: { ...sizes, patients },
    clock,
    dialect: PLAIN_DIALECT,
    random: systemRandomSource,
  });
  unwrap(writer.open(file));
  for (const kind of KINDS) fillKind(writer, clinic, kind, clock.now());
  unwrap(writer.close());
}
