import type { CallOutput, ParsedInput } from '#contract/api.ts';
import type { Appointment } from '#contract/appointments.ts';
import {
  type DayAttendeeRecords,
  type DaySheet,
  type DaySheetEntry,
  MAX_FIRST_APPOINTMENTS,
} from '#contract/day.ts';
import { ok, type Result } from '#contract/result.ts';
import { listKindSyncStates } from '#main/engine/cache/tables/sync-state.ts';
import { toNotificationRow, type NotificationSummary } from '#main/engine/cache/lists/notifications.ts';
import { ALL_ID_ROLE_BITS } from '#main/engine/cache/tables/id-references.ts';
import { REVIEW_STATE_NUMBERS } from '#main/engine/cache/tables/requisition-columns.ts';
import { sql, type Sql } from '#main/engine/sqlite/sql.ts';
import {
  limitItems,
  findFormsRequestedFromPatient,
  buildRowsReferringToIdQuery,
  findNewestRequisitions,
  type LimitedItemsAndIsCut,
  type RelatedQueryContext,
} from '../requisitions/related.ts';
import {
  listAppointmentIdsInSpan,
  findAppointmentInNotifications,
  type AppointmentFromNotifications,
} from './appointment-facts.ts';

/**
 * Maximum number of records of each kind for one attendee: a day sheet has to be read quickly, and the
 * patient's page has the rest.
 */
const MAX_LISTED = 12;

/**
 * Returns the requisitions of a patient that are open or have results without a review: any status counts
 * unless its reviews are done, because a status that the service's document does not name may be an open one.
 */
function getRequisitions(
  source: RelatedQueryContext,
  id: string,
): LimitedItemsAndIsCut<DayAttendeeRecords['requisitions'][number]> {
  const isOpen = sql`patient = ${id} AND (review_state <> ${REVIEW_STATE_NUMBERS.done} OR needs_review = 1)`;
  return findNewestRequisitions(source, { where: () => isOpen, limit: MAX_LISTED });
}

/**
 * Returns the unread notifications for, by or about a user or patient, newest first; pending read marks
 * count.
 */
function getUnread(
  { context, overlay }: RelatedQueryContext,
  id: string,
): LimitedItemsAndIsCut<NotificationSummary> {
  const ofId = buildRowsReferringToIdQuery('notification', id, ALL_ID_ROLE_BITS);
  const where = (references: Sql): Sql => sql`row IN ${ofId(references)} AND read = 0`;
  return limitItems(overlay.notification.newest(context.cache, { where, limit: MAX_LISTED + 1 }), MAX_LISTED);
}

/** Returns what is cached about an attendee of an appointment; no records for its host. */
function getAttendee(source: RelatedQueryContext, id: string, isHost: boolean): DayAttendeeRecords {
  if (isHost) return { attendee: id, isHost, requisitions: [], forms: [], unread: [], isCut: false };
  const requisitions = getRequisitions(source, id);
  const forms = findFormsRequestedFromPatient(source, { id, limit: MAX_LISTED });
  const unread = getUnread(source, id);
  return {
    attendee: id,
    isHost,
    requisitions: requisitions.items,
    forms: forms.items,
    unread: unread.items.map((row) => toNotificationRow(row)),
    isCut: requisitions.isCut || forms.isCut || unread.isCut,
  };
}

const MAX_APPOINTMENTS = 500;
/** Maximum number of attendees of one appointment: enough for a class of patients. */
const MAX_ATTENDEES = 60;

/** Returns the attendees without duplicates, including patients whom the appointment refers to. */
function getPeople({ attendees, referencePatients }: Appointment): readonly string[] {
  const named = [...attendees.map(({ attendee }) => attendee), ...referencePatients];
  return [...new Set(named)].filter((id) => id !== '');
}

/**
 * Returns a function that reads each attendee only once, whatever the number of their appointments that day.
 */
function lookingUp(source: RelatedQueryContext): (id: string) => DayAttendeeRecords {
  const known = new Map<string, DayAttendeeRecords>();
  return (id) => {
    const found = known.get(id) ?? getAttendee(source, id, false);
    known.set(id, found);
    return found;
  };
}

function byStart({ appointment: left }: DaySheetEntry, { appointment: right }: DaySheetEntry): number {
  return (left.startTime ?? Infinity) - (right.startTime ?? Infinity) || (left.id < right.id ? -1 : 1);
}

/** Returns the appointments of a day, at most 500 or the given number, and whether there are more. */
export function readDayAppointments(
  { context: { cache } }: RelatedQueryContext,
  day: ParsedInput<'day.get'>,
  most = MAX_APPOINTMENTS,
): { readonly appointments: readonly AppointmentFromNotifications[]; readonly isCut: boolean } {
  const found = listAppointmentIdsInSpan(cache, day, most + 1);
  const appointments = found.slice(0, most).flatMap((id) => findAppointmentInNotifications(cache, id) ?? []);
  return { appointments, isCut: found.length > most };
}

/** Adds to appointments what is cached about their attendees, and sorts them by start. */
function addAttendees(
  source: RelatedQueryContext,
  found: readonly AppointmentFromNotifications[],
): { readonly appointments: readonly DaySheetEntry[]; readonly isCut: boolean } {
  const lookUp = lookingUp(source);
  let isCut = false;
  const appointments = found.map((facts): DaySheetEntry => {
    const { host } = facts.appointment;
    const people = getPeople(facts.appointment);
    isCut ||= people.length > MAX_ATTENDEES;
    const attendees = people
      .slice(0, MAX_ATTENDEES)
      .map((person) => (person === host ? getAttendee(source, person, true) : lookUp(person)));
    return { ...facts, attendees };
  });
  return { appointments: appointments.toSorted(byStart), isCut };
}

/**
 * Returns the appointments of a day with what is cached about their attendees, from the cached notifications.
 */
export function buildDaySheet(
  source: RelatedQueryContext,
  day: ParsedInput<'day.get'>,
): Result<CallOutput<'day.get'>> {
  const found = readDayAppointments(source, day);
  const { appointments, isCut } = addAttendees(source, found.appointments);
  const states = listKindSyncStates(source.context.cache);
  const asOf = states.find(({ kind }) => kind === 'notification')?.lastSuccessAt ?? null;
  return ok({ appointments, isCut: found.isCut || isCut, asOf } satisfies DaySheet);
}

/** Returns the first appointments of a day sheet. */
export function buildFirstAppointmentsOfDay(
  source: RelatedQueryContext,
  day: ParsedInput<'day.beginning'>,
): Result<CallOutput<'day.beginning'>> {
  const found = readDayAppointments(source, day, MAX_FIRST_APPOINTMENTS);
  return ok({ appointments: addAttendees(source, found.appointments).appointments });
}
