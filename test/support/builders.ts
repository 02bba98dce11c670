/** Valid resources as the service sends them, each accepting overrides. */
type Json = Readonly<Record<string, unknown>>;

const AT = '2026-03-01T09:30:00.000Z';

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
