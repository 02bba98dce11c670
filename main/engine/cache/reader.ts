import type { Kind, PendingState } from '#contract/records.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import { systemClock } from '#main/base/clock.ts';
import { parseForm } from '#main/engine/api/parse/form.ts';
import { parseNotification } from '#main/engine/api/parse/notification.ts';
import { parseRequisition } from '#main/engine/api/parse/requisition.ts';
import { completeWithReviewedVersion, listReviewedVersions } from './tables/reviewed-version.ts';
import type { ParsedResource } from '#main/engine/api/parse/resource.ts';
import type { Connection, ReadableDb } from '#main/engine/sqlite/db.ts';
import {
  listCachedIdsForCreate,
  MISSING_RECORD_QUERIES,
  type MissingRecordReadContext,
} from './missing/reads.ts';
import { decodeCursor, type ListName } from './tables/cursor.ts';
import { buildDaySheet } from './queries/day/sheet.ts';
import { FormQueryContext } from './queries/forms/list.ts';
import { FORM_QUERIES, type FormReadContext } from './queries/forms/reads.ts';
import { HOME_QUERIES } from './queries/home/reads.ts';
import { InboxIndex } from './queries/inbox/inbox.ts';
import { INBOX_QUERIES, type InboxReadContext } from './queries/inbox/reads.ts';
import { listNamesInNotifications } from './queries/names/notification-names.ts';
import { listUnnamedIds } from './queries/names/unnamed.ts';
import type { ListedRow } from './query/list-definition.ts';
import type { LocalStoreView } from './pending/local-view.ts';
import { getRecordWithPending, toRawWithPending, PendingOverlay } from './pending/overlay.ts';
import { parseWithPendingId } from './pending/pending.ts';
import type { PageWindow } from './query/page.ts';
import type { FoundPage } from './tables/cursor.ts';
import type { ReadInput, ReadName, ReadOutput } from './protocol.ts';
import { listQuarantined } from './tables/sync-state.ts';
import { readDumpPage, getRawBody, loadRawPage } from './tables/bodies.ts';
import { WorklistQueryContext } from './queries/requisitions/context.ts';
import { WORKLIST_QUERIES, type WorklistReadContext } from './queries/requisitions/reads.ts';

interface PageInput {
  readonly limit: number;
  readonly after?: string | undefined;
}

/** What the reads need. */
interface ReadContext
  extends WorklistReadContext,
    FormReadContext,
    InboxReadContext,
    MissingRecordReadContext {
  readonly db: ReadableDb;
}

/** Reads the cursor and runs `read` from its position. Returns an error where the cursor is invalid. */
function readFromCursor<T>(
  list: ListName,
  { limit, after }: PageInput,
  read: (window: PageWindow) => T,
): Result<T> {
  const position = decodeCursor(list, after);
  return position.ok ? ok(read({ position: position.value, limit })) : position;
}

interface RecordWithState<R> {
  readonly record: R;
  readonly id: string;
  readonly fetchedAt: EpochMs | null;
  readonly pending: PendingState | null;
}

/** Reads one record from its raw resource, because the columns only hold what lists need. */
function readRecord<R extends { readonly id: string }>(
  { overlay }: ReadContext,
  kind: Kind,
  id: string,
  read: (value: unknown) => ParsedResource<R>,
): Result<RecordWithState<R>> {
  const found = overlay.record(kind, id);
  const pending = found === undefined ? null : getRecordWithPending(found);
  if (found === undefined || pending === null) return err('not-found');
  const reading = parseWithPendingId(kind, pending, read);
  if (!reading.ok) return err('not-found');
  return ok({
    record: reading.record,
    id: found.id,
    fetchedAt: found.stored?.fetchedAt ?? null,
    pending: found.waiting?.pending ?? null,
  });
}

function readRaw(
  { overlay }: ReadContext,
  { kind, id, withPending }: ReadInput<'records.raw'>,
): Result<ReadOutput<'records.raw'>> {
  const found = overlay.record(kind, id);
  if (found === undefined) return err('not-found');
  const raw = withPending ? toRawWithPending(found) : (found.stored?.raw ?? null);
  return raw === null ? err('not-found') : ok({ raw, fetchedAt: found.stored?.fetchedAt ?? null });
}

