import type { Kind } from '#contract/ids.ts';
import type { PendingState } from '#contract/pending-state.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import { systemClock } from '#main/base/clock.ts';
import { readForm } from '#main/engine/service/wire/form.ts';
import { readNotification } from '#main/engine/service/wire/notification.ts';
import { readRequisition } from '#main/engine/service/wire/requisition.ts';
import { completeById } from './reviewed-version.ts';
import type { Reading } from '#main/engine/service/wire/resource.ts';
import type { Connection, ReadableDb } from '#main/engine/store/db.ts';
import { cachedIds } from './cached-ids.ts';
import { readCursor, type ListName } from './cursor.ts';
import { daySheet } from './day/sheet.ts';
import { FormGround } from './formlist/ground.ts';
import { FORM_READS, type FormSource } from './formlist/reads.ts';
import { Inbox } from './inbox/inbox.ts';
import { INBOX_READS, type InboxSource } from './inbox/reads.ts';
import type { ListedRow } from './listed-kind.ts';
import { MISSING_READS, type MissingSource } from './missing/reads.ts';
import type { DeskView } from './overlay/desk-view.ts';
import { laidRecord, laidText, Overlay } from './overlay/overlay.ts';
import { readLaid } from './overlay/read-laid.ts';
import type { Found, Window } from './page.ts';
import type { ReadInput, ReadName, ReadOutput } from './protocol.ts';
import { quarantined } from './quarantined.ts';
import { dumpPage, rawBody, rawPage } from './raw.ts';
import { Ground } from './worklist/ground.ts';
import { WORKLIST_READS, type WorklistSource } from './worklist/reads.ts';

interface Asked {
  readonly limit: number;
  readonly after?: string | undefined;
}

/** What a read draws from. */
interface Source extends WorklistSource, FormSource, InboxSource, MissingSource {
  readonly db: ReadableDb;
}

/** Reads the cursor and answers the page there, or why the cursor is none. */
function atPlace<T>(list: ListName, { limit, after }: Asked, read: (window: Window) => T): Result<T> {
  const place = readCursor(list, after);
  return place.ok ? ok(read({ place: place.value, limit })) : place;
}

interface OneRecord<R> {
  readonly record: R;
  readonly id: string;
  readonly fetchedAt: EpochMs | null;
  readonly pending: PendingState | null;
}

/** One record, read again from its raw resource: only what lists need is kept in columns. */
function oneRecord<R extends { readonly id: string }>(
  { overlay }: Source,
  kind: Kind,
  id: string,
  read: (value: unknown) => Reading<R>,
): Result<OneRecord<R>> {
  const found = overlay.record(kind, id);
  const laid = found === undefined ? null : laidRecord(found);
  if (found === undefined || laid === null) return err('not-found');
  const reading = readLaid(kind, laid, read);
  if (!reading.ok) return err('not-found');
  return ok({
    record: reading.record,
    id: found.id,
    fetchedAt: found.stored?.fetchedAt ?? null,
    pending: found.waiting?.pending ?? null,
  });
}

function oneRaw(
  { overlay }: Source,
  { kind, id, withPending }: ReadInput<'records.raw'>,
): Result<ReadOutput<'records.raw'>> {
  const found = overlay.record(kind, id);
  if (found === undefined) return err('not-found');
  const raw = withPending ? laidText(found) : (found.stored?.raw ?? null);
  return raw === null ? err('not-found') : ok({ raw, fetchedAt: found.stored?.fetchedAt ?? null });
}

function found({ db, overlay }: Source, input: ReadInput<'records.list'>, window: Window): Found<ListedRow> {
  if (input.kind === 'requisition') return overlay.requisition.find(db, input.filter, window);
  if (input.kind === 'form') return overlay.form.find(db, input.filter, window);
  return overlay.notification.find(db, input.filter, window);
}

/** The raw resource of a row, with what is pending in it. */
function bodyOf({ db, overlay }: Source, kind: Kind, { row, id, pending }: ListedRow): string {
  const record = pending === null ? undefined : overlay.record(kind, id);
  return (record === undefined ? null : laidText(record)) ?? rawBody(db, kind, row);
}

type Reads = {
  readonly [N in ReadName]: (source: Source, input: ReadInput<N>) => Result<ReadOutput<N>>;
};

const READS: Reads = {
  'requisitions.list': ({ db, overlay }, input) =>
    atPlace('requisition', input, (window) => overlay.requisition.page(db, input.filter, window)),
  'requisitions.count': ({ db, overlay }, { filter }) => ok(overlay.requisition.count(db, filter)),
  'requisitions.get': (source, { id }) => {
    const one = oneRecord(source, 'requisition', id, readRequisition);
    return one.ok ? ok({ ...one.value, record: completeById(source.db, one.value.record) }) : one;
  },
  'forms.list': ({ db, overlay }, input) =>
    atPlace('form', input, (window) => overlay.form.page(db, input.filter, window)),
  'forms.count': ({ db, overlay }, { filter }) => ok(overlay.form.count(db, filter)),
  'forms.get': (source, { id }) => oneRecord(source, 'form', id, readForm),
  'notifications.list': ({ db, overlay }, input) =>
    atPlace('notification', input, (window) => overlay.notification.page(db, input.filter, window)),
  'notifications.count': ({ db, overlay }, { filter }) => ok(overlay.notification.count(db, filter)),
  'notifications.get': (source, { id }) => oneRecord(source, 'notification', id, readNotification),
  'records.raw': oneRaw,
  'records.list': (source, input) =>
    atPlace(input.kind, input, (window) =>
      rawPage(input.kind, found(source, input, window), (row) => bodyOf(source, input.kind, row)),
    ),
  'records.dump': ({ db }, input) => atPlace('dump', input, (window) => dumpPage(db, input.kind, window)),
  'quarantine.list': ({ db }, { limit }) => ok({ items: quarantined(db, limit) }),
  'ids.cached': ({ db }, { patient }) => cachedIds(db, patient),
  ...WORKLIST_READS,
  ...FORM_READS,
  ...INBOX_READS,
  ...MISSING_READS,
  'day.get': daySheet,
};

/** Whether a name is one of the reads. */
export function isReadName(name: string): name is ReadName {
  return Object.hasOwn(READS, name);
}

/** Answers reads of an account: what the cache has, with what waits in the desk laid over it. */
export class Reader {
  readonly #cache: Connection;
  readonly #desk: DeskView;
  readonly #overlay: Overlay;
  readonly #source: Source;

  /**
   * @param cache a connection for reading alone; the reader closes both
   * @param now epoch milliseconds
   */
  constructor(cache: Connection, desk: DeskView, now: () => number = () => systemClock.now()) {
    this.#cache = cache;
    this.#desk = desk;
    this.#overlay = new Overlay(cache, desk);
    const ground = new Ground(cache, desk, this.#overlay, now);
    const { keepsakes } = ground;
    const forms = new FormGround({ cache, desk, overlay: this.#overlay, keepsakes, now });
    const inbox = new Inbox(cache, this.#overlay, keepsakes);
    this.#source = { db: cache, desk, overlay: this.#overlay, ground, forms, inbox };
  }

  /** Throws what SQLite throws. */
  read<N extends ReadName>(name: N, input: ReadInput<N>): Result<ReadOutput<N>> {
    return this.#overlay.reading(() => {
      this.#source.ground.keepsakes.version();
      return READS[name](this.#source, input);
    });
  }

  close(): void {
    this.#cache.close();
    this.#desk.close();
  }
}
