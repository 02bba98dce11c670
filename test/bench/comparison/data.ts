/** The records of a comparison: made once, kept as files, and read by every subject. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '#main/base/clock.ts';
import { systemRandomSource } from '#main/base/random.ts';
import { createDemoClinicState } from '#main/demo/clinic.ts';
import { PLAIN_DIALECT } from '#main/demo/dialect/dialect.ts';
import { rawList, toBytes } from '../../support/builders.ts';
import { PAGE } from '../clinic.ts';
import { getClinicOptions } from '../worklist-data.ts';
import { parsePage, type WireRequisition } from './peer.ts';
import type { ComparisonData } from './phases.ts';
import { makePlan, RARE_TEXTS, type Plan } from './plan.ts';

/** Number of records that are changed. */
const UPDATED = 1_000;
/** Number of records that contain each of the rare texts. */
const RARE_HITS = 3;
/** In few records patients have as many as in many, so that a filter has something to leave out. */
const RECORDS_PER_PATIENT = 10;
const PLAN = 'plan.json';

/** Adds the rare texts to records that lie evenly in the list. */
function addRareTexts(records: readonly WireRequisition[]): readonly WireRequisition[] {
  const step = Math.max(1, Math.floor(records.length / (RARE_TEXTS.length * RARE_HITS)));
  return records.map((record, index) => {
    const text = index % step === 0 ? RARE_TEXTS[(index / step) % RARE_TEXTS.length] : undefined;
    if (text === undefined || index / step >= RARE_TEXTS.length * RARE_HITS) return record;
    return { ...record, order_details: `${record.order_details} Specimen ${text.toUpperCase()}.`.trim() };
  });
}

function makeRecords(requisitions: number): readonly WireRequisition[] {
  const { seed, patients: most, ...sizes } = getClinicOptions({ requisitions, forms: 0, notifications: 0 });
  const patients = Math.min(most, Math.ceil(requisitions / RECORDS_PER_PATIENT));
  const clinic = createDemoClinicState({
    seed,
    sizes: { ...sizes, patients },
    clock: systemClock,
    dialect: PLAIN_DIALECT,
    random: systemRandomSource,
  });
  const records = Array.from(clinic.requisitions.all(), (record) => clinic.toWire(record) as WireRequisition); // the resource of the document
  return addRareTexts(records);
}

/** Returns the records of the update, newest first: every one newer than all records. */
function changeRecords(records: readonly WireRequisition[]): readonly WireRequisition[] {
  const newest = records.reduce((max, record) => Math.max(max, Date.parse(record.last_updated_at)), 0);
  const step = Math.max(1, Math.floor(records.length / UPDATED));
  const chosen = records.filter((_record, index) => index % step === 0).slice(0, UPDATED);
  return chosen.map((record, index) => ({
    ...record,
    name: `${record.name} (changed)`,
    last_updated_at: new Date(newest + chosen.length - index).toISOString(),
  }));
}

function toPages(records: readonly WireRequisition[]): readonly Uint8Array[] {
  const count = Math.ceil(records.length / PAGE);
  return Array.from({ length: count }, (_none, index) =>
    toBytes(rawList(records.slice(index * PAGE, (index + 1) * PAGE))),
  );
}

function writePages(folder: string, pages: readonly Uint8Array[]): void {
  mkdirSync(folder, { recursive: true });
  for (const [index, page] of pages.entries())
    writeFileSync(path.join(folder, `${String(index).padStart(6, '0')}.json`), page);
}

/** Returns the names of the files with pages, in their order, below the folder that `writeComparisonData` was given. */
export function listPageFiles(folder: string, kind: 'pages' | 'updates'): readonly string[] {
  return readdirSync(path.join(folder, kind))
    .toSorted()
    .map((name) => `${kind}/${name}`);
}

function readPages(folder: string, kind: 'pages' | 'updates'): readonly Uint8Array[] {
  return listPageFiles(folder, kind).map((name) => new Uint8Array(readFileSync(path.join(folder, name))));
}

/** Makes this many requisitions, the changed ones and the questions, as files of a folder. Returns the bytes of JSON. */
export function writeComparisonData(folder: string, requisitions: number): number {
  const records = makeRecords(requisitions);
  const [pages, updates] = [toPages(records), toPages(changeRecords(records))];
  writePages(path.join(folder, 'pages'), pages);
  writePages(path.join(folder, 'updates'), updates);
  const plan = makePlan(pages.flatMap(parsePage), updates.flatMap(parsePage));
  writeFileSync(path.join(folder, PLAN), JSON.stringify(plan));
  return pages.reduce((sum, page) => sum + page.byteLength, 0);
}

/** Reads what `writeComparisonData` has written; without the pages of all records where they are not wanted. */
export function readComparisonData(folder: string, isPagesWanted: boolean): ComparisonData {
  return {
    plan: JSON.parse(readFileSync(path.join(folder, PLAN), 'utf8')) as Plan, // as it was written
    pages: isPagesWanted ? readPages(folder, 'pages') : [],
    updates: readPages(folder, 'updates'),
  };
}
