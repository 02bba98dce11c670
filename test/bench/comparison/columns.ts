import { median } from '../statistics.ts';
import type { RunnerResult } from './phases.ts';
import type { SubjectName } from './subjects.ts';

/** What was measured of one subject in one run. */
export interface SubjectResult extends RunnerResult {
  /** Size of its files after the ingest. */
  readonly diskBytes?: number;
}

/** A column of the table. Smaller values are better. */
export interface Column {
  readonly title: string;
  readonly unit: 's' | 'ms' | 'MB';
  /** The part of the answers that has to be right for the value to count; undefined where none depends on it. */
  readonly answers?: string;
  /** The value in the unit; null where there is none. */
  readonly read: (result: SubjectResult) => number | null;
  /** Why a subject can be ahead of Intray, as far as that is known. */
  readonly reasons: Readonly<Partial<Record<SubjectName, string>>>;
}

const MS_PER_SECOND = 1_000;
const BYTES_PER_MB = 1e6;
const IN_MEMORY = 'all records are in its memory, parsed';
const IN_PROCESS = 'it answers in the process that asks, Intray across two processes and two threads';
const FEW_INDEXES = 'it keeps no index of texts and encrypts nothing';
const ONE_THREAD = 'it opens one file in its own thread, Intray starts threads and opens two files';
const ONE_CONNECTION = 'it is one connection in the process that asks, Intray a process with several threads';

function divide(value: number | null | undefined, by: number): number | null {
  return value === undefined || value === null ? null : value / by;
}

function readMedian(column: 'page' | 'filter' | 'common' | 'rare' | 'get'): Column['read'] {
  return ({ reads }) => {
    const times = reads?.times[column];
    return times === undefined ? null : median(times);
  };
}

/** The columns, in their order. */
export const COLUMNS: readonly Column[] = [
  {
    title: 'ingest',
    unit: 's',
    read: ({ ingestMs }) => divide(ingestMs, MS_PER_SECOND),
    reasons: { array: FEW_INDEXES, loki: FEW_INDEXES, watermelon: FEW_INDEXES, rxdb: 'it writes no file' },
  },
  {
    title: 'open',
    unit: 'ms',
    answers: 'page',
    read: ({ openMs }) => openMs ?? null,
    reasons: { watermelon: ONE_THREAD },
  },
  {
    title: 'page',
    unit: 'ms',
    answers: 'page',
    read: readMedian('page'),
    reasons: { array: IN_MEMORY, loki: IN_MEMORY, rxdb: IN_MEMORY, watermelon: IN_PROCESS },
  },
  {
    title: 'filter',
    unit: 'ms',
    answers: 'filter',
    read: readMedian('filter'),
    reasons: { array: IN_MEMORY, loki: IN_MEMORY, nedb: IN_MEMORY, rxdb: IN_MEMORY, watermelon: IN_PROCESS },
  },
  {
    title: 'common',
    unit: 'ms',
    answers: 'common',
    read: readMedian('common'),
    reasons: { array: IN_MEMORY, rxdb: IN_MEMORY, watermelon: IN_PROCESS },
  },
  {
    title: 'rare',
    unit: 'ms',
    answers: 'rare',
    read: readMedian('rare'),
    reasons: {},
  },
  {
    title: 'get',
    unit: 'ms',
    answers: 'get',
    read: readMedian('get'),
    reasons: {
      array: IN_MEMORY,
      loki: IN_MEMORY,
      nedb: IN_MEMORY,
      rxdb: IN_MEMORY,
      watermelon: IN_PROCESS,
      pouch: IN_PROCESS,
    },
  },
  {
    title: 'update',
    unit: 'ms',
    answers: 'update',
    read: ({ updateMs }) => updateMs ?? null,
    reasons: { rxdb: 'it writes no file', watermelon: FEW_INDEXES, nedb: FEW_INDEXES },
  },
  {
    title: 'memory',
    unit: 'MB',
    read: ({ memoryBytes }) => divide(memoryBytes, BYTES_PER_MB),
    reasons: { watermelon: ONE_CONNECTION, pouch: ONE_CONNECTION },
  },
  {
    title: 'disk',
    unit: 'MB',
    read: ({ diskBytes }) => divide(diskBytes, BYTES_PER_MB),
    reasons: {
      array: FEW_INDEXES,
      loki: FEW_INDEXES,
      nedb: FEW_INDEXES,
      watermelon: FEW_INDEXES,
      pouch: FEW_INDEXES,
      dexie: FEW_INDEXES,
      'rxdb-dexie': FEW_INDEXES,
    },
  },
];

/** The parts of a result whose answers were wrong. */
export function listWrong({ reads, isUpdateRight }: SubjectResult): readonly string[] {
  return [...(reads?.wrong ?? []), ...(isUpdateRight === false ? ['update'] : [])];
}

/** The milliseconds in which Intray answers a question for nothing; null where they were not measured. */
export function readNothing({ reads }: SubjectResult): number | null {
  return reads?.nothing === undefined ? null : median(reads.nothing);
}
