import { toEpochMs } from '#contract/time.ts';

/** Valid resources as the service sends them, each accepting overrides. */
type Json = Readonly<Record<string, unknown>>;

const AT = '2026-03-01T09:30:00.000Z';

/** Noon of the day that the records of pages are near. */
export const NOON = toEpochMs(Date.UTC(2026, 2, 12, 12, 0));

/** A requisition (service's document, section 2.3). */
export function rawRequisition(change: Json = {}): Record<string, unknown> {
  return {
    id: 'req_7Hq2',
    object: 'requisition',
    type: 'lab',
    name: 'Complete blood count',
    patient: 'user_p1',
    share_with_patient: false,
    requisition_result: null,
    service_facility: 'fac_1',
    ordering_provider: 'user_d1',
    diagnoses: [{ id: 'diag_1', code: 'D64.9', description: 'Anaemia, unspecified' }],
    scripts: [{ id: 'scrt_1', name: 'CBC', description: 'With differential' }],
    order_details: 'Fasting',
    comments: [],
    reviews: [],
    status_history: [{ status: 'draft', changed_by: 'user_d1', changed_at: AT }],
    created_by: 'user_d1',
    created_at: AT,
    last_updated_at: AT,
    ...change,
  };
}

/** A form (section 2.2). */
export function rawForm(change: Json = {}): Record<string, unknown> {
  return {
    id: 'form_1',
    object: 'form',
    name: 'Intake',
    description: '',
    published_version: '',
    latest_version: '',
    has_unpublished_changes: false,
    usable_by: {
      usable_by_all: true,
      usable_by: { medical_centers: [], specializations: [], peer_groups: [], individuals: [] },
    },
    request_completion_from: [],
    created_by: 'user_d1',
    created_at: AT,
    last_updated_at: AT,
    ...change,
  };
}

/** A notification (section 2.4). */
export function rawNotification(change: Json = {}): Record<string, unknown> {
  return {
    id: 'notf_1',
    object: 'notification',
    user: 'user_d1',
    title: 'New message',
    text: 'You have a new message',
    read: false,
    buttons: [{ link: '/messages?id=mesg_1', title: 'Open' }],
    props: { object: 'message', id: 'mesg_1' },
    created_by: 'system',
    created_at: '2026-03-01 09:30:00.000+00',
    ...change,
  };
}

/** The props of a notification about an appointment (section 2.4). */
export function rawAppointment(change: Json = {}): Record<string, unknown> {
  return {
    id: 'appt_1',
    object: 'appointment',
    host: 'user_d1',
    name: 'Follow-up visit',
    description: 'Please arrive early.',
    account: 'acct_1',
    appointment_type: 'aptp_1',
    group: false,
    internal: true,
    start_time: '2026-03-05T14:00:00.000Z',
    end_time: '2026-03-05T14:30:00.000Z',
    actual_start_time: '2026-03-05T14:04:00.000Z',
    actual_end_time: null,
    created_by: 'user_d2',
    created_at: AT,
    last_updated_at: '2026-03-02T09:30:00.000Z',
    location: { city: 'Riverside', line1: '12 Elm Street', line2: null, state: 'CA', postal_code: '92501' },
    attendees: [
      {
        id: 1044,
        account: 'acct_1',
        no_show: false,
        attendee: 'user_p1',
        appointment: 'appt_1',
        payment_status: 'unpaid',
        attendance_status: 'confirmed',
        last_updated_at: '2026-03-02T09:30:00.000Z',
      },
    ],
    video_call: { join_url: 'https://video.invalid/j/1', meeting_id: 'm1' },
    status_history: [
      {
        id: 7,
        parent: 'appt_1',
        status: 'scheduled',
        changed_at: AT,
        changed_by: 'user_d2',
        parent_type: null,
      },
    ],
    interaction_type: 'video',
    visit_note: 'note_1',
    generated_from: null,
    generated_from_type: null,
    insurance_claim: null,
    charged_externally: null,
    recurrence_rules: ['FREQ=WEEKLY'],
    reference_patients: ['user_p1'],
    ...change,
  };
}

/** A list envelope (section 2.1). */
export function rawList(data: readonly unknown[]): Record<string, unknown> {
  return { object: 'list', data };
}

/** A response body as it arrives. */
export function toBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Raw requisitions that differ only in their ids: `req_0` and so on. */
export function rawRequisitions(count: number, from = 0): readonly ReturnType<typeof rawRequisition>[] {
  return Array.from({ length: count }, (_none, n) => rawRequisition({ id: `req_${from + n}` }));
}

