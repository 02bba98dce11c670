import { median } from '../statistics.ts';
import type { RunnerResult } from './phases.ts';
import { SUBJECTS, type SubjectName } from './subjects.ts';

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
const ONE_THREAD =
  'it opens its files in the thread that asks, Intray starts four threads and checks its local store for damage';
const ONE_CONNECTION = 'it is one connection in the process that asks, Intray a process with several threads';
const ONE_HEAP =
  'it is one heap of scripts, Intray a process with several threads, each with a heap of its own';
const SOON_FOUND =
  'it reads from the newest record on until it has a page, which is soon for a frequent word';

function divide(value: number | null | undefined, by: number): number | null {
  return value === undefined || value === null ? null : value / by;
}

/** Returns the same reason for every subject. */
function repeatForAllSubjects(reason: string): Column['reasons'] {
  return Object.fromEntries(Object.keys(SUBJECTS).map((name) => [name, reason]));
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
    reasons: { ...repeatForAllSubjects(FEW_INDEXES), rxdb: 'it writes no file' },
  },
  {
    title: 'open',
    unit: 'ms',
    answers: 'page',
    read: ({ openMs }) => openMs ?? null,
    reasons: repeatForAllSubjects(ONE_THREAD),
  },
  {
    title: 'page',
    unit: 'ms',
    answers: 'page',
    read: readMedian('page'),
    reasons: { ...repeatForAllSubjects(IN_PROCESS), array: IN_MEMORY, loki: IN_MEMORY, rxdb: IN_MEMORY },
  },
  {
    title: 'filter',
    unit: 'ms',
    answers: 'filter',
    read: readMedian('filter'),
    reasons: {
      ...repeatForAllSubjects(IN_PROCESS),
      array: IN_MEMORY,
      loki: IN_MEMORY,
      nedb: IN_MEMORY,
      rxdb: IN_MEMORY,
    },
  },
  {
    title: 'common',
    unit: 'ms',
    answers: 'common',
    read: readMedian('common'),
    reasons: { ...repeatForAllSubjects(SOON_FOUND), array: IN_MEMORY, loki: IN_MEMORY, rxdb: IN_MEMORY },
  },
  {
    title: 'rare',
    unit: 'ms',
    answers: 'rare',
    read: readMedian('rare'),
    reasons: { array: IN_MEMORY, loki: IN_MEMORY, nedb: IN_MEMORY, rxdb: IN_MEMORY },
  },
  {
    title: 'get',
    unit: 'ms',
    answers: 'get',
    read: readMedian('get'),
    reasons: {
      ...repeatForAllSubjects(IN_PROCESS),
      array: IN_MEMORY,
      loki: IN_MEMORY,
      nedb: IN_MEMORY,
      rxdb: IN_MEMORY,
    },
  },
  {
    title: 'update',
    unit: 'ms',
    answers: 'update',
    read: ({ updateMs }) => updateMs ?? null,
    reasons: { ...repeatForAllSubjects(FEW_INDEXES), rxdb: 'it writes no file' },
  },
  {
    title: 'memory',
    unit: 'MB',
    read: ({ memoryBytes }) => divide(memoryBytes, BYTES_PER_MB),
    reasons: {
      ...repeatForAllSubjects(ONE_HEAP),
      watermelon: ONE_CONNECTION,
      powersync: ONE_CONNECTION,
      pouch: ONE_CONNECTION,
    },
  },
  {
    title: 'disk',
    unit: 'MB',
    read: ({ diskBytes }) => divide(diskBytes, BYTES_PER_MB),
    reasons: repeatForAllSubjects(FEW_INDEXES),
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
