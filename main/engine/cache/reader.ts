import type { Kind } from '#contract/ids.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import { readForm } from '#main/engine/service/wire/form.ts';
import { readNotification } from '#main/engine/service/wire/notification.ts';
import { readRequisition } from '#main/engine/service/wire/requisition.ts';
import type { Reading } from '#main/engine/service/wire/resource.ts';
import { readCursor, type ListName, type Place } from './cursor.ts';
import type { ReadableDb } from './db.ts';
import { countForms, findForms, formPage } from './forms.ts';
import { countNotifications, findNotifications, notificationPage } from './notifications.ts';
import type { Found, Window } from './page.ts';
import type { ReadInput, ReadName, ReadOutput } from './protocol.ts';
import { dumpPage, rawPage, rawRecord } from './raw.ts';
import { countRequisitions, findRequisitions, requisitionPage } from './requisitions.ts';

interface Asked {
  readonly limit: number;
  readonly after?: string | undefined;
}

/** Reads the cursor and answers the page there, or why the cursor is none. */
function atPlace<T>(list: ListName, { limit, after }: Asked, read: (window: Window) => T): Result<T> {
  const place = readCursor(list, after);
  return place.ok ? ok(read({ place: place.value, limit })) : place;
}

/** One record, read again from its raw resource: only what lists need is kept in columns. */
function oneRecord<R>(
  db: ReadableDb,
  kind: Kind,
  id: string,
  read: (value: unknown) => Reading<R>,
): Result<{ record: R; fetchedAt: EpochMs }> {
  const found = rawRecord(db, kind, id);
  if (found === undefined) return err('not-found');
  const reading = read(JSON.parse(found.raw));
  return reading.ok ? ok({ record: reading.record, fetchedAt: found.fetchedAt }) : err('not-found');
}

function found(db: ReadableDb, input: ReadInput<'records.list'>, window: Window): Found<Place> {
  if (input.kind === 'requisition') return findRequisitions(db, input.filter, window);
  if (input.kind === 'form') return findForms(db, input.filter, window);
  return findNotifications(db, input.filter, window);
}

type Reads = {
  readonly [N in ReadName]: (db: ReadableDb, input: ReadInput<N>) => Result<ReadOutput<N>>;
};

/** What the reading thread answers, by name. */
export const READS: Reads = {
  'requisitions.list': (db, input) =>
    atPlace('requisition', input, (window) => requisitionPage(db, input.filter, window)),
  'requisitions.count': (db, { filter }) => ok(countRequisitions(db, filter)),
  'requisitions.get': (db, { id }) => oneRecord(db, 'requisition', id, readRequisition),
  'forms.list': (db, input) => atPlace('form', input, (window) => formPage(db, input.filter, window)),
  'forms.count': (db, { filter }) => ok(countForms(db, filter)),
  'forms.get': (db, { id }) => oneRecord(db, 'form', id, readForm),
  'notifications.list': (db, input) =>
    atPlace('notification', input, (window) => notificationPage(db, input.filter, window)),
  'notifications.count': (db, { filter }) => ok(countNotifications(db, filter)),
  'notifications.get': (db, { id }) => oneRecord(db, 'notification', id, readNotification),
  'records.raw': (db, { kind, id }) => {
    const record = rawRecord(db, kind, id);
    return record === undefined ? err('not-found') : ok(record);
  },
  'records.list': (db, input) =>
    atPlace(input.kind, input, (window) => rawPage(db, input.kind, found(db, input, window))),
  'records.dump': (db, input) => atPlace('dump', input, (window) => dumpPage(db, input.kind, window)),
};

/** Whether a name is one of the reads. */
export function isReadName(name: string): name is ReadName {
  return Object.hasOwn(READS, name);
}
