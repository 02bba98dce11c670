import type { Appointment } from '#contract/appointments.ts';
import type { InvalidFieldFlag } from '#contract/record-schemas.ts';
import { ResourceFieldReader, isJsonObject, formatIndentedJson } from './fields.ts';

/** Maximum number of characters shown of a value whose shape the service's document leaves open. */
const MAX_OPEN_LENGTH = 2_000;

/** Returns a value without a fixed shape as text; null where there is none. */
function openText(value: unknown): string | null {
  if (value === null || value === '') return null;
  return typeof value === 'string'
    ? value.slice(0, MAX_OPEN_LENGTH).toWellFormed()
    : formatIndentedJson(value, MAX_OPEN_LENGTH);
}

function openTexts(values: readonly unknown[]): readonly string[] {
  return values.flatMap((value) => openText(value) ?? []);
}

function readLocation(fields: ResourceFieldReader): Appointment['location'] {
  return {
    city: fields.readOptionalText('city'),
    line1: fields.readOptionalText('line1'),
    line2: fields.readOptionalText('line2'),
    state: fields.readOptionalText('state'),
    postalCode: fields.readOptionalText('postal_code'),
  };
}

function readAttendee(fields: ResourceFieldReader): Appointment['attendees'][number] {
  return {
    id: fields.readNumericId('id'),
    account: openText(fields.readOpen('account')),
    noShow: fields.readFlag('no_show'),
    attendee: fields.readText('attendee'),
    appointment: fields.readText('appointment'),
    paymentStatus: fields.readText('payment_status'),
    attendanceStatus: fields.readText('attendance_status'),
    lastUpdatedAt: fields.readTime('last_updated_at'),
  };
}

function readStatusChange(fields: ResourceFieldReader): Appointment['statusHistory'][number] {
  return {
    id: fields.readNumericId('id'),
    parent: fields.readText('parent'),
    parentType: fields.readOptionalText('parent_type'),
    status: fields.readText('status'),
    changedAt: fields.readTime('changed_at'),
    changedBy: fields.readText('changed_by'),
  };
}

function readVideoCall(fields: ResourceFieldReader): Appointment['videoCall'] {
  return { joinUrl: fields.readText('join_url'), meetingId: fields.readText('meeting_id') };
}

/**
 * Reads the props of a notification about an appointment (service's document, section 2.4). Malformed values
 * are replaced and flagged.
 * @returns null for props about anything else
 */
export function parseAppointment(props: unknown): Appointment | null {
  if (!isJsonObject(props) || props['object'] !== 'appointment') return null;
  const flags: InvalidFieldFlag[] = [];
  const fields = new ResourceFieldReader(props, flags);
  return {
    id: fields.readText('id'),
    host: fields.readText('host'),
    name: fields.readText('name'),
    description: fields.readText('description'),
    account: fields.readText('account'),
    appointmentType: fields.readText('appointment_type'),
    group: fields.readFlag('group'),
    internal: fields.readFlag('internal'),
    startTime: fields.readTime('start_time'),
    endTime: fields.readTime('end_time'),
    actualStartTime: fields.readOptionalTime('actual_start_time'),
    actualEndTime: fields.readOptionalTime('actual_end_time'),
    createdBy: fields.readText('created_by'),
    createdAt: fields.readTime('created_at'),
    lastUpdatedAt: fields.readTime('last_updated_at'),
    location: readLocation(fields.readNested('location')),
    attendees: fields.readObjects('attendees', readAttendee),
    videoCall: readVideoCall(fields.readNested('video_call')),
    statusHistory: fields.readObjects('status_history', readStatusChange),
    interactionType: fields.readText('interaction_type'),
    visitNote: openText(fields.readOpen('visit_note')),
    generatedFrom: openText(fields.readOpen('generated_from')),
    generatedFromType: openText(fields.readOpen('generated_from_type')),
    insuranceClaim: openText(fields.readOpen('insurance_claim')),
    chargedExternally: openText(fields.readOpen('charged_externally')),
    recurrenceRules: openTexts(fields.readOpenList('recurrence_rules')),
    referencePatients: openTexts(fields.readOpenList('reference_patients')),
    flags,
  };
}
