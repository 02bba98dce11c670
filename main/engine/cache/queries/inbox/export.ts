import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import type { Notification } from '#contract/notifications.ts';
import { ok, type Result } from '#contract/result.ts';
import { parseNotification } from '#main/engine/api/parse/notification.ts';
import type { PendingOverlay } from '#main/engine/cache/pending/overlay.ts';
import {
  buildExportPiece,
  EXPORT_PIECE_RECORDS,
  formatSpreadsheetDate,
  getRawWithPendingAsList,
  type RawExportPiece,
  type SpreadsheetColumns,
} from '#main/engine/cache/queries/export.ts';
import { decodeCursor } from '#main/engine/cache/tables/cursor.ts';
import type { InboxQueries } from './inbox.ts';
import { findNotificationsPage } from './notifications-page.ts';
import { addSubjectPatient } from './subject-patient.ts';

/** Columns of an exported spreadsheet of notifications (service's document, section 2.4). */
const NOTIFICATION_COLUMNS: SpreadsheetColumns<Notification> = {
  kind: 'notification',
  read: parseNotification,
  columns: [
    ['id', ({ id }) => id],
    ['created_at', ({ createdAt }) => formatSpreadsheetDate(createdAt)],
    ['read', ({ read }) => String(read)],
    ['title', ({ title }) => title],
    ['text', ({ text }) => text],
    ['user', ({ user }) => user],
    ['user_name', ({ user }, nameOf) => nameOf(user)],
    ['object', ({ aboutKind }) => aboutKind],
    ['object_id', ({ aboutId }) => aboutId],
    ['patient', ({ patient }) => patient],
    ['patient_name', ({ patient }, nameOf) => nameOf(patient)],
    ['appointment_start', ({ appointment }) => formatSpreadsheetDate(appointment?.startTime ?? null)],
    ['buttons', ({ buttons }) => buttons.map(({ title }) => title).join('; ')],
    ['created_by', ({ createdBy }) => createdBy],
    ['created_by_name', ({ createdBy }, nameOf) => nameOf(createdBy)],
  ],
  namedIn: ({ user, createdBy, patient }) => [user, createdBy, patient],
};

interface InboxExportContext {
  readonly overlay: PendingOverlay;
  readonly inbox: InboxQueries;
}

type Which = ValidatedInput<'inbox.export'>['which'];

function findRaws(
  { overlay, inbox }: InboxExportContext,
  which: Which,
  after: string | undefined,
): Result<RawExportPiece> {
  const toRaws = (found: readonly { readonly id: string }[]): readonly string[] =>
    found.flatMap(({ id }) => getRawWithPendingAsList(overlay, 'notification', id));
  if ('terms' in which) {
    const page = findNotificationsPage(inbox, { terms: which.terms, limit: EXPORT_PIECE_RECORDS, after });
    return page.ok ? ok({ raws: toRaws(page.value.items), next: page.value.next }) : page;
  }
  const position = decodeCursor('notification', after);
  if (!position.ok) return position;
  const window = { position: position.value, limit: EXPORT_PIECE_RECORDS };
  const { rows, next } = overlay.notification.find(inbox.cache, which.filter, window);
  return ok({ raws: toRaws(rows), next });
}

/** Returns one piece of an export of notifications, each for itself and newest first, with pending changes applied. */
export function exportNotificationsPiece(
  context: InboxExportContext,
  { which, ...asked }: ValidatedInput<'inbox.export'>,
): Result<CallOutput<'inbox.export'>> {
  return buildExportPiece(asked, {
    sheet: NOTIFICATION_COLUMNS,
    complete: (record) => addSubjectPatient(context.inbox.cache, record),
    localData: context.inbox.localData,
    find: (after) => findRaws(context, which, after),
  });
}
