import type { DemoClinicState } from '../clinic.ts';
import {
  readBooleanField,
  createListReader,
  createObjectReader,
  readRequestBody,
  type ValueReader,
  readTextField,
} from '../http/fields.ts';
import { normalizeStoredText } from '../dialect/text.ts';
import type { DialectChoices } from '../dialect/unspecified-points.ts';
import { type Findable, getAccessibleRecordOrThrow } from './notifications.ts';
import type { CompletionRequest, DemoForm, DemoUsableBy } from '../resources.ts';
import { USABLE_BY_ALL } from '../seed/forms.ts';
import { formatIsoTime } from '../timestamps.ts';

const identifierList = createListReader(readTextField);
const usableByBody = createObjectReader(
  { usable_by_all: readBooleanField },
  {
    usable_by: createObjectReader(
      {},
      {
        medical_centers: identifierList,
        specializations: identifierList,
        peer_groups: identifierList,
        individuals: identifierList,
      },
    ),
  },
);
const readUsableBy: ValueReader<DemoUsableBy> = (value, name) => {
  const { usable_by_all, usable_by = {} } = usableByBody(value, name);
  return { usable_by_all, usable_by: { ...USABLE_BY_ALL.usable_by, ...usable_by } };
};

/** Reads a time in the form in which the dialect's records have it: epoch milliseconds become ISO 8601. */
function createRequestTimeReader(times: DialectChoices['times']): ValueReader<string> {
  return (value, name) =>
    times === 'numbers' && Number.isSafeInteger(value)
      ? formatIsoTime(Number(value))
      : readTextField(value, name);
}

const createCompletionRequestReader = ({ times }: DialectChoices) =>
  createObjectReader(
    { patient: readTextField },
    { requested_by: readTextField, requested_at: createRequestTimeReader(times) },
  );
type CompletionRequestBody = ReturnType<ReturnType<typeof createCompletionRequestReader>>;

/**
 * The document calls the update attribute an object and the field an array of objects, and shows no element.
 * So both are accepted: an array replaces the whole list, one object adds that patient.
 */
type CompletionRequestsBody =
  | { readonly whole: readonly CompletionRequestBody[] }
  | { readonly added: CompletionRequestBody };
function createCompletionRequestsReader(choices: DialectChoices): ValueReader<CompletionRequestsBody> {
  const completionRequest = createCompletionRequestReader(choices);
  return (value, name) =>
    Array.isArray(value)
      ? { whole: createListReader(completionRequest)(value, name) }
      : { added: completionRequest(value, name) };
}

const newForm = createObjectReader(
  { name: readTextField },
  { description: readTextField, usable_by: readUsableBy },
);
const createFormUpdateReader = (choices: DialectChoices) =>
  createObjectReader(
    {},
    {
      name: readTextField,
      description: readTextField,
      has_unpublished_changes: readBooleanField,
      usable_by: readUsableBy,
      request_completion_from: createCompletionRequestsReader(choices),
    },
  );
const emptyBody = createObjectReader({}, {});

/** Returns the form as it is, or as one sort of reads shows it, or throws a 404. */
export function getFormOrThrowNotFound(
  clinic: DemoClinicState,
  id: string,
  records: Findable<DemoForm> = clinic.forms,
): DemoForm {
  return getAccessibleRecordOrThrow(clinic, records, id, 'form');
}

/** `POST /v2/forms`, section 4.1: usable by all by default, without versions and requests. */
export function createFormInClinic(clinic: DemoClinicState, body: unknown): DemoForm {
  const {
    name,
    description = '',
    usable_by = USABLE_BY_ALL,
  } = storeTexts(clinic, readRequestBody(newForm, body));
  const now = clinic.now();
  const form: DemoForm = {
    id: clinic.newId('form_'),
    object: 'form',
    name,
    description,
    published_version: '',
    latest_version: '',
    has_unpublished_changes: false,
    usable_by,
    request_completion_from: [],
    created_by: clinic.seedData.userId,
    created_at: now,
    last_updated_at: now,
  };
  clinic.forms.create(form);
  clinic.noteSentFields(form.id, body);
  return form;
}

