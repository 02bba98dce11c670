import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import type { BasicFormRow } from '#contract/forms.ts';
import type { Kind } from '#contract/records.ts';
import type { EpochMs } from '#contract/time.ts';
import { isJsonObject, type JsonObject, readTimestamp } from '#main/engine/api/parse/fields.ts';
import { sql, toSqlList, type Sql } from '#main/engine/sqlite/sql.ts';
import { toFormRow, type FormSummary } from '#main/engine/cache/lists/forms.ts';
import { ALL_ID_ROLE_BITS, KIND_NUMBERS, ID_ROLE_BITS } from '#main/engine/cache/tables/id-references.ts';
import { toNotificationRow, type NotificationSummary } from '#main/engine/cache/lists/notifications.ts';
import { getRecordWithPending, type PendingOverlay } from '#main/engine/cache/pending/overlay.ts';
import type { RowConditionAndLimit } from '#main/engine/cache/pending/pending-list.ts';
import type { FoundPosition } from './scan-positions.ts';
import type { WorklistQueryContext } from './context.ts';
import { readWorklistRows } from './rows.ts';

type Related = CallOutput<'related.get'>;
export type LimitedItemsAndIsCut<T> = { readonly items: readonly T[]; readonly isCut: boolean };

/** Maximum number of rows of one kind that are examined for one id. */
const MAX_EXAMINED = 5_000;

export interface RelatedQueryContext {
  readonly context: WorklistQueryContext;
  readonly overlay: PendingOverlay;
}

/**
 * Returns the rows of a kind that refer to an id in one of these roles; only the latest where there are very
 * many.
 * @param references the table of the references of stored rows, or of those with pending changes
 */
function buildRowsReferringToIdQuery(kind: Kind, id: string, roles: number): (references: Sql) => Sql {
  return (references) => sql`(SELECT row FROM ${references}
    WHERE id = ${id} AND kind = ${KIND_NUMBERS[kind]} AND role & ${roles} <> 0
    ORDER BY row DESC LIMIT ${MAX_EXAMINED})`;
}

/** Returns the first items, and whether there are more. */
export function limitItems<T>(all: readonly T[], limit: number): LimitedItemsAndIsCut<T> {
  return { items: all.slice(0, limit), isCut: all.length > limit };
}

/** Returns requisitions sorted by newest update, with pending changes applied. */
function findNewestRequisitions(
  { context, overlay }: RelatedQueryContext,
  { where, limit }: RowConditionAndLimit,
): LimitedItemsAndIsCut<Related['requisitions'][number]> {
  const rows = overlay.requisition.newest(context.cache, { where, limit: limit + 1 });
  const { items, isCut } = limitItems(rows, limit);
  const positions = items.map(
    ({ id, row, at, pending }): FoundPosition => ({ id, row, key: at, isPending: pending !== null }),
  );
  return { items: readWorklistRows(context, positions, []), isCut };
}

/** Returns the requisitions that refer to an id. */
function requisitions(
  source: RelatedQueryContext,
  { id, limit }: ValidatedInput<'related.get'>,
): LimitedItemsAndIsCut<Related['requisitions'][number]> {
  const ofId = buildRowsReferringToIdQuery('requisition', id, ALL_ID_ROLE_BITS);
  return findNewestRequisitions(source, { where: (references) => sql`row IN ${ofId(references)}`, limit });
}

function listRequests(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter((request) => isJsonObject(request)) : [];
}

/** Returns the completion requests of forms as the service sends them, by the forms' ids, with pending changes applied. */
export function readCompletionRequests(
  { context, overlay }: RelatedQueryContext,
  forms: readonly FormSummary[],
): ReadonlyMap<string, readonly JsonObject[]> {
  const { pending = [], stored = [] } = Object.groupBy(forms, (form) =>
    form.pending === null ? 'stored' : 'pending',
  );
  // SQLite passes over the rest of a form faster than it is parsed here.
  const texts = context.cache.all(sql<{ row: number; requests: string | null }>`
    SELECT row, json_extract(raw, '$.request_completion_from') AS requests FROM form_body
    WHERE row IN ${toSqlList(new Set(stored.map(({ row }) => row)))}`);
  const byRow = new Map(
    texts.map(({ row, requests }) => [row, requests === null ? [] : listRequests(JSON.parse(requests))]),
  );
  const found = new Map(stored.map(({ id, row }) => [id, byRow.get(row) ?? []]));
  for (const { id } of pending) {
    const form = overlay.record('form', id);
    const record = form === undefined ? null : getRecordWithPending(form);
    found.set(id, listRequests(record?.['request_completion_from']));
  }
  return found;
}

