import type { DayAttendee } from '#contract/day.ts';
import { listed, sql } from '#main/engine/store/sql.ts';
import { ANY_ROLE, findNotificationReferences } from '../mentions.ts';
import { NOTIFICATIONS, type NotificationSummary } from '../notifications.ts';
import { REVIEW_STATES, type RequisitionColumns } from '../worklist/columns.ts';
import {
  cut,
  getFormsAsked,
  mentioned,
  newestRequisitions,
  type Found,
  type RelatedSource,
} from '../worklist/related.ts';

/** What of one person is listed of each kind: a sheet is read at a glance, and the patient's page has the rest. */
const LISTED = 12;

type Columns = Pick<RequisitionColumns, 'patient' | 'reviewState' | 'needsReview'>;

/**
 * Whether a requisition is open or has results that nobody has reviewed: whatever its status, unless its reviews are done. A status
 * that the service's document does not name may be an open one.
 */
function isOpenOf(patient: string, { columns }: { readonly columns: Columns }): boolean {
  const isReviewed = columns.reviewState === REVIEW_STATES.done && columns.needsReview === 0;
  return columns.patient === patient && !isReviewed;
}

function getRequisitions({ context }: RelatedSource, id: string): Found<DayAttendee['requisitions'][number]> {
  return newestRequisitions(context, {
    stored: sql`patient = ${id} AND (review_state <> ${REVIEW_STATES.done} OR needs_review = 1)`,
    pending: (candidate) => isOpenOf(id, candidate),
    limit: LISTED,
  });
}

/** Unread alerts for, by or about a person, newest first; a read mark that is not sent yet counts. */
function getUnread({ context, overlay }: RelatedSource, id: string): Found<NotificationSummary> {
  const { rows } = overlay.notification.withPending;
  const marked = rows.map(({ row }) => row.id);
  const stored = context.cache.all(sql<NotificationSummary>`
    SELECT ${NOTIFICATIONS.columns} FROM notification
    WHERE row IN ${mentioned('notification', id, ANY_ROLE)} AND read = 0 AND id NOT IN ${listed(marked)}
    ORDER BY at DESC, row DESC LIMIT ${LISTED + 1}`);
  const pending = rows.filter(
    ({ row, record }) => row.read === 0 && findNotificationReferences(record).has(id),
  );
  const all = [...stored, ...pending.map(({ row }) => row)];
  return cut(
    all.toSorted((left, right) => right.at - left.at || right.row - left.row),
    LISTED,
  );
}

/** What is here of somebody who takes part in an appointment; of its host nothing but that. */
export function getAttendee(source: RelatedSource, id: string, isHost: boolean): DayAttendee {
  if (isHost) return { attendee: id, isHost, requisitions: [], forms: [], unread: [], isCut: false };
  const requisitions = getRequisitions(source, id);
  const forms = getFormsAsked(source, { id, limit: LISTED });
  const unread = getUnread(source, id);
  return {
    attendee: id,
    isHost,
    requisitions: requisitions.items,
    forms: forms.items,
    unread: unread.items.map((row) => NOTIFICATIONS.hydrate(row)),
    isCut: requisitions.isCut || forms.isCut || unread.isCut,
  };
}
