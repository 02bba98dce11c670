import type { Clinic } from '../clinic.ts';
import { flag, listOf, objectOf, oneOf, readBody, text } from '../http/fields.ts';
import { notFound } from '../problem.ts';
import { type Diagnosis, type Requisition, REQUISITION_TYPES, type Script } from '../resources.ts';
import { reviewBody, withReview } from './reviews.ts';

const diagnosisBody = objectOf({}, { id: text, code: text, description: text });
const scriptBody = objectOf({}, { id: text, name: text, description: text });

const CONTENT = {
  name: text,
  share_with_patient: flag,
  service_facility: text,
  diagnoses: listOf(diagnosisBody),
  scripts: listOf(scriptBody),
  order_details: text,
  review: reviewBody,
};
const newRequisition = objectOf(
  { patient: text, type: oneOf(REQUISITION_TYPES), ordering_provider: text },
  CONTENT,
);
const requisitionUpdate = objectOf({}, { ...CONTENT, ordering_provider: text });

/** The requisition, or a 404. */
export function findRequisition(clinic: Clinic, id: string): Requisition {
  const requisition = clinic.requisitions.find(id);
  if (requisition === undefined) throw notFound('requisition');
  return requisition;
}

/** `POST /v2/requisitions`, section 4.2: a draft, without result and comments. */
export function createRequisition(clinic: Clinic, body: unknown): Requisition {
  const { review, diagnoses = [], scripts = [], ...supplied } = readBody(newRequisition, body);
  const now = clinic.now();
  const createdBy = clinic.world.userId;
  const requisition: Requisition = {
    id: clinic.newId('req_'),
    object: 'requisition',
    name: '',
    share_with_patient: false,
    requisition_result: null,
    service_facility: '',
    order_details: '',
    ...supplied,
    diagnoses: diagnosesWithIds(clinic, diagnoses),
    scripts: scriptsWithIds(clinic, scripts),
    comments: [],
    reviews: review === undefined ? [] : withReview(clinic, [], review),
    status_history: [{ status: 'draft', changed_by: createdBy, changed_at: now }],
    created_by: createdBy,
    created_at: now,
    last_updated_at: now,
  };
  clinic.requisitions.create(requisition);
  return requisition;
}

/** `POST /v2/requisitions/:id`: what is supplied is applied; `type` and `patient` are refused. */
export function updateRequisition(clinic: Clinic, id: string, body: unknown): Requisition {
  const requisition = findRequisition(clinic, id);
  const { review, diagnoses, scripts, ...supplied } = readBody(requisitionUpdate, body);
  return saveRequisition(clinic, {
    ...requisition,
    ...supplied,
    diagnoses: diagnoses === undefined ? requisition.diagnoses : diagnosesWithIds(clinic, diagnoses),
    scripts: scripts === undefined ? requisition.scripts : scriptsWithIds(clinic, scripts),
    reviews: review === undefined ? requisition.reviews : withReview(clinic, requisition.reviews, review),
  });
}

/** Stamps a changed requisition and puts it in place. */
export function saveRequisition(clinic: Clinic, requisition: Requisition): Requisition {
  const saved = { ...requisition, last_updated_at: clinic.now() };
  clinic.requisitions.replace(saved);
  return saved;
}

/** Each diagnosis has an identifier (section 2.3): the one that was sent along, or a new one. */
function diagnosesWithIds(clinic: Clinic, sent: readonly Partial<Diagnosis>[]): Diagnosis[] {
  return sent.map(({ id, code = '', description = '' }) => ({
    id: id ?? clinic.newId('diag_'),
    code,
    description,
  }));
}

/** The same for scripts. */
function scriptsWithIds(clinic: Clinic, sent: readonly Partial<Script>[]): Script[] {
  return sent.map(({ id, name = '', description = '' }) => ({
    id: id ?? clinic.newId('scrt_'),
    name,
    description,
  }));
}
