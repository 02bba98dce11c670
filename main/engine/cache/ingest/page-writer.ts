import { hashResourceText, areResourceTextHashesEqual } from '#main/engine/sqlite/text.ts';
import type { RawResource } from '#main/engine/api/parse/envelope.ts';
import type { WritableDb } from '#main/engine/sqlite/db.ts';
import type { RecordSortValues } from './order-detector.ts';
import type { FetchedPage } from './protocol.ts';
import { getResourceIdIfUsable } from '../tables/sync-state.ts';
import type { RecordDates, RecordTable, RowAndHashOfStoredRecord } from '../tables/table.ts';
import { parseResourceWith, type RecordParseResult } from '../tables/all.ts';
import { isLaterVersion, type RecentSingleWrites } from './write-one.ts';

/**
 * What the writer of a page needs to know about it: when it was requested and fetched, its pass and
 * offset.
 */
export type FetchedPageMetadata = Pick<FetchedPage, 'fetchedAt' | 'requestedAt' | 'pass' | 'offset'>;

/** A record whose row a page has added or changed. */
export interface AddedOrChangedRow {
  readonly change: 'added' | 'changed';
  readonly id: string;
}

/** A resource of a page that cannot be stored, with the reason; it goes to quarantine. */
export interface UnstorablePageResource {
  /** The resource's hash as a text, which identifies it where it has no usable id. */
  readonly name: string;
  readonly hash: Uint8Array;
  readonly value: unknown;
  readonly reason: Extract<RecordParseResult, { ok: false }>['reason'];
}

export interface ListPageWriterDeps {
  readonly db: WritableDb;
  readonly table: RecordTable;
  readonly facts: FetchedPageMetadata;
  /** Whether an earlier page of the same pass contained the record of a row. */
  readonly hasMet: (row: number) => boolean;
  readonly recentWrites: RecentSingleWrites;
}

/** Writes the resources of one page that are not stored yet, and records which ones it met. */
export class ListPageWriter {
  readonly #options: ListPageWriterDeps;
  readonly rows = new Set<number>();
  readonly written: AddedOrChangedRow[] = [];
  readonly refused: UnstorablePageResource[] = [];
  /** Resources without a row: refused ones by their hash, removed ones by their id. */
  readonly withoutRow = new Set<string>();
  /** The id or hash of each resource, in the order of the page. */
  readonly names: string[] = [];
  readonly metSortValues: RecordSortValues[] = [];
  /** Whether a record was skipped because of a single write since the page was requested. */
  #hasSkipped = false;

  constructor(options: ListPageWriterDeps) {
    this.#options = options;
  }

  get facts(): FetchedPageMetadata {
    return this.#options.facts;
  }

  /**
   * Whether the page may hold something that the cache lacks: a record was written singly since it was requested, and the
   * page's version is not the same.
   */
  get hasSkipped(): boolean {
    return this.#hasSkipped;
  }

  /**
   * Writes one resource, unless the same text or something newer is stored: a single write since the page was
   * requested, where the page's version is not newer by the service's own times, or another version that this pass
   * has met (pages may arrive out of order).
   */
  write(resource: RawResource): void {
    const { text, value } = resource;
    const { db, table, facts } = this.#options;
    const hash = hashResourceText(text);
    const id = getResourceIdIfUsable(value);
    const stored = id === null ? undefined : table.find(db, id);
    // A resource that is stored with the same text is not parsed again.
    if (id !== null && stored !== undefined && areResourceTextHashesEqual(stored.hash, hash))
      return this.#recordMet(id, stored.row, stored);
    const reading = parseResourceWith(table, resource);
    if (!reading.ok) return this.#refuse({ hash, value, reason: reading.reason });
    const { record } = reading;
    const dates = table.datesOf(record);
    if (this.#isOutdated(record.id, stored, { ...dates, hash }))
      return this.#recordMet(record.id, stored?.row ?? null, dates);
    const row = table.put(db, stored, { record, hash, raw: text, fetchedAt: facts.fetchedAt });
    this.written.push({ change: stored === undefined ? 'added' : 'changed', id: record.id });
    this.#recordMet(record.id, row, dates);
  }

  #isOutdated(
    id: string,
    stored: RowAndHashOfStoredRecord | undefined,
    dates: RecordDates & Pick<RowAndHashOfStoredRecord, 'hash'>,
  ): boolean {
    const { recentWrites, facts, hasMet } = this.#options;
    const isOvertaken = recentWrites.isNewer(id, facts.requestedAt) && !isLaterVersion(stored, dates);
    if (isOvertaken || recentWrites.isStateBeforeChange(id, stored, dates)) {
      this.#hasSkipped = true;
      return true;
    }
    if (stored === undefined || stored.updatedAt <= dates.updatedAt) return false;
    return this.rows.has(stored.row) || hasMet(stored.row);
  }

  #recordMet(id: string, row: number | null, { createdAt, updatedAt }: RecordDates): void {
    this.names.push(id);
    this.metSortValues.push({ id, createdAt, updatedAt });
    if (row === null) this.withoutRow.add(id);
    else this.rows.add(row);
  }

  #refuse(resource: Omit<UnstorablePageResource, 'name'>): void {
    const name = Buffer.from(resource.hash).toString('base64url');
    this.names.push(name);
    this.withoutRow.add(name);
    this.refused.push({ name, ...resource });
  }
}
