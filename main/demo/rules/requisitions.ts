import type { DemoClinicState } from '../clinic.ts';
import { normalizeStoredText } from '../dialect/text.ts';
import { EXTRA_ENTRY_FIELD_NAME } from '../dialect/wire.ts';
import {
  readBooleanField,
  createListReader,
  createObjectReader,
  createEnumReader,
  readRequestBody,
  readTextField,
} from '../http/fields.ts';
import {
  type Diagnosis,
  createRequisitionLongTextFields,
  type DemoRequisition,
  REQUISITION_LONG_TEXT_FIELDS,
  DEMO_REQUISITION_TYPES,
  type Script,
} from '../resources.ts';
import { type Findable, getAccessibleRecordOrThrow } from './notifications.ts';
import { reviewBodyReader, applyReviewToHistory } from './reviews.ts';

const diagnosisBody = createObjectReader(
  {},
  {
    id: readTextField,
    code: readTextField,
    description: readTextField,
    [EXTRA_ENTRY_FIELD_NAME]: readTextField,
  },
);
const scriptBody = createObjectReader(
  {},
  {
    id: readTextField,
    name: readTextField,
    description: readTextField,
    [EXTRA_ENTRY_FIELD_NAME]: readTextField,
  },
);

const CONTENT = {
  name: readTextField,
  share_with_patient: readBooleanField,
  service_facility: readTextField,
  diagnoses: createListReader(diagnosisBody),
  scripts: createListReader(scriptBody),
  ...createRequisitionLongTextFields(() => readTextField),
  review: reviewBodyReader,
};
const newRequisition = createObjectReader(
  {
    patient: readTextField,
    type: createEnumReader(DEMO_REQUISITION_TYPES),
    ordering_provider: readTextField,
  },
  CONTENT,
);
const requisitionUpdate = createObjectReader({}, { ...CONTENT, ordering_provider: readTextField });

/** Returns the requisition as it is, or as one sort of reads shows it, or throws a 404. */
export function getRequisitionOrThrowNotFound(
  clinic: DemoClinicState,
  id: string,
  records: Findable<DemoRequisition> = clinic.requisitions,
): DemoRequisition {
  return getAccessibleRecordOrThrow(clinic, records, id, 'requisition');
}

/** `POST /v2/requisitions`, section 4.2: a draft, without result and comments. */
export function createRequisitionInClinic(clinic: DemoClinicState, body: unknown): DemoRequisition {
  const { review, diagnoses = [], scripts = [], ...supplied } = readRequestBody(newRequisition, body);
  const now = clinic.now();
  const createdBy = clinic.seedData.userId;
  const addsReview = clinic.choices.reviewOnCreate === 'added';
  const requisition: DemoRequisition = {
    id: clinic.newId('req_'),
    object: 'requisition',
    name: '',
    share_with_patient: false,
    requisition_result: null,
    service_facility: '',
    ...createRequisitionLongTextFields(() => ''),
    ...storeTexts(clinic, supplied),
    diagnoses: addDiagnosisIds(clinic, diagnoses),
    scripts: addScriptIds(clinic, scripts),
    comments: [],
    reviews: review === undefined || !addsReview ? [] : applyReviewToHistory(clinic, [], review),
    status_history: [{ status: 'draft', changed_by: createdBy, changed_at: now }],
    created_by: createdBy,
    created_at: now,
    last_updated_at: now,
  };
  clinic.requisitions.create(requisition);
  clinic.noteSentFields(requisition.id, body);
  return requisition;
}

/** `POST /v2/requisitions/:id`: supplied fields are applied; `type` and `patient` are refused. */
export function updateRequisitionInClinic(
  clinic: DemoClinicState,
  id: string,
  body: unknown,
): DemoRequisition {
  const requisition = getRequisitionOrThrowNotFound(clinic, id);
  const { review, diagnoses, scripts, ...supplied } = readRequestBody(requisitionUpdate, body);
  clinic.noteSentFields(id, body);
  const isReviewAlone =
    review !== undefined &&
    [diagnoses, scripts, ...Object.values(supplied)].every((one) => one === undefined);
  const updated = {
    ...requisition,
    ...storeTexts(clinic, supplied),
    diagnoses: diagnoses === undefined ? requisition.diagnoses : addDiagnosisIds(clinic, diagnoses),
    scripts: scripts === undefined ? requisition.scripts : addScriptIds(clinic, scripts),
    reviews:
      review === undefined ? requisition.reviews : applyReviewToHistory(clinic, requisition.reviews, review),
  };
  return storeChangedRequisition(clinic, updated, !isReviewAlone || clinic.choices.reviewMoves === 'moved');
}

/** Adds a comment of another user to a requisition; the service's document has no request for it. */
export function addCommentOfOtherUser(clinic: DemoClinicState, id: string, comment: string): void {
  const requisition = getRequisitionOrThrowNotFound(clinic, id);
  const added = {
    id: clinic.newId('cmmt_'),
    object: 'comment' as const,
    requisition: id,
    comment,
    created_by: requisition.ordering_provider,
    created_at: clinic.now(),
  };
  const comments = [...requisition.comments, added];
  storeChangedRequisition(clinic, { ...requisition, comments }, clinic.choices.commentMoves === 'moved');
}

/**
 * Stores a changed requisition, with a new timestamp and moved to the front unless it does not count as
 * updated.
 */
export function storeChangedRequisition(
  clinic: DemoClinicState,
  requisition: DemoRequisition,
  moves = true,
): DemoRequisition {
  const saved = moves ? { ...requisition, last_updated_at: clinic.now() } : requisition;
  clinic.requisitions.replace(saved, moves);
  return saved;
}

const TEXTS = ['name', ...REQUISITION_LONG_TEXT_FIELDS] as const;

function storeTexts<Supplied extends { readonly [Name in (typeof TEXTS)[number]]?: string }>(
  clinic: DemoClinicState,
  supplied: Supplied,
): Supplied {
  const stored = TEXTS.flatMap((name) => {
    const text = supplied[name];
    return text === undefined ? [] : [[name, normalizeStoredText(text, clinic.choices.storedText)]];
  });
  return { ...supplied, ...(Object.fromEntries(stored) as Partial<Supplied>) }; // The texts keep their names.
}

function toEntryId(clinic: DemoClinicState, sent: string | undefined, prefix: string): string {
  return sent === undefined || clinic.choices.entryIds === 'new' ? clinic.newId(prefix) : sent;
}

/** Returns the diagnoses with identifiers (section 2.3): the one that was sent, or a new one. */
function addDiagnosisIds(clinic: DemoClinicState, sent: readonly Partial<Diagnosis>[]): Diagnosis[] {
  return sent.map(({ id, code = '', description = '' }) => ({
    id: toEntryId(clinic, id, 'diag_'),
    code: normalizeStoredText(code, clinic.choices.storedText),
    description: normalizeStoredText(description, clinic.choices.storedText),
  }));
}

/** Returns the scripts, each with its identifier: the one that was sent, or a new one. */
function addScriptIds(clinic: DemoClinicState, sent: readonly Partial<Script>[]): Script[] {
  return sent.map(({ id, name = '', description = '' }) => ({
    id: toEntryId(clinic, id, 'scrt_'),
    name: normalizeStoredText(name, clinic.choices.storedText),
    description: normalizeStoredText(description, clinic.choices.storedText),
  }));
}
