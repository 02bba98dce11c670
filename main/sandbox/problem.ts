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
