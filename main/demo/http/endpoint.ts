import type { Query } from './query.ts';
import type { Served } from './responses.ts';

/** A request that has been let in. */
export interface Call {
  /** The `:id` of the path, empty where there is none. */
  readonly id: string;
  readonly query: Query;
  /** The parsed JSON body; undefined when there was none. */
  readonly body: unknown;
}

/** One line of the tables in the service's document, section 4. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** What was done, or the JSON text of a list. Throws a `ServiceProblem` for everything that is no success. */
  readonly answer: (call: Call) => Served | Buffer;
}
