import type { Kind, PendingState } from '#contract/records.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import { systemClock } from '#main/base/clock.ts';
import { parseForm } from '#main/engine/api/parse/form.ts';
import { parseNotification } from '#main/engine/api/parse/notification.ts';
import { parseRequisition } from '#main/engine/api/parse/requisition.ts';
import { AbandonableReadRunner } from './abandoned-read.ts';
import { addReviewedVersionToRecord, listReviewedVersions } from './tables/reviewed-version.ts';
import type { ParsedResource } from '#main/engine/api/parse/resource.ts';
import type { Connection, ReadableDb } from '#main/engine/sqlite/db.ts';
import {
  listRequisitionIdsOrAllFormIds,
  MISSING_RECORD_READ_HANDLERS,
  type MissingRecordReadContext,
} from './missing/reads.ts';
import { decodeCursor, type CursorListName } from './tables/cursor.ts';
import { KeptDaySheets } from './queries/day/parts.ts';
import {
  beginDaySheet,
  buildDaySheet,
  buildFirstAppointmentsOfDay,
  listDayTimes,
  takeDaySheetPart,
  type DayReadContext,
} from './queries/day/sheet.ts';
import { exportDayAsTableOrCalendar } from './queries/day/table.ts';
import { FormQueryContext } from './queries/forms/list.ts';
import { FORM_READ_HANDLERS, type FormReadContext } from './queries/forms/reads.ts';
import { HOME_READ_HANDLERS } from './queries/home/reads.ts';
import { InboxQueries } from './queries/inbox/inbox.ts';
import { INBOX_READ_HANDLERS, type InboxReadContext } from './queries/inbox/reads.ts';
import { addSubjectPatient } from './queries/inbox/subject-patient.ts';
import {
  listNamesInNotifications,
  listNamesInNotificationsOfLaterRequisitions,
} from './queries/names/notification-name-reads.ts';
import { listUnnamedIds } from './queries/names/unnamed.ts';
import type { ListRowIdAndState } from './query/list-definition.ts';
import type { ReadOnlyLocalStoreView } from './pending/local-view.ts';
import { getRecordWithPending, toRawWithPending, PendingOverlay } from './pending/overlay.ts';
import { parseRecordAllowingLocalId } from './pending/pending.ts';
import type { PageWindow } from './query/page.ts';
import type { FoundPage } from './tables/cursor.ts';
import type { CacheReadInput, CacheReadName, CacheReadOutput } from './protocol.ts';
import { listQuarantined } from './tables/sync-state.ts';
import { readRawPageInRowOrder, getCachedRawText, loadRawPage } from './tables/bodies.ts';
import { WorklistQueryContext } from './queries/requisitions/context.ts';
import { listPatientsOfRequisitions } from './queries/requisitions/patients.ts';
import { WORKLIST_READ_HANDLERS, type WorklistReadContext } from './queries/requisitions/reads.ts';

interface PageInput {
  readonly limit: number;
  readonly after?: string | undefined;
}

/** What the reads of the reader thread need: what each group of reads does, and the connection. */
interface ReadContext
  extends WorklistReadContext,
    FormReadContext,
    InboxReadContext,
    DayReadContext,
    MissingRecordReadContext {
  readonly db: ReadableDb;
  readonly local: ReadOnlyLocalStoreView;
}

/** Reads the cursor and runs `read` from its position. Returns an error where the cursor is invalid. */
function readFromCursor<T>(
  list: CursorListName,
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
  const reading = parseRecordAllowingLocalId(kind, pending, read);
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
  { kind, id, withPending }: CacheReadInput<'records.raw'>,
): Result<CacheReadOutput<'records.raw'>> {
  const found = overlay.record(kind, id);
  if (found === undefined) return err('not-found');
  const raw = withPending ? toRawWithPending(found) : (found.stored?.raw ?? null);
  return raw === null ? err('not-found') : ok({ raw, fetchedAt: found.stored?.fetchedAt ?? null });
}

function findRows(
  { db, overlay }: ReadContext,
  input: CacheReadInput<'records.list'>,
  window: PageWindow,
): FoundPage<ListRowIdAndState> {
  if (input.kind === 'requisition') return overlay.requisition.find(db, input.filter, window);
  if (input.kind === 'form') return overlay.form.find(db, input.filter, window);
  return overlay.notification.find(db, input.filter, window);
}

/** Returns the raw resource of a row, with its pending changes applied. */
function getBody({ db, overlay }: ReadContext, kind: Kind, { row, id, pending }: ListRowIdAndState): string {
  const record = pending === null ? undefined : overlay.record(kind, id);
  return (record === undefined ? null : toRawWithPending(record)) ?? getCachedRawText(db, kind, row);
}

