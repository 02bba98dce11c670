import type { Clinic } from '../clinic.ts';
import { forbidden, notFound, ServiceProblem } from '../problem.ts';

interface Findable<Full> {
  find(id: string): Full | undefined;
}

/** The record, or the status of the dialect for what is not there, not there any more, or not for this user. */
export function findIn<Full>(clinic: Clinic, records: Findable<Full>, id: string, kind: string): Full {
  const { access, choices } = clinic;
  const record = records.find(id);
  if (record !== undefined && access.isForbidden(id)) throw forbidden(Number(choices.forbiddenStatus));
  if (record !== undefined) return record;
  if (access.isDeleted(id) && choices.deletedStatus === '410')
    throw new ServiceProblem(410, `The ${kind} is gone.`);
  throw notFound(kind);
}
