import type { DaySheetEntry } from '#contract/day.ts';
import { FORM_SEARCH_SYNTAX } from '#contract/forms.ts';
import type { PendingChange } from '#contract/outbox.ts';
import { collectItemsFromPages, type ItemsWithNextCursor, type PageStart } from '#contract/paginate.ts';
import { ok, type Result } from '#contract/result.ts';
import { toEpochMs, type EpochMs } from '#contract/time.ts';
import type { ProcedureCalls } from '../bridge.ts';
import { getAppointmentPhase, isAppointmentCancelled } from '../day/appointments.ts';
import { getDaySpan } from '../day/day-span.ts';
import { readDaySheet, type DaySheetCalls } from '../day/read-sheet.ts';
import { OPEN_REQUESTS_QUERY } from '../forms/completion-request-query.ts';
import { ALL_FORMS_QUERY } from '../forms/form-query.ts';
import { createTabbedListQueryParser } from '../list/query-list.ts';
import { WHOLE_WORKLIST_QUERY, type ParseWorklistQuery } from '../requisitions/worklist-query.ts';

/** A reminder that is due, as the handover sheet prints it. */
export interface DueReminder {
  /** `request`: the completion request of a form to a patient. */
  readonly about: 'requisition' | 'form' | 'request';
  /** The requisition or the form. */
  readonly id: string;
  /** Its name; empty where it has none. */
  readonly name: string;
  /** Empty for a form, and where it is not known. */
  readonly patient: string;
  readonly remindOn: EpochMs | null;
  readonly note: string;
}

/** The reminders that are due, the one that is due for longest first. */
export interface DueReminders {
  readonly items: readonly DueReminder[];
  /** Whether more are due than are listed. */
  readonly isCut: boolean;
}

/** The appointments of today that take place and are running or still to come, by their start. */
export interface RemainingAppointments {
  readonly items: readonly DaySheetEntry[];
  /** Whether there are more than are listed. */
  readonly isCut: boolean;
  /** Whether all notifications were fetched once: otherwise that there are none would not be known. */
  readonly isKnown: boolean;
}

/** What is saved on this computer and not yet on the service, the oldest first. */
export interface UnsentOnSheet {
  readonly items: readonly PendingChange[];
  /** Whether there are more than are listed. */
  readonly isCut: boolean;
}

type ReminderCalls = Pick<
  ProcedureCalls,
  'worklist.page' | 'forms.page' | 'completions.page' | 'followUps.list'
>;

/** Maximum number of reminders on the sheet. */
const MAX_REMINDERS = 90;
/** Number of rows per call: as many as are answered. */
const PAGE = 500;
const MAX_APPOINTMENTS = 100;
const MAX_UNSENT = 50;
const DUE_SEARCH = 'followup:due';

/** Reads the notes of the follow-up marks, by the ids of their records. */
async function readNotes(calls: ReminderCalls): Promise<Result<ReadonlyMap<string, string>>> {
  const marks = await calls['followUps.list']({});
  return marks.ok ? ok(new Map(marks.value.items.map(({ id, note }) => [id, note]))) : marks;
}

/** Reads all rows of a list: none of its orders is by reminder, so that any page can have the one that is due for longest. */
async function readAllRows<Cursor, Row>(
  ask: (place: PageStart<Cursor>) => Promise<Result<ItemsWithNextCursor<Cursor, Row>>>,
): Promise<Result<readonly Row[]>> {
  const rows = await collectItemsFromPages(ask);
  return rows.ok ? ok(rows.value.items) : rows;
}