/** Returns when a patient was last requested to complete a form, null without a time; undefined without a request. */
export function findRequestedAt(
  requests: readonly JsonObject[],
  patient: string,
): EpochMs | null | undefined {
  const request = requests.findLast((each) => each['patient'] === patient);
  return request === undefined ? undefined : readTimestamp(request['requested_at']);
}

/**
 * Returns the forms that a patient is requested to complete (service's document, section 2.2), with pending
 * changes applied.
 */
function findFormsRequestedFromPatient(
  source: RelatedQueryContext,
  { id, limit }: Pick<ValidatedInput<'related.get'>, 'id' | 'limit'>,
): LimitedItemsAndIsCut<BasicFormRow & { readonly requestedAt: EpochMs | null }> {
  const ofPatient = buildRowsReferringToIdQuery('form', id, ID_ROLE_BITS.patient);
  const rows = source.overlay.form.newest(source.context.cache, {
    where: (references) => sql`row IN ${ofPatient(references)}`,
    limit: MAX_EXAMINED,
  });
  const requests = readCompletionRequests(source, rows);
  const asked = rows.flatMap((row) => {
    const requestedAt = findRequestedAt(requests.get(row.id) ?? [], id);
    return requestedAt === undefined ? [] : [{ ...toFormRow(row), requestedAt }];
  });
  return limitItems(
    asked.toSorted((left, right) => (right.requestedAt ?? 0) - (left.requestedAt ?? 0)),
    limit,
  );
}

/** Returns notifications for, by or about an id, newest first; pending read marks count. */
function notifications(
  { context, overlay }: RelatedQueryContext,
  { id, limit }: ValidatedInput<'related.get'>,
  roles: number,
): LimitedItemsAndIsCut<NotificationSummary> {
  const ofId = buildRowsReferringToIdQuery('notification', id, roles);
  const where = (references: Sql): Sql => sql`row IN ${ofId(references)}`;
  return limitItems(overlay.notification.newest(context.cache, { where, limit: limit + 1 }), limit);
}

function getAppointment(
  { overlay }: RelatedQueryContext,
  row: NotificationSummary,
): Related['appointments'][number] {
  const found = overlay.record('notification', row.id);
  const props = found === undefined ? undefined : getRecordWithPending(found)?.['props'];
  const appointment = isJsonObject(props) ? props : {};
  const name = appointment['name'];
  return {
    ...toNotificationRow(row),
    appointment: row.aboutId,
    startsAt: readTimestamp(appointment['start_time']),
    appointmentName: typeof name === 'string' ? name.slice(0, 300).toWellFormed() : '',
  };
}

/** Returns every cached record related to an id (service's document, sections 2.2 to 2.4), newest first. */
export function findRelated(source: RelatedQueryContext, asked: ValidatedInput<'related.get'>): Related {
  const ofRequisitions = requisitions(source, asked);
  const ofForms = findFormsRequestedFromPatient(source, asked);
  const ofNotifications = notifications(source, asked, ALL_ID_ROLE_BITS);
  const ofAppointments = notifications(source, asked, ID_ROLE_BITS.attendee);
  return {
    requisitions: ofRequisitions.items,
    forms: ofForms.items,
    notifications: ofNotifications.items.map((row) => toNotificationRow(row)),
    appointments: ofAppointments.items.map((row) => getAppointment(source, row)),
    isCut: [ofRequisitions, ofForms, ofNotifications, ofAppointments].some(({ isCut }) => isCut),
  };
}
