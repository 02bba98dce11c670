import type { DaySheetEntryWithWholeRows } from '#contract/day.ts';
import type { Kind } from '#contract/records.ts';
import { toFormRow } from '#main/engine/cache/lists/forms.ts';
import { toNotificationRow } from '#main/engine/cache/lists/notifications.ts';
import { ALL_ID_ROLE_BITS, ID_ROLE_BITS, KIND_NUMBERS } from '#main/engine/cache/tables/id-references.ts';
import { REVIEW_STATE_NUMBERS } from '#main/engine/cache/tables/requisition-columns.ts';
import { sql, toSqlList, type Sql } from '#main/engine/sqlite/sql.ts';
import type { FoundPosition } from '../requisitions/scan-positions.ts';
import {
  findRequestedAt,
  limitItems,
  readCompletionRequests,
  type LimitedItemsAndIsCut,
  type RelatedQueryContext,
} from '../requisitions/related.ts';
import { readWorklistRows } from '../requisitions/rows.ts';

/**
 * Maximum number of records of each kind for one attendee: a day sheet has to be read quickly, and the
 * patient's page has the rest.
 */
const MAX_LISTED = 12;
/** Maximum number of forms of one attendee that are examined. */
const MAX_FORMS = 5_000;

type AttendeeRecords = DaySheetEntryWithWholeRows['attendees'][number];
type RecordsOf<T> = ReadonlyMap<string, LimitedItemsAndIsCut<T>>;

/** Returns the FROM clause that joins a table with the ids in its rows, of which the query asks for some. */
function joinReferences(kind: Kind, people: Sql, roles: number): (table: Sql, references: Sql) => Sql {
  return (table, references) => sql`(
    SELECT id AS person, row AS referring FROM ${references}
    WHERE id IN ${people} AND kind = ${KIND_NUMBERS[kind]} AND role & ${roles} <> 0)
    CROSS JOIN ${table} ON row = referring`;
}

/**
 * Returns the requisitions of patients that are open or have results without a review: any status counts
 * unless its reviews are done, because a status that the service's document does not name may be an open one.
 */
function readRequisitions(
  { context, overlay }: RelatedQueryContext,
  patients: readonly string[],
): RecordsOf<AttendeeRecords['requisitions'][number]> {
  // One after the other, because the index of patients is sorted like the list: each read ends with its last listed row, and
  // a patient may have thousands.
  const listed = new Map(
    patients.map((patient) => {
      const where = sql`patient = ${patient} AND (review_state <> ${REVIEW_STATE_NUMBERS.done} OR needs_review = 1)`;
      const rows = overlay.requisition.newest(context.cache, { where: () => where, limit: MAX_LISTED + 1 });
      return [patient, limitItems(rows, MAX_LISTED)];
    }),
  );
  const positions = [...listed.values()].flatMap(({ items }) =>
    items.map(
      ({ id, row, at, pending }): FoundPosition => ({ id, row, key: at, isPending: pending !== null }),
    ),
  );
  const rows = new Map(readWorklistRows(context, positions, []).map((row) => [row.id, row]));
  return new Map(
    [...listed].map(([patient, { items, isCut }]) => [
      patient,
      { items: items.flatMap(({ id }) => rows.get(id) ?? []), isCut },
    ]),
  );
}

/** Returns the forms that patients are requested to complete, the latest request first. Each form is parsed once. */
function readForms(source: RelatedQueryContext, people: Sql): RecordsOf<AttendeeRecords['forms'][number]> {
  const found = source.overlay.form.newestOfEach(source.context.cache, {
    group: sql`person`,
    from: joinReferences('form', people, ID_ROLE_BITS.patient),
    where: sql`TRUE`,
    limit: MAX_FORMS,
  });
  const requests = readCompletionRequests(source, [...found.values()].flat());
  return new Map(
    [...found].map(([patient, rows]) => {
      const asked = rows.flatMap((row) => {
        const requestedAt = findRequestedAt(requests.get(row.id) ?? [], patient);
        return requestedAt === undefined ? [] : [{ ...toFormRow(row), requestedAt }];
      });
      const sorted = asked.toSorted((left, right) => (right.requestedAt ?? 0) - (left.requestedAt ?? 0));
      return [patient, limitItems(sorted, MAX_LISTED)];
    }),
  );
}

/** Returns the unread notifications for, by or about users or patients, newest first; pending read marks count. */
function readUnread(
  { context, overlay }: RelatedQueryContext,
  people: Sql,
): RecordsOf<AttendeeRecords['unread'][number]> {
  const found = overlay.notification.newestOfEach(context.cache, {
    group: sql`person`,
    from: joinReferences('notification', people, ALL_ID_ROLE_BITS),
    where: sql`read = 0`,
    // The index of unread notifications spares a look at the others. The plus keeps it from being searched for each person.
    storedWhere: sql` AND +referring IN (
      SELECT row FROM notification AS unread INDEXED BY notification_unread WHERE unread.read = 0)`,
    limit: MAX_LISTED + 1,
  });
  return new Map(
    [...found].map(([person, rows]) => {
      const { items, isCut } = limitItems(rows, MAX_LISTED);
      return [person, { items: items.map((row) => toNotificationRow(row)), isCut }];
    }),
  );
}

/** Returns the host of an appointment, of whom no records are shown. */
export function toHost(id: string): AttendeeRecords {
  return { attendee: id, isHost: true, requisitions: [], forms: [], unread: [], isCut: false };
}

/**
 * Returns what is cached about people who take part in appointments, by their ids. It asks once for each person's requisitions,
 * and once for everything else of a kind.
 */
export function readRecordsOfAttendees(
  source: RelatedQueryContext,
  ids: readonly string[],
): ReadonlyMap<string, AttendeeRecords> {
  const people = toSqlList(ids);
  const requisitions = readRequisitions(source, ids);
  const forms = readForms(source, people);
  const unread = readUnread(source, people);
  return new Map(
    ids.map((id): [string, AttendeeRecords] => [
      id,
      {
        attendee: id,
        isHost: false,
        requisitions: requisitions.get(id)?.items ?? [],
        forms: forms.get(id)?.items ?? [],
        unread: unread.get(id)?.items ?? [],
        isCut: [requisitions, forms, unread].some((records) => records.get(id)?.isCut === true),
      },
    ]),
  );
}
