import type { Clinic } from '../clinic.ts';
import type { Choices } from '../dialect/points.ts';

/** A request that cannot be served: the status to answer with, and words for whoever reads them. */
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

/** What this user may not see (section 5 does not tell what tokens permit). */
export function forbidden(status: number): ServiceProblem {
  return status === 404 ? notFound('record') : new ServiceProblem(status, 'This account may not see that.');
}

export function notFound(kind: string): ServiceProblem {
  return new ServiceProblem(404, `There is no such ${kind}.`);
}

/** What is to be sent: faults may change it on its way out. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const TEXT_TYPE = 'text/plain; charset=utf-8';

/** An answer in JSON. `json` is text already. */
export function jsonAnswer(status: number, json: string | Buffer): Answer {
  return { status, headers: { 'content-type': JSON_TYPE }, body: Buffer.from(json) };
}

/** The shape of errors is not in the service's document (section 7). */
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

/** How a problem is told: its status and words in the shape of the dialect. */
export function problemAnswer({ status, message }: ServiceProblem, choices: ErrorChoices): Answer {
  return problemBody(status === 400 ? Number(choices.refusedStatus) : status, message, choices.errorBody);
}

/** An error of that very status, in the shape of the dialect. */
export function errorAnswer(status: number, message: string, choices: ErrorChoices): Answer {
  return problemBody(status, message, choices.errorBody);
}

/** The list envelope of the service's document, section 2.1, as text. */
export function listEnvelope(resources: readonly object[]): string {
  return JSON.stringify({ object: 'list', data: resources });
}

/** The delete envelope of section 2.1, as text. */
export function deleteEnvelope(id: string, object: string): string {
  return JSON.stringify({ id, object, delete: true });
}

/** What an endpoint did: status and body of the answer, and the record that it made or changed. */
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

/** A resource, as a GET answers it. */
export function readAnswer(clinic: Clinic, resource: Resource): Served {
  return { status: 200, json: JSON.stringify(clinic.toWire(resource)), id: resource.id };
}

/** The answer of a create; from now on the dialect says when lists show the resource. */
export function createdAnswer(clinic: Clinic, resource: Resource): Served {
  clinic.access.noteCreated(resource.id);
  const { createdAnswer: how } = clinic.choices;
  if (how === '202-id') return idOnly(resource);
  return { ...readAnswer(clinic, resource), status: Number(how) };
}

/** The answer of an update, of which `before` is the resource as it was. */
export function updatedAnswer(clinic: Clinic, before: Resource, after: Resource): Served {
  const { updatedAnswer: how } = clinic.choices;
  if (how === '202-id') return idOnly(after);
  return readAnswer(clinic, how === 'before' ? before : after);
}
