import type { DaySheetEntry } from '#contract/day.ts';
import { FORM_SEARCH_SYNTAX } from '#contract/forms.ts';
import { ok, type Result } from '#contract/result.ts';
import { toEpochMs, type EpochMs } from '#contract/time.ts';
import type { ProcedureCalls } from '../bridge.ts';
import { getAppointmentPhase, isAppointmentCancelled } from '../day/appointments.ts';
import { getDaySpan } from '../day/day-span.ts';
import { OPEN_REQUESTS_QUERY } from '../forms/completion-requests.ts';
import { ALL_FORMS_QUERY } from '../forms/list.ts';
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

type ReminderCalls = Pick<
  ProcedureCalls,
  'worklist.page' | 'forms.page' | 'completions.page' | 'followUps.list'
>;

/** Maximum number of reminders of each kind of record. */
const MAX_REMINDERS = 30;
const MAX_APPOINTMENTS = 100;
const DUE_SEARCH = 'followup:due';

/** Reads the notes of the follow-up marks, by the ids of their records. */
async function readNotes(calls: ReminderCalls): Promise<Result<ReadonlyMap<string, string>>> {
  const marks = await calls['followUps.list']({});
  return marks.ok ? ok(new Map(marks.value.items.map(({ id, note }) => [id, note]))) : marks;
}

/** Reads the due reminders on requisitions and forms. */
async function readDueFollowUps(
  calls: ReminderCalls,
  read: ParseWorklistQuery,
  zone: () => string,
): Promise<Result<readonly DueReminder[]>> {
  const limit = MAX_REMINDERS + 1;
  const readForms = createTabbedListQueryParser(FORM_SEARCH_SYNTAX, zone);
  const notes = await readNotes(calls);
  if (!notes.ok) return notes;
  const requisitions = await calls['worklist.page']({
    ...read({ ...WHOLE_WORKLIST_QUERY, text: DUE_SEARCH }),
    limit,
  });
  if (!requisitions.ok) return requisitions;
  const forms = await calls['forms.page']({ ...readForms({ ...ALL_FORMS_QUERY, text: DUE_SEARCH }), limit });
  if (!forms.ok) return forms;
  const toReminder = (
    about: 'requisition' | 'form',
    { id, name, followUp }: Pick<(typeof forms.value.items)[number], 'id' | 'name' | 'followUp'>,
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
    ...requisitions.value.items.map((row) => toReminder('requisition', row, row.patient)),
    ...forms.value.items.map((row) => toReminder('form', row, '')),
  ]);
}

/** Reads the due reminders on completion requests. */
async function readDueRequests(calls: ReminderCalls): Promise<Result<readonly DueReminder[]>> {
  const page = await calls['completions.page']({
    filter: { show: 'due' },
    order: OPEN_REQUESTS_QUERY.order,
    limit: MAX_REMINDERS + 1,
  });
  if (!page.ok) return page;
  return ok(
    page.value.items.map(({ form, formName, patient, reminder }) => ({
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
  const byKind = Map.groupBy([...followUps.value, ...requests.value], ({ about }) => about);
  const kinds = [...byKind.values()];
  return ok({
    items: kinds
      .flatMap((reminders) => reminders.slice(0, MAX_REMINDERS))
      .toSorted((one, other) => (one.remindOn ?? 0) - (other.remindOn ?? 0)),
    isCut: kinds.some(({ length }) => length > MAX_REMINDERS),
  });
}

/** Reads the appointments of today, in a time zone, that take place and are running or still to come. */
export async function readRemainingAppointments(
  calls: Pick<ProcedureCalls, 'day.get'>,
  zone: string,
): Promise<Result<RemainingAppointments>> {
  const span = getDaySpan(null, zone);
  if (span === null) return ok({ items: [], isCut: false, isKnown: false });
  const sheet = await calls['day.get'](span);
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
