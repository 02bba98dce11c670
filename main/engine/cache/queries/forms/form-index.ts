import { getFormPublicationState, type Form, type FormPublicationState } from '#contract/forms.ts';
import type { PendingState } from '#contract/records.ts';
import type { EpochMs } from '#contract/time.ts';
import { parseForm } from '#main/engine/api/parse/form.ts';
import type { PendingOverlay } from '#main/engine/cache/pending/overlay.ts';
import type { RowWithPendingChanges } from '#main/engine/cache/tables/pending-tables.ts';
import { toNameSortKey } from '#contract/name-sort-key.ts';
import { normalizeAndJoinTexts } from '#main/engine/cache/tables/search-text.ts';
import { readRecordAtRow } from '#main/engine/cache/tables/table.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';

/** What the list of forms searches, sorts and shows of a form. */
export interface IndexedForm {
  readonly id: string;
  readonly record: Form;
  /** Hash of the cached version, hex digits; null where none is cached. */
  readonly hash: string | null;
  /** State of its pending changes; null where there are none. */
  readonly pending: PendingState | null;
  readonly state: FormPublicationState;
  readonly nameKey: string;
  /** Name and description of the form, normalized for a text search. */
  readonly text: string;
  /** The ids of all persons and facilities in it, without duplicates. */
  readonly people: readonly string[];
  /** When the oldest open request was made; null where there is none or none has a time. */
  readonly oldestRequestAt: EpochMs | null;
}

/** Returns all ids in the sets of `usableBy`: who may use a form that is not for all (service's document, section 2.2). */
export function listIdsInUsableBy({ usableBy }: Form): readonly string[] {
  const { medicalCenters, specializations, peerGroups, individuals } = usableBy;
  return [...medicalCenters, ...specializations, ...peerGroups, ...individuals];
}

function findPeople(record: Form): readonly string[] {
  const asked = record.requestCompletionFrom.flatMap(({ patient, requestedBy }) => [patient, requestedBy]);
  return [...new Set([record.createdBy, ...asked, ...listIdsInUsableBy(record)])].filter((id) => id !== '');
}

function getOldest({ requestCompletionFrom }: Form): EpochMs | null {
  return requestCompletionFrom.reduce<EpochMs | null>(
    (oldest, { requestedAt }) =>
      requestedAt !== null && (oldest === null || requestedAt < oldest) ? requestedAt : oldest,
    null,
  );
}

/** Creates the index entry of a form: its state, its search text and the ids in it. */
function toIndexEntry(record: Form, { hash, pending }: Pick<IndexedForm, 'hash' | 'pending'>): IndexedForm {
  return {
    id: record.id,
    record,
    hash,
    pending,
    state: getFormPublicationState(record),
    nameKey: toNameSortKey(record.name),
    text: normalizeAndJoinTexts([record.name, record.description]),
    people: findPeople(record),
    oldestRequestAt: getOldest(record),
  };
}

type WithPending = RowWithPendingChanges<Form>;

/** Index entries of forms, by id. */
export type IndexedFormsById = ReadonlyMap<string, IndexedForm>;

interface StoredForm {
  readonly row: number;
  readonly id: string;
  readonly hash: string;
}

/** Returns the revision of the newest change of a form in the cache; 0 before the first. */
function lastChange(cache: ReadableDb): number {
  const last = cache.get(
    sql<{ last: number | null }>`SELECT max(revision) AS last FROM change WHERE kind = 'form'`,
  );
  return last?.last ?? 0;
}

/**
 * All forms in memory; a clinic has a few thousand at most. They are read once, and again when they change.
 * So the same filter and sort order apply to cached forms and to those with pending changes.
 */
export class InMemoryFormIndex {
  readonly #cache: ReadableDb;
  readonly #overlay: Pick<PendingOverlay, 'form'>;
  readonly #pendingEntries = new WeakMap<WithPending, IndexedForm>();
  #revision = -1;
  #stored: IndexedFormsById = new Map();
  #shown: {
    readonly stored: IndexedFormsById;
    readonly pending: number;
    readonly entries: IndexedFormsById;
  } | null = null;

  constructor(cache: ReadableDb, overlay: Pick<PendingOverlay, 'form'>) {
    this.#cache = cache;
    this.#overlay = overlay;
  }

  /** Returns the index entries of the cached forms, without pending changes. */
  stored(): IndexedFormsById {
    const revision = lastChange(this.#cache);
    if (revision !== this.#revision) this.#stored = this.#readStored();
    this.#revision = revision;
    return this.#stored;
  }

  /** Returns the index entries of all forms, with pending changes applied. */
  shown(): IndexedFormsById {
    const stored = this.stored();
    const { rows, revision: pending } = this.#overlay.form;
    if (this.#shown?.stored !== stored || this.#shown.pending !== pending) {
      const waiting = [...rows.values()].map((row) => this.#pendingEntry(row, stored));
      const entries =
        waiting.length === 0
          ? stored
          : new Map([...stored, ...waiting.map((entry) => [entry.id, entry] as const)]);
      this.#shown = { stored, pending, entries };
    }
    return this.#shown.entries;
  }

  #readStored(): IndexedFormsById {
    const forms = this.#cache.all(sql<StoredForm>`SELECT row, id, hex(hash) AS hash FROM form`);
    return new Map(
      forms.flatMap(({ row, id, hash }) => {
        const known = this.#stored.get(id);
        const entry = known?.hash === hash ? known : this.#read(row, hash);
        return entry === null ? [] : [[id, entry] as const];
      }),
    );
  }

  #read(row: number, hash: string): IndexedForm | null {
    const record = readRecordAtRow(this.#cache, 'form', row, parseForm);
    return record === null ? null : toIndexEntry(record, { hash, pending: null });
  }

  #pendingEntry(pending: WithPending, stored: IndexedFormsById): IndexedForm {
    const known = this.#pendingEntries.get(pending);
    if (known !== undefined) return known;
    const { record, pending: state } = pending;
    const entry = toIndexEntry(record, { hash: stored.get(record.id)?.hash ?? null, pending: state });
    this.#pendingEntries.set(pending, entry);
    return entry;
  }
}
