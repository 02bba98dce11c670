import type { DemoClinicState } from '../clinic.ts';
import type { DialectChoices } from '../dialect/unspecified-points.ts';

/** A request that cannot be served: the status of the response, a message, and headers besides those of every error. */
export class ServiceProblem extends Error {
  override readonly name = 'ServiceProblem';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

export function createBadRequestProblem(message: string): ServiceProblem {
  return new ServiceProblem(400, message);
}

/** Returns the error for a record that this user may not see (section 5 does not say what tokens permit). */
export function createForbiddenProblem(status: number): ServiceProblem {
  return status === 404
    ? createNotFoundProblem('record')
    : new ServiceProblem(status, 'This account may not see that.');
}

export function createNotFoundProblem(kind: string): ServiceProblem {
  return new ServiceProblem(404, `There is no such ${kind}.`);
}

/** A complete response that is not sent yet: a fault may still change it. */
export interface DemoResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const TEXT_TYPE = 'text/plain; charset=utf-8';

/** Returns a response in JSON. `json` is already text. */
export function createJsonResponse(status: number, json: string | Buffer): DemoResponse {
  return { status, headers: { 'content-type': JSON_TYPE }, body: Buffer.from(json) };
}

/** Returns the body of an error. Its shape is not in the service's document (section 7). */
function createProblemBody(
  status: number,
  message: string,
  shape: DialectChoices['errorBody'],
): DemoResponse {
  switch (shape) {
    case 'message':
      return createJsonResponse(status, JSON.stringify({ object: 'error', message }));
    case 'nested':
      return createJsonResponse(status, JSON.stringify({ error: { code: `E${status}`, message } }));
    case 'list':
      return createJsonResponse(status, JSON.stringify({ errors: [{ detail: message }] }));
    case 'text':
      return { status, headers: { 'content-type': TEXT_TYPE }, body: Buffer.from(message) };
  }
}

type ErrorChoices = Pick<DialectChoices, 'errorBody' | 'refusedStatus'>;

/** Returns the response for a problem: its status and message in the shape of the dialect. */
export function createErrorResponseInDialect(
  { status, message, headers }: ServiceProblem,
  choices: ErrorChoices,
): DemoResponse {
  const answer = createProblemBody(
    status === 400 ? Number(choices.refusedStatus) : status,
    message,
    choices.errorBody,
  );
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

/** Returns an error response with exactly this status, in the shape of the dialect. */
export function createErrorResponseWithStatus(
  status: number,
  message: string,
  choices: ErrorChoices,
): DemoResponse {
  return createProblemBody(status, message, choices.errorBody);
}

/** Returns the list envelope of the service's document, section 2.1, as text. */
export function serializeListEnvelope(resources: readonly object[]): string {
  return JSON.stringify({ object: 'list', data: resources });
}

/** The result of an endpoint: status and body of the response, and the created or changed record. */
export interface EndpointResult {
  readonly status: number;
  readonly json: string | Buffer;
  readonly id: string;
}

interface Resource {
  readonly id: string;
  readonly object: string;
}

const ACCEPTED = 202;
const NO_CONTENT = 204;

function toIdOnly({ id, object }: Resource): EndpointResult {
  return { status: ACCEPTED, json: JSON.stringify({ id, object }), id };
}

function toEmptyResult(id: string): EndpointResult {
  return { status: NO_CONTENT, json: '', id };
}

/** Returns the endpoint's result for a GET of one resource. */
export function createReadResult(clinic: DemoClinicState, resource: Resource): EndpointResult {
  return { status: 200, json: JSON.stringify(clinic.toWire(resource)), id: resource.id };
}

/** Returns the response of a create; the dialect decides when lists show the resource. */
export function createCreationResult(clinic: DemoClinicState, resource: Resource): EndpointResult {
  clinic.access.noteCreated(resource.id);
  const { createdAnswer: how } = clinic.choices;
  if (how === '202-id') return toIdOnly(resource);
  return { ...createReadResult(clinic, resource), status: Number(how) };
}

/** Returns the response of an update; `before` is the previous resource. */
export function createUpdateResult(
  clinic: DemoClinicState,
  before: Resource,
  after: Resource,
): EndpointResult {
  const { updatedAnswer: how } = clinic.choices;
  if (how === '202-id') return toIdOnly(after);
  if (how === '204') return toEmptyResult(after.id);
  return createReadResult(clinic, how === 'before' ? before : after);
}

/** Returns the response of a delete: the delete envelope of section 2.1, or none of the dialect. */
export function createDeletionResult(clinic: DemoClinicState, { id, object }: Resource): EndpointResult {
  if (clinic.choices.deletedAnswer === '204') return toEmptyResult(id);
  return { status: 200, json: JSON.stringify({ id, object, delete: true }), id };
}
