/** Valid resources as the service sends them, each with room for one change. */
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

/** A list envelope (section 2.1). */
export function rawList(data: readonly unknown[]): Record<string, unknown> {
  return { object: 'list', data };
}

/** A body as it arrives. */
export function bytesOf(value: unknown): Uint8Array {
  return new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Raw requisitions that differ in their ids alone: `req_0` and so on. */
export function rawRequisitions(count: number, from = 0): readonly ReturnType<typeof rawRequisition>[] {
  return Array.from({ length: count }, (_none, n) => rawRequisition({ id: `req_${from + n}` }));
}