/**
 * `POST /v2/forms/:id`: supplied fields are applied, all others stay. In some dialects an edit of the content sets
 * `has_unpublished_changes` unless it is supplied.
 */
export function updateFormInClinic(clinic: DemoClinicState, id: string, body: unknown): DemoForm {
  const form = getFormOrThrowNotFound(clinic, id);
  const { request_completion_from: requests, ...supplied } = storeTexts(
    clinic,
    readRequestBody(createFormUpdateReader(clinic.choices), body),
  );
  clinic.noteSentFields(id, body);
  const isEdited = supplied.name !== undefined || supplied.description !== undefined;
  return save(clinic, {
    ...form,
    ...(isEdited && clinic.choices.formEdits === 'marked' && { has_unpublished_changes: true }),
    ...supplied,
    request_completion_from:
      requests === undefined ? form.request_completion_from : mergeRequests(clinic, form, requests),
  });
}

/**
 * `POST /v2/forms/:id/publish`, section 3: the latest version becomes the published one and a copy of it the
 * latest. A form that was only created has an unpublished version that its fields do not name; that one is
 * published.
 */
export function publishFormInClinic(clinic: DemoClinicState, id: string, body: unknown): DemoForm {
  const form = getFormOrThrowNotFound(clinic, id);
  readRequestBody(emptyBody, body);
  return save(clinic, {
    ...form,
    published_version: form.latest_version || clinic.newId('fver_'),
    latest_version: clinic.newId('fver_'),
    has_unpublished_changes: false,
  });
}

/** Deletes a form: `DELETE /v2/forms/:id`. */
export function deleteFormInClinic(clinic: DemoClinicState, id: string): void {
  getFormOrThrowNotFound(clinic, id);
  clinic.forms.remove(id);
  clinic.access.noteDeleted(id);
}

/**
 * Completes a form for a patient, whose request is removed (section 2.2, rule 2). Returns false where there
 * was no request.
 */
export function completeForm(clinic: DemoClinicState, id: string, patient: string): boolean {
  const form = clinic.forms.find(id);
  if (form === undefined) return false;
  const remaining = form.request_completion_from.filter((request) => request.patient !== patient);
  if (remaining.length === form.request_completion_from.length) return false;
  save(clinic, { ...form, request_completion_from: remaining }, clinic.choices.completionMoves === 'moved');
  return true;
}

interface FormTexts {
  readonly name?: string;
  readonly description?: string;
}

function storeTexts<Supplied extends FormTexts>(clinic: DemoClinicState, supplied: Supplied): Supplied {
  const toStoredText = (text: string): string => normalizeStoredText(text, clinic.choices.storedText);
  return {
    ...supplied,
    ...(supplied.name !== undefined && { name: toStoredText(supplied.name) }),
    ...(supplied.description !== undefined && { description: toStoredText(supplied.description) }),
  };
}

function save(clinic: DemoClinicState, form: DemoForm, moves = true): DemoForm {
  const saved = moves ? { ...form, last_updated_at: clinic.now() } : form;
  clinic.forms.replace(saved, moves);
  return saved;
}

/**
 * Returns the requests with one per patient: the last one is used. A patient who was asked before keeps the
 * earlier requester and time; in some dialects every request of the list has the time of this change.
 */
function mergeRequests(
  clinic: DemoClinicState,
  form: DemoForm,
  requests: CompletionRequestsBody,
): CompletionRequest[] {
  const known = new Map(form.request_completion_from.map((request) => [request.patient, request]));
  const sent = 'whole' in requests ? requests.whole : [...form.request_completion_from, requests.added];
  const byPatient = new Map(sent.map((request) => [request.patient, request]));
  const { requestStamps } = clinic.choices;
  const now = clinic.now();
  return [...byPatient.values()].map(({ patient, ...stamps }) => ({
    requested_by: clinic.seedData.userId,
    requested_at: now,
    ...known.get(patient),
    ...(requestStamps === 'as-sent' && stamps),
    ...(requestStamps === 'renewed' && { requested_at: now }),
    patient,
  }));
}