type Reads = {
  readonly [N in CacheReadName]: (
    source: ReadContext,
    input: CacheReadInput<N>,
  ) => Result<CacheReadOutput<N>>;
};

const READS: Reads = {
  'requisitions.get': (source, { id }) => {
    const one = readRecord(source, 'requisition', id, parseRequisition);
    return one.ok
      ? ok({ ...one.value, record: addReviewedVersionToRecord(source.db, one.value.record) })
      : one;
  },
  'forms.get': (source, { id }) => readRecord(source, 'form', id, parseForm),
  'notifications.get': (source, { id }) => {
    const one = readRecord(source, 'notification', id, parseNotification);
    return one.ok ? ok({ ...one.value, record: addSubjectPatient(source.db, one.value.record) }) : one;
  },
  'records.raw': readRaw,
  'records.list': (source, input) =>
    readFromCursor(input.kind, input, (window) =>
      loadRawPage(input.kind, findRows(source, input, window), (row) => getBody(source, input.kind, row)),
    ),
  'records.dump': ({ db }, input) =>
    readFromCursor('dump', input, (window) => readRawPageInRowOrder(db, input.kind, window)),
  'localStore.check': ({ local }) => ok({ isSound: local.isSound() }),
  'quarantine.list': ({ db }, { limit }) => ok({ items: listQuarantined(db, limit) }),
  'requisitions.reviewed': ({ db }, asked) => ok(listReviewedVersions(db, asked)),
  'requisitions.patients': listPatientsOfRequisitions,
  'ids.cached': ({ db }, { patient }) => listRequisitionIdsOrAllFormIds(db, patient),
  'names.inNotifications': ({ db }, asked) => ok(listNamesInNotifications(db, asked)),
  'names.inNotificationsOfLaterRequisitions': ({ db }, asked) =>
    ok(listNamesInNotificationsOfLaterRequisitions(db, asked)),
  'directory.unnamed': ({ db, context }, asked) => listUnnamedIds(db, context.localData, asked),
  ...WORKLIST_READ_HANDLERS,
  ...FORM_READ_HANDLERS,
  ...INBOX_READ_HANDLERS,
  ...HOME_READ_HANDLERS,
  ...MISSING_RECORD_READ_HANDLERS,
  'day.beginning': buildFirstAppointmentsOfDay,
  'day.get': buildDaySheet,
  'day.sheet': beginDaySheet,
  'day.sheetPart': takeDaySheetPart,
  'day.times': listDayTimes,
  'day.export': exportDayAsTableOrCalendar,
};

/** Whether a name is that of a read of the reader thread. */
export function isCacheReadName(name: string): name is CacheReadName {
  return Object.hasOwn(READS, name);
}

/** Runs the reads of an account: cached records with the pending changes of the local store applied. */
export class CacheReader {
  readonly #cache: Connection;
  readonly #local: ReadOnlyLocalStoreView;
  readonly #overlay: PendingOverlay;
  readonly #source: ReadContext;
  readonly #abandonment = new AbandonableReadRunner();

  /**
   * @param cache a read-only connection; `close` closes it and the local view
   * @param now epoch milliseconds
   * @param accountUser the user of the account; null where it is not known
   */
  constructor(
    cache: Connection,
    local: ReadOnlyLocalStoreView,
    now: () => number = () => systemClock.now(),
    accountUser: string | null = null,
  ) {
    this.#cache = cache;
    this.#local = local;
    this.#overlay = new PendingOverlay(cache, local);
    const watched = this.#abandonment.watch(cache);
    const context = new WorklistQueryContext(watched, local, this.#overlay, { ...systemClock, now });
    const { localData } = context;
    const forms = new FormQueryContext({ cache, local, overlay: this.#overlay, localData, now });
    const { slices } = context;
    const inbox = new InboxQueries(watched, this.#overlay, { localData, slices, accountUser });
    const daySheets = new KeptDaySheets();
    this.#source = { db: watched, local, overlay: this.#overlay, context, forms, inbox, daySheets };
  }

  /**
   * Runs the read of this name. Throws SQLite's errors.
   * @param isAbandoned whether it is no longer awaited; it then returns 'cancelled' after the statement that runs
   */
  read<N extends CacheReadName>(
    name: N,
    input: CacheReadInput<N>,
    isAbandoned: () => boolean = () => false,
  ): Result<CacheReadOutput<N>> {
    return this.#overlay.runRead(() => {
      this.#source.context.localData.version();
      return this.#abandonment.run(isAbandoned, () => READS[name](this.#source, input));
    });
  }

  close(): void {
    this.#cache.close();
    this.#local.close();
  }
}
