import type { Appointment } from '#contract/appointments.ts';
import type { DataFlag } from '#contract/records.ts';
import { Fields, isJsonObject, tidyText } from './fields.ts';

/** Maximum length of the text of a value without a fixed shape. */
const OPEN_LIMIT = 2_000;

/** Returns a value without a fixed shape as text; null where there is none. */
function openText(value: unknown): string | null {
  if (value === null || value === '') return null;
  return typeof value === 'string' ? value.slice(0, OPEN_LIMIT).toWellFormed() : tidyText(value, OPEN_LIMIT);
}

function openTexts(values: readonly unknown[]): readonly string[] {
  return values.flatMap((value) => openText(value) ?? []);
}

function readLocation(fields: Fields): Appointment['location'] {
  return {
    city: fields.optionalText('city'),
    line1: fields.optionalText('line1'),
    line2: fields.optionalText('line2'),
    state: fields.optionalText('state'),
    postalCode: fields.optionalText('postal_code'),
  };
}

function readAttendee(fields: Fields): Appointment['attendees'][number] {
  return {
    id: fields.countedId('id'),
    account: openText(fields.open('account')),
    noShow: fields.flag('no_show'),
    attendee: fields.text('attendee'),
    appointment: fields.text('appointment'),
    paymentStatus: fields.text('payment_status'),
    attendanceStatus: fields.text('attendance_status'),
    lastUpdatedAt: fields.when('last_updated_at'),
  };
}

function readStatusChange(fields: Fields): Appointment['statusHistory'][number] {
  return {
    id: fields.countedId('id'),
    parent: fields.text('parent'),
    parentType: fields.optionalText('parent_type'),
    status: fields.text('status'),
    changedAt: fields.when('changed_at'),
    changedBy: fields.text('changed_by'),
  };
}

function readVideoCall(fields: Fields): Appointment['videoCall'] {
  return { joinUrl: fields.text('join_url'), meetingId: fields.text('meeting_id') };
}

/**
 * Reads the props of a notification about an appointment (service's document, section 2.4). Malformed values
 * are replaced and flagged.
 * @returns null for props about anything else
 */
export function readAppointment(props: unknown): Appointment | null {
  if (!isJsonObject(props) || props['object'] !== 'appointment') return null;
  const flags: DataFlag[] = [];
  const fields = new Fields(props, flags);
  return {
    id: fields.text('id'),
    host: fields.text('host'),
    name: fields.text('name'),
    description: fields.text('description'),
    account: fields.text('account'),
    appointmentType: fields.text('appointment_type'),
    group: fields.flag('group'),
    internal: fields.flag('internal'),
    startTime: fields.when('start_time'),
    endTime: fields.when('end_time'),
    actualStartTime: fields.whenever('actual_start_time'),
    actualEndTime: fields.whenever('actual_end_time'),
    createdBy: fields.text('created_by'),
    createdAt: fields.when('created_at'),
    lastUpdatedAt: fields.when('last_updated_at'),
    location: readLocation(fields.inside('location')),
    attendees: fields.objects('attendees', readAttendee),
    videoCall: readVideoCall(fields.inside('video_call')),
    statusHistory: fields.objects('status_history', readStatusChange),
    interactionType: fields.text('interaction_type'),
    visitNote: openText(fields.open('visit_note')),
    generatedFrom: openText(fields.open('generated_from')),
    generatedFromType: openText(fields.open('generated_from_type')),
    insuranceClaim: openText(fields.open('insurance_claim')),
    chargedExternally: openText(fields.open('charged_externally')),
    recurrenceRules: openTexts(fields.openList('recurrence_rules')),
    referencePatients: openTexts(fields.openList('reference_patients')),
    flags,
  };
}
