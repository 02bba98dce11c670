import type { Clinic } from '../clinic.ts';
import type { Choices } from '../dialect/points.ts';

/** A request that cannot be served: the status of the response, and a message. */
export class ServiceProblem extends Error {
  override readonly name = 'ServiceProblem';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function badRequest(message: string): ServiceProblem {
  return new ServiceProblem(400, message);
}

/** Returns the error for a record that this user may not see (section 5 does not say what tokens permit). */
export function forbidden(status: number): ServiceProblem {
  return status === 404 ? notFound('record') : new ServiceProblem(status, 'This account may not see that.');
}

export function notFound(kind: string): ServiceProblem {
  return new ServiceProblem(404, `There is no such ${kind}.`);
}

/** A response before delivery: faults may still change it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const TEXT_TYPE = 'text/plain; charset=utf-8';

/** Returns a response in JSON. `json` is already text. */
export function jsonAnswer(status: number, json: string | Buffer): Answer {
  return { status, headers: { 'content-type': JSON_TYPE }, body: Buffer.from(json) };
}

/** Returns the body of an error. Its shape is not in the service's document (section 7). */
function problemBody(status: number, message: string, shape: Choices['errorBody']): Answer {
  switch (shape) {
    case 'message':
      return jsonAnswer(status, JSON.stringify({ object: 'error', message }));
    case 'nested':
      return jsonAnswer(status, JSON.stringify({ error: { code: `E${status}`, message } }));
    case 'list':
      return jsonAnswer(status, JSON.stringify({ errors: [{ detail: message }] }));
    case 'text':
      return { status, headers: { 'content-type': TEXT_TYPE }, body: Buffer.from(message) };
  }
}

type ErrorChoices = Pick<Choices, 'errorBody' | 'refusedStatus'>;

/** Returns the response for a problem: its status and message in the shape of the dialect. */
export function problemAnswer({ status, message }: ServiceProblem, choices: ErrorChoices): Answer {
  return problemBody(status === 400 ? Number(choices.refusedStatus) : status, message, choices.errorBody);
}

/** Returns an error response with exactly this status, in the shape of the dialect. */
export function errorAnswer(status: number, message: string, choices: ErrorChoices): Answer {
  return problemBody(status, message, choices.errorBody);
}

/** Returns the list envelope of the service's document, section 2.1, as text. */
export function listEnvelope(resources: readonly object[]): string {
  return JSON.stringify({ object: 'list', data: resources });
}

/** Returns the delete envelope of section 2.1, as text. */
export function deleteEnvelope(id: string, object: string): string {
  return JSON.stringify({ id, object, delete: true });
}

/** The result of an endpoint: status and body of the response, and the created or changed record. */
export interface Served {
  readonly status: number;
  readonly json: string | Buffer;
  readonly id: string;
}

interface Resource {
  readonly id: string;
  readonly object: string;
}

const ACCEPTED = 202;

function idOnly({ id, object }: Resource): Served {
  return { status: ACCEPTED, json: JSON.stringify({ id, object }), id };
}

/** Returns the response of a GET. */
export function readAnswer(clinic: Clinic, resource: Resource): Served {
  return { status: 200, json: JSON.stringify(clinic.toWire(resource)), id: resource.id };
}

/** Returns the response of a create; the dialect decides when lists show the resource. */
export function createdAnswer(clinic: Clinic, resource: Resource): Served {
  clinic.access.noteCreated(resource.id);
  const { createdAnswer: how } = clinic.choices;
  if (how === '202-id') return idOnly(resource);
  return { ...readAnswer(clinic, resource), status: Number(how) };
}

/** Returns the response of an update; `before` is the previous resource. */
export function updatedAnswer(clinic: Clinic, before: Resource, after: Resource): Served {
  const { updatedAnswer: how } = clinic.choices;
  if (how === '202-id') return idOnly(after);
  return readAnswer(clinic, how === 'before' ? before : after);
}
