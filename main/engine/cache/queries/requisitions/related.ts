import type { Output, Parsed } from '#contract/api.ts';
import type { FormRow } from '#contract/forms.ts';
import type { Kind } from '#contract/records.ts';
import type { EpochMs } from '#contract/time.ts';
import { isJsonObject, type JsonObject, readTimestamp } from '#main/engine/api/parse/fields.ts';
import { sql, type Sql } from '#main/engine/sqlite/sql.ts';
import { FORMS, toFormRow, type FormSummary } from '#main/engine/cache/lists/forms.ts';
import { ANY_ROLE, KIND_NUMBERS, ROLES } from '#main/engine/cache/tables/mentions.ts';
import {
  NOTIFICATIONS,
  toNotificationRow,
  type NotificationSummary,
} from '#main/engine/cache/lists/notifications.ts';
import { recordWithPending, type Overlay } from '#main/engine/cache/pending/overlay.ts';
import type { FoundPosition } from './find.ts';
import type { QueryContext, PendingCandidate } from './context.ts';
import { worklistRows } from './rows.ts';

type Related = Output<'related.get'>;
export type Found<T> = { readonly items: readonly T[]; readonly isCut: boolean };

/** Maximum number of rows of one kind that are examined for one id. */
const MAX_EXAMINED = 5_000;

export interface RelatedSource {
  readonly context: QueryContext;
  readonly overlay: Overlay;
}

/**
 * Returns the rows of a kind that refer to an id in one of these roles; only the latest where there are very
 * many.
 */
export function mentioned(kind: Kind, id: string, roles: number): Sql {
  return sql`(SELECT row FROM id_reference WHERE id = ${id} AND kind = ${KIND_NUMBERS[kind]} AND role & ${roles} <> 0
    ORDER BY row DESC LIMIT ${MAX_EXAMINED})`;
}

/** Returns the first items, and whether there are more. */
export function cut<T>(all: readonly T[], limit: number): Found<T> {
  return { items: all.slice(0, limit), isCut: all.length > limit };
}

/** Which requisitions are wanted: a condition for the table and a test for those with pending changes. */
export interface Wanted {
  readonly stored: Sql;
  readonly pending: (candidate: PendingCandidate) => boolean;
  readonly limit: number;
}

/** Returns requisitions sorted by newest update, with pending changes applied. */
export function newestRequisitions(
  context: QueryContext,
  { stored, pending, limit }: Wanted,
): Found<Related['requisitions'][number]> {
  const all = context.withPending();
  const hidden = new Set(all.map((each) => each.id));
  const positions = context.cache
    .all(sql<{ row: number; id: string; at: number }>`
      SELECT row, id, last_updated_at AS at FROM requisition WHERE ${stored}
      ORDER BY at DESC, row DESC LIMIT ${limit + 1 + hidden.size}`)
    .filter((each) => !hidden.has(each.id))
    .map((each): FoundPosition => ({ id: each.id, row: each.row, key: each.at, pending: null }));
  const waiting = all.filter(pending).map(
    (each): FoundPosition => ({
      id: each.id,
      row: each.row,
      key: each.columns.lastUpdatedAt,
      pending: each,
    }),
  );
  const ordered = [...positions, ...waiting].toSorted(
    (left, right) => Number(right.key) - Number(left.key) || right.row - left.row,
  );
  const { items, isCut } = cut(ordered, limit);
  return { items: worklistRows(context, items, []), isCut };
}

/** Returns the requisitions that refer to an id. */
function requisitions(
  { context }: RelatedSource,
  { id, limit }: Parsed<'related.get'>,
): Found<Related['requisitions'][number]> {
  return newestRequisitions(context, {
    stored: sql`row IN ${mentioned('requisition', id, ANY_ROLE)}`,
    pending: ({ people }) => people.includes(id),
    limit,
  });
}

function requestTo(form: JsonObject | null, patient: string): JsonObject | null {
  const requests: unknown = form?.['request_completion_from'];
  if (!Array.isArray(requests)) return null;
  return requests.findLast((request) => isJsonObject(request) && request['patient'] === patient) ?? null;
}

function findDate(value: unknown): EpochMs | null {
  return typeof value === 'string' ? readTimestamp(value) : null;
}

/**
 * Returns the forms that a patient is requested to complete (service's document, section 2.2), with pending
 * changes applied.
 */
export function getFormsAsked(
  { context, overlay }: RelatedSource,
  { id, limit }: Pick<Parsed<'related.get'>, 'id' | 'limit'>,
): Found<FormRow & { readonly requestedAt: EpochMs | null }> {
  const stored = context.cache.all(sql<FormSummary>`
    SELECT ${FORMS.columns} FROM form WHERE row IN ${mentioned('form', id, ROLES.patient)}`);
  const pending = overlay.form.withPending.rows.map(({ row }) => row);
  const hidden = new Set(pending.map((row) => row.id));
  const rows = [...stored.filter((row) => !hidden.has(row.id)), ...pending];
  const asked = rows.flatMap((row) => {
    const found = overlay.record('form', row.id);
    const request = requestTo(found === undefined ? null : recordWithPending(found), id);
    return request === null ? [] : [{ ...toFormRow(row), requestedAt: findDate(request['requested_at']) }];
  });
  return cut(
    asked.toSorted((left, right) => (right.requestedAt ?? 0) - (left.requestedAt ?? 0)),
    limit,
  );
}

/** Returns notifications for, by or about an id, newest first; pending read marks count. */
function notifications(
  { context, overlay }: RelatedSource,
  { id, limit }: Parsed<'related.get'>,
  roles: number,
): Found<NotificationSummary> {
  const stored = context.cache.all(sql<NotificationSummary>`
    SELECT ${NOTIFICATIONS.columns} FROM notification WHERE row IN ${mentioned('notification', id, roles)}
    ORDER BY at DESC, row DESC LIMIT ${limit + 1}`);
  const pending = new Map(overlay.notification.withPending.rows.map(({ row }) => [row.id, row]));
  return cut(
    stored.map((row) => pending.get(row.id) ?? row),
    limit,
  );
}

function getAppointment(
  { overlay }: RelatedSource,
  row: NotificationSummary,
): Related['appointments'][number] {
  const found = overlay.record('notification', row.id);
  const props = found === undefined ? undefined : recordWithPending(found)?.['props'];
  const appointment = isJsonObject(props) ? props : {};
  const name = appointment['name'];
  return {
    ...toNotificationRow(row),
    appointment: row.aboutId,
    startsAt: findDate(appointment['start_time']),
    appointmentName: typeof name === 'string' ? name.slice(0, 300).toWellFormed() : '',
  };
}

/** Returns every cached record related to an id (service's document, sections 2.2 to 2.4), newest first. */
export function relatedTo(source: RelatedSource, asked: Parsed<'related.get'>): Related {
  const ofRequisitions = requisitions(source, asked);
  const ofForms = getFormsAsked(source, asked);
  const ofNotifications = notifications(source, asked, ANY_ROLE);
  const ofAppointments = notifications(source, asked, ROLES.attendee);
  return {
    requisitions: ofRequisitions.items,
    forms: ofForms.items,
    notifications: ofNotifications.items.map((row) => toNotificationRow(row)),
    appointments: ofAppointments.items.map((row) => getAppointment(source, row)),
    isCut: [ofRequisitions, ofForms, ofNotifications, ofAppointments].some(({ isCut }) => isCut),
  };
}