/** A time as the service writes it. */
export function formatServiceTime(time: number): string {
  return new Date(time).toISOString();
}

/** The status history of a requisition that has had one status since a time. */
export function inStatus(status: string, since: number = NOON): Record<string, unknown> {
  return {
    status_history: [{ status, changed_by: 'user_provider01', changed_at: formatServiceTime(since) }],
  };
}

/** The reviews of a requisition of which one is open. */
export function reviewAsked({
  reviewer = 'user_provider01',
  deadline = null,
}: {
  reviewer?: string;
  deadline?: number | null;
} = {}): Record<string, unknown> {
  const asked = { status: 'requested', requested_by: 'user_provider01', reviewer, reviewed_at: null };
  const review_deadline = deadline === null ? null : formatServiceTime(deadline);
  return { reviews: [{ ...asked, requested_at: formatServiceTime(NOON), review_deadline }] };
}

/** A requisition that was sent to its facility at noon. */
export function sentOrder(change: Json = {}): Record<string, unknown> {
  return rawRequisition({
    id: 'req_1',
    patient: 'user_patient0001',
    service_facility: 'fac_central01',
    ordering_provider: 'user_provider01',
    diagnoses: [],
    scripts: [],
    order_details: '',
    created_by: 'user_provider01',
    created_at: formatServiceTime(NOON),
    last_updated_at: formatServiceTime(NOON),
    ...inStatus('sent'),
    ...change,
  });
}

/** This many of them, the newest first: `req_0`, named `Requisition 0`, and so on. */
export function sentOrders(count: number): readonly ReturnType<typeof sentOrder>[] {
  return Array.from({ length: count }, (_none, n) =>
    sentOrder({
      id: `req_${n}`,
      name: `Requisition ${n}`,
      last_updated_at: formatServiceTime(NOON - n * 1000),
    }),
  );
}

/** A form that patients see. */
export function publishedForm(change: Json = {}): Record<string, unknown> {
  return rawForm({
    description: 'Before the first visit.',
    published_version: 'fver_1',
    latest_version: 'fver_1',
    created_by: 'user_provider01',
    created_at: formatServiceTime(NOON),
    last_updated_at: formatServiceTime(NOON),
    ...change,
  });
}

/** A visit at noon with a patient and its host, half an hour long. */
export function rawVisit(change: Json = {}): Record<string, unknown> {
  const attendee = {
    account: null,
    no_show: false,
    appointment: 'appt_1',
    last_updated_at: formatServiceTime(NOON),
  };
  return rawAppointment({
    host: 'user_provider01',
    internal: false,
    description: 'Blood pressure',
    start_time: formatServiceTime(NOON),
    end_time: formatServiceTime(NOON + 1_800_000),
    actual_start_time: null,
    created_by: 'user_clerk001',
    created_at: formatServiceTime(NOON),
    last_updated_at: formatServiceTime(NOON),
    location: { city: 'Springfield', line1: '1 Main Street', line2: '', state: 'IL', postal_code: '62701' },
    attendees: [
      {
        ...attendee,
        id: 1,
        attendee: 'user_patient0001',
        payment_status: 'unpaid',
        attendance_status: 'confirmed',
      },
    ],
    video_call: { join_url: '', meeting_id: '' },
    visit_note: null,
    recurrence_rules: [],
    reference_patients: [],
    ...change,
  });
}

/** An unread notification about an appointment. */
export function visitNotification(change: Json = {}, visit: Json = {}): Record<string, unknown> {
  return rawNotification({
    user: 'user_me',
    title: 'New appointment',
    text: 'An appointment was booked.',
    buttons: [],
    props: rawVisit(visit),
    created_at: formatServiceTime(NOON),
    ...change,
  });
}

/** What a provider orders. */
export const NEW_ORDER = {
  operation: 'requisitions.create',
  data: { patient: 'user_p1', type: 'lab', ordering_provider: 'user_d1', name: 'Lipid panel' },
} as const;

/** Who may use a form, as the service writes it. */
export function usableBy(
  all: boolean,
  sets: {
    readonly medical_centers?: readonly string[];
    readonly specializations?: readonly string[];
    readonly peer_groups?: readonly string[];
    readonly individuals?: readonly string[];
  } = {},
) {
  const empty = { medical_centers: [], specializations: [], peer_groups: [], individuals: [] };
  return { usable_by_all: all, usable_by: { ...empty, ...sets } };
}

/** A request to complete a form, as the service writes it. */
export function rawRequest(patient: string, requestedAt: string, requestedBy = 'user_d1') {
  return { patient, requested_by: requestedBy, requested_at: requestedAt };
}
