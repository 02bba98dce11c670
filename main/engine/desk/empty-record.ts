import type { JsonObject } from '#main/engine/service/wire/fields.ts';
import type { StoredOperation } from './protocol.ts';

/** What of a waiting write tells how its record will look. */
export type AppliedOperation = Pick<StoredOperation, 'operation' | 'data' | 'savedBy' | 'savedAt' | 'state'>;

/** The moment a write was saved, as the service writes times (service's document, section 2.1). */
export function savedTime({ savedAt }: Pick<AppliedOperation, 'savedAt'>): string {
  return new Date(savedAt).toISOString();
}

/** A form as the service makes it (section 4.1): no versions, usable by all, nobody asked to complete it. */
function emptyForm(): JsonObject {
  return {
    object: 'form',
    name: '',
    description: '',
    published_version: '',
    latest_version: '',
    has_unpublished_changes: false,
    usable_by: {
      usable_by_all: true,
      usable_by: { medical_centers: [], specializations: [], peer_groups: [], individuals: [] },
    },
    request_completion_from: [],
  };
}

/** A requisition as the service makes it (sections 2.3 and 3): a draft without result, comments and reviews. */
function emptyRequisition(create: AppliedOperation): JsonObject {
  const drafted = { status: 'draft', changed_by: create.savedBy, changed_at: savedTime(create) };
  return {
    object: 'requisition',
    type: '',
    name: '',
    patient: '',
    share_with_patient: false,
    requisition_result: null,
    service_facility: '',
    ordering_provider: '',
    diagnoses: [],
    scripts: [],
    order_details: '',
    comments: [],
    reviews: [],
    status_history: [drafted],
  };
}

/**
 * What the service's document says of a new record, before the content of the create is in it. Until the service answers, who
 * saved it made it, and then.
 */
export function emptyRecord(create: AppliedOperation): JsonObject {
  const empty = create.operation === 'forms.create' ? emptyForm() : emptyRequisition(create);
  const at = savedTime(create);
  return { ...empty, created_by: create.savedBy, created_at: at, last_updated_at: at };
}
