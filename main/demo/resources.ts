/** The resources in their form on the wire: the service's document, section 2, field by field. */

/** A form on the wire (section 2.2). */
export interface DemoForm {
  readonly id: string;
  readonly object: 'form';
  readonly name: string;
  readonly description: string;
  readonly published_version: string;
  readonly latest_version: string;
  readonly has_unpublished_changes: boolean;
  readonly usable_by: DemoUsableBy;
  readonly request_completion_from: readonly CompletionRequest[];
  readonly created_by: string;
  readonly created_at: string;
  readonly last_updated_at: string;
}

export interface DemoUsableBy {
  readonly usable_by_all: boolean;
  readonly usable_by: {
    readonly medical_centers: readonly string[];
    readonly specializations: readonly string[];
    readonly peer_groups: readonly string[];
    readonly individuals: readonly string[];
  };
}

export interface CompletionRequest {
  readonly patient: string;
  readonly requested_by: string;
  readonly requested_at: string;
}

export const DEMO_REQUISITION_TYPES = ['general', 'lab', 'imaging'] as const;
export type DemoRequisitionType = (typeof DEMO_REQUISITION_TYPES)[number];

/** The long texts of a requisition: every write takes them. */
export const REQUISITION_LONG_TEXT_FIELDS = ['order_details'] as const;
type RequisitionText = (typeof REQUISITION_LONG_TEXT_FIELDS)[number];

/** Returns an object with one value for each long text of a requisition. */
export function createRequisitionLongTextFields<Value>(
  toValue: (name: RequisitionText) => Value,
): Record<RequisitionText, Value> {
  // Object.fromEntries returns an object with any string as key, so its type is asserted; each text has an entry.
  return Object.fromEntries(REQUISITION_LONG_TEXT_FIELDS.map((name) => [name, toValue(name)])) as Record<
    RequisitionText,
    Value
  >;
}

/** A requisition on the wire (section 2.3). */
export interface DemoRequisition extends Readonly<Record<RequisitionText, string>> {
  readonly id: string;
  readonly object: 'requisition';
  readonly type: DemoRequisitionType;
  readonly name: string;
  readonly patient: string;
  readonly share_with_patient: boolean;
  readonly requisition_result: string | null;
  readonly service_facility: string;
  readonly ordering_provider: string;
  readonly diagnoses: readonly Diagnosis[];
  readonly scripts: readonly Script[];
  readonly comments: readonly Comment[];
  readonly reviews: readonly Review[];
  readonly status_history: readonly StatusChange[];
  readonly created_by: string;
  readonly created_at: string;
  readonly last_updated_at: string;
}

export interface Diagnosis {
  readonly id: string;
  readonly code: string;
  readonly description: string;
}

export interface Script {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

export interface Comment {
  readonly id: string;
  readonly object: 'comment';
  readonly requisition: string;
  readonly comment: string;
  readonly created_by: string;
  readonly created_at: string;
}

/** A review that has not been done has no `reviewed_at`, one without a deadline no `review_deadline`. */
export interface Review {
  readonly status: string;
  readonly requested_by: string;
  readonly reviewer: string;
  readonly requested_at: string;
  readonly review_deadline: string | null;
  readonly reviewed_at: string | null;
}

export interface StatusChange {
  readonly status: string;
  readonly changed_by: string;
  readonly changed_at: string;
}

/** Section 2.4. `created_at` has the form `<date> <time>.<ms>+00`. */
export interface DemoNotification {
  readonly id: string;
  readonly object: 'notification';
  readonly user: string;
  readonly title: string;
  readonly text: string;
  readonly read: boolean;
  readonly buttons: readonly NotificationButton[];
  readonly props: Readonly<Record<string, unknown>>;
  readonly created_by: string;
  readonly created_at: string;
}

export interface NotificationButton {
  readonly link: string;
  readonly title: string;
}

/** The fields that a filter or an order may use. They are cheap to generate where the whole record is not. */
export type FormOutline = Pick<DemoForm, 'id' | 'created_at'>;
export type RequisitionOutline = Pick<
  DemoRequisition,
  'id' | 'type' | 'name' | 'patient' | 'share_with_patient' | 'created_at'
>;
export type NotificationOutline = Pick<DemoNotification, 'id' | 'user' | 'created_at'>;