/** Reads the due reminders on requisitions and forms. */
async function readDueFollowUps(
  calls: ReminderCalls,
  read: ParseWorklistQuery,
  zone: () => string,
): Promise<Result<readonly DueReminder[]>> {
  const notes = await readNotes(calls);
  if (!notes.ok) return notes;
  const ofRequisitions = read({ ...WHOLE_WORKLIST_QUERY, text: DUE_SEARCH });
  const requisitions = await readAllRows((place: PageStart<string>) =>
    calls['worklist.page']({ ...ofRequisitions, limit: PAGE, ...place }),
  );
  if (!requisitions.ok) return requisitions;
  const readForms = createTabbedListQueryParser(FORM_SEARCH_SYNTAX, zone);
  const ofForms = readForms({ ...ALL_FORMS_QUERY, text: DUE_SEARCH });
  const forms = await readAllRows((place: PageStart<string>) =>
    calls['forms.page']({ ...ofForms, limit: PAGE, ...place }),
  );
  if (!forms.ok) return forms;
  const toReminder = (
    about: 'requisition' | 'form',
    { id, name, followUp }: Pick<(typeof forms.value)[number], 'id' | 'name' | 'followUp'>,
    patient: string,
  ): DueReminder => ({
    about,
    id,
    name,
    patient,
    remindOn: followUp?.remindOn ?? null,
    note: notes.value.get(id) ?? '',
  });
  return ok([
    ...requisitions.value.map((row) => toReminder('requisition', row, row.patient)),
    ...forms.value.map((row) => toReminder('form', row, '')),
  ]);
}

/** Reads the due reminders on completion requests. */
async function readDueRequests(calls: ReminderCalls): Promise<Result<readonly DueReminder[]>> {
  const { order } = OPEN_REQUESTS_QUERY;
  const requests = await readAllRows((place: PageStart<string>) =>
    calls['completions.page']({ filter: { show: 'due' }, order, limit: PAGE, ...place }),
  );
  if (!requests.ok) return requests;
  return ok(
    requests.value.map(({ form, formName, patient, reminder }) => ({
      about: 'request',
      id: form,
      name: formName,
      patient,
      remindOn: reminder?.remindOn ?? null,
      note: reminder?.note ?? '',
    })),
  );
}

/**
 * Reads the reminders that are due, on requisitions, forms and completion requests.
 * @param zone returns the time zone of the settings
 */
export async function readDueReminders(
  calls: ReminderCalls,
  read: ParseWorklistQuery,
  zone: () => string,
): Promise<Result<DueReminders>> {
  const followUps = await readDueFollowUps(calls, read, zone);
  if (!followUps.ok) return followUps;
  const requests = await readDueRequests(calls);
  if (!requests.ok) return requests;
  const due = [...followUps.value, ...requests.value].toSorted(
    (one, other) => (one.remindOn ?? 0) - (other.remindOn ?? 0),
  );
  return ok({ items: due.slice(0, MAX_REMINDERS), isCut: due.length > MAX_REMINDERS });
}

/** Reads the appointments of today, in a time zone, that take place and are running or still to come. */
export async function readRemainingAppointments(
  calls: DaySheetCalls,
  zone: string,
): Promise<Result<RemainingAppointments>> {
  const span = getDaySpan(null, zone);
  if (span === null) return ok({ items: [], isCut: false, isKnown: false });
  const sheet = await readDaySheet(calls, span);
  if (!sheet.ok) return sheet;
  const now = toEpochMs(Date.now());
  const { appointments, isCut, asOf } = sheet.value;
  const remaining = appointments.filter(
    ({ appointment }) =>
      !isAppointmentCancelled(appointment) && getAppointmentPhase(appointment, now) !== 'ended',
  );
  return ok({
    items: remaining.slice(0, MAX_APPOINTMENTS),
    isCut: isCut || remaining.length > MAX_APPOINTMENTS,
    isKnown: asOf !== null,
  });
}

/** Reads the changes that are not yet on the service: the next shift has to know of them. */
export async function readUnsentOnSheet(
  calls: Pick<ProcedureCalls, 'outbox.list'>,
): Promise<Result<UnsentOnSheet>> {
  const page = await calls['outbox.list']({ limit: MAX_UNSENT + 1 });
  if (!page.ok) return page;
  const { items } = page.value;
  return ok({ items: items.slice(0, MAX_UNSENT), isCut: items.length > MAX_UNSENT });
}
