import type { Clinic } from '../clinic.ts';

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
