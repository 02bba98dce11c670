import type { Kind } from '#contract/records.ts';
import type { DemoServer } from '#main/demo/server.ts';

/** A resource as the service sends it. */
export type RawRecord = Readonly<Record<string, unknown>> & { readonly id: string };

/** The path of the list of each kind. */
export const LIST_PATHS: Readonly<Record<Kind, string>> = {
  form: '/v2/forms',
  requisition: '/v2/requisitions',
  notification: '/v2/notifications',
};

/** Raw resources of a kind as the service has them, by id. */
export function getServiceRecords(clinic: DemoServer, kind: Kind): ReadonlyMap<string, RawRecord> {
  return new Map(
    [...clinic.listResources(kind)].map((resource) => [String(resource['id']), resource as RawRecord]),
  ); // every resource has an id
}

/** The first resource of a kind that the service has. */
export function getFirstRecord(clinic: DemoServer, kind: Kind): RawRecord {
  const [first] = getServiceRecords(clinic, kind).values();
  if (first === undefined) throw new Error(`the clinic has no ${kind}`);
  return first;
}

/** The number of changes with this method and path that the service carried out. */
export function countWrites(clinic: DemoServer, method: string, path: string | RegExp): number {
  const fits = (address: string): boolean =>
    typeof path === 'string' ? address === path : path.test(address);
  return clinic.writeLog().filter((entry) => entry.method === method && fits(entry.path)).length;
}

/**
 * Returns a function that returns the read requests of a kind since its last call: the query of a list, `(id)` for a
 * single record.
 */
export function watchReads(clinic: DemoServer): (kind: Kind) => string[] {
  let seen = 0;
  return (kind) => {
    const fresh = clinic.requests().slice(seen);
    seen = clinic.requests().length;
    const list = LIST_PATHS[kind];
    const ofKind = fresh.filter(({ method, path }) => method === 'GET' && path.startsWith(list));
    return ofKind.map(({ path, query }) => (path === list ? query : `(${path.slice(list.length + 1)})`));
  };
}

/** The tokens that a clinic accepts. */
export function tokensOf({ accessToken, jwt }: Pick<DemoServer, 'accessToken' | 'jwt'>) {
  return { accessToken, jwt };
}

/** Changes a record on the service as another client would. */
export async function changeAsOtherClient(
  { baseUrl, accessToken, jwt }: DemoServer,
  path: string,
  body: object | null,
  method = 'POST',
): Promise<RawRecord> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${accessToken}`,
      'x-jwt': jwt,
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`the clinic answered ${response.status}`);
  return (await response.json()) as RawRecord; // the demo clinic returns a resource
}

/** Who is asked in a raw form, by their ids. */
export function findPatients(form: Readonly<Record<string, unknown>> | undefined): readonly string[] {
  const requests = (form?.['request_completion_from'] ?? []) as readonly { readonly patient: string }[]; // the clinic's own
  return requests.map(({ patient }) => patient).toSorted();
}
