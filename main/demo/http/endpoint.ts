import type { QueryParameters } from './query.ts';
import type { EndpointResult } from './responses.ts';

/** An authenticated request, as an endpoint receives it. */
export interface EndpointCall {
  /** The `:id` of the path, empty where there is none. */
  readonly id: string;
  readonly query: QueryParameters;
  /** The parsed JSON body; undefined where there was none. */
  readonly body: unknown;
}

/** One endpoint: a line of the tables in the service's document, section 4. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** Returns what was done, or the JSON text of a list. Throws a `ServiceProblem` where the request fails. */
  readonly answer: (call: EndpointCall) => EndpointResult | Buffer;
}