function findRows(
  { db, overlay }: ReadContext,
  input: ReadInput<'records.list'>,
  window: PageWindow,
): FoundPage<ListedRow> {
  if (input.kind === 'requisition') return overlay.requisition.find(db, input.filter, window);
  if (input.kind === 'form') return overlay.form.find(db, input.filter, window);
  return overlay.notification.find(db, input.filter, window);
}

/** Returns the raw resource of a row, with its pending changes applied. */
function getBody({ db, overlay }: ReadContext, kind: Kind, { row, id, pending }: ListedRow): string {
  const record = pending === null ? undefined : overlay.record(kind, id);
  return (record === undefined ? null : toRawWithPending(record)) ?? getRawBody(db, kind, row);
}

type Reads = {
  readonly [N in ReadName]: (source: ReadContext, input: ReadInput<N>) => Result<ReadOutput<N>>;
};

const READS: Reads = {
  'requisitions.get': (source, { id }) => {
    const one = readRecord(source, 'requisition', id, parseRequisition);
    return one.ok
      ? ok({ ...one.value, record: completeWithReviewedVersion(source.db, one.value.record) })
      : one;
  },
  'forms.get': (source, { id }) => readRecord(source, 'form', id, parseForm),
  'notifications.get': (source, { id }) => readRecord(source, 'notification', id, parseNotification),
  'records.raw': readRaw,
  'records.list': (source, input) =>
    readFromCursor(input.kind, input, (window) =>
      loadRawPage(input.kind, findRows(source, input, window), (row) => getBody(source, input.kind, row)),
    ),
  'records.dump': ({ db }, input) =>
    readFromCursor('dump', input, (window) => readDumpPage(db, input.kind, window)),
  'quarantine.list': ({ db }, { limit }) => ok({ items: listQuarantined(db, limit) }),
  'requisitions.reviewed': ({ db }, asked) => ok(listReviewedVersions(db, asked)),
  'ids.cached': ({ db }, { patient }) => listCachedIdsForCreate(db, patient),
  'names.inNotifications': ({ db }, asked) => ok(listNamesInNotifications(db, asked)),
  'directory.unnamed': ({ db, context }, asked) => listUnnamedIds(db, context.localData, asked),
  ...WORKLIST_QUERIES,
  ...FORM_QUERIES,
  ...INBOX_QUERIES,
  ...HOME_QUERIES,
  ...MISSING_RECORD_QUERIES,
  'day.get': buildDaySheet,
};

/** Whether a name is one of the reads. */
export function isReadName(name: string): name is ReadName {
  return Object.hasOwn(READS, name);
}

/** Runs the reads of an account: cached records with the pending changes of the local store applied. */
export class CacheReader {
  readonly #cache: Connection;
  readonly #local: LocalStoreView;
  readonly #overlay: PendingOverlay;
  readonly #source: ReadContext;

  /**
   * @param cache a read-only connection; `close` closes it and the local view
   * @param now epoch milliseconds
   */
  constructor(cache: Connection, local: LocalStoreView, now: () => number = () => systemClock.now()) {
    this.#cache = cache;
    this.#local = local;
    this.#overlay = new PendingOverlay(cache, local);
    const context = new WorklistQueryContext(cache, local, this.#overlay, now);
    const { localData } = context;
    const forms = new FormQueryContext({ cache, local, overlay: this.#overlay, localData, now });
    const inbox = new InboxIndex(cache, this.#overlay, localData);
    this.#source = { db: cache, local, overlay: this.#overlay, context, forms, inbox };
  }

  /** Runs a read. Throws SQLite's errors. */
  read<N extends ReadName>(name: N, input: ReadInput<N>): Result<ReadOutput<N>> {
    return this.#overlay.runRead(() => {
      this.#source.context.localData.version();
      return READS[name](this.#source, input);
    });
  }

  close(): void {
    this.#cache.close();
    this.#local.close();
  }
}
