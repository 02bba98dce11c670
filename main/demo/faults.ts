import { splitRequestTarget } from './write-log.ts';

/** The requests to which a fault applies. */
export interface FaultMatch {
  readonly method?: string;
  /** A string is the whole path without the query; a pattern is matched against path and query. */
  readonly path?: string | RegExp;
  /** How many matching requests pass unchanged first. */
  readonly skip?: number;
  /** How many requests fail after that; default: all of them. */
  readonly times?: number;
}

/**
 * The kinds of faults. `after` means that the request is served first, so that only the response is lost; by
 * default it never reaches the service. Times are milliseconds.
 */
export type FaultAction =
  /** Any status, headers and body: refusals, redirects, HTML, an empty body, malformed JSON. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      /** The body of the response; default: an error in the service's own shape. */
      readonly body?: string | Buffer;
      readonly after?: boolean;
    }
  /** The connection is closed. */
  | { readonly kind: 'close'; readonly after?: boolean }
  /** No response is ever sent. */
  | { readonly kind: 'stall'; readonly after?: boolean }
  /**
   * The headers announce the whole body, but only `keepBytes` of it are sent, then the connection ends or
   * hangs.
   */
  | { readonly kind: 'truncate'; readonly keepBytes: number; readonly ending?: 'close' | 'hang' }
  /** The real response with a wrong Content-Length. */
  | { readonly kind: 'announce'; readonly bytes: number }
  /** The real response in chunks of this many bytes. */
  | { readonly kind: 'trickle'; readonly bytes: number; readonly everyMs: number }
  /** The real response, delayed. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** The real response with another body; `body` receives the parsed JSON. */
  | { readonly kind: 'replace'; readonly body: (parsed: unknown) => unknown }
  /** A change happens at the service just before the request is served; the response is real. */
  | { readonly kind: 'meanwhile'; readonly happens: () => void }
  /** The real response with another Date header, or without one. */
  | { readonly kind: 'date'; readonly value: string | null };

export interface Fault {
  readonly match: FaultMatch;
  readonly action: FaultAction;
}

/** Controls the faults from tests. */
export interface FaultController {
  /** Adds a fault. Of the faults that match a request, the first one applies. */
  add(fault: Fault): void;
  clear(): void;
}

interface ArmedFault extends Fault {
  skip: number;
  times: number;
}

/** Extends the controller that tests use by the method with which the servers take faults. */
export interface FaultInjector extends FaultController {
  /** Returns the fault for this request, or null. Counts the request. */
  takeActionFor(method: string, url: string): FaultAction | null;
}

function matchesRequest({ method, path }: FaultMatch, requested: string, url: string): boolean {
  if (method !== undefined && method !== requested) return false;
  if (path instanceof RegExp) return new RegExp(path.source, path.flags.replaceAll(/[gy]/g, '')).test(url);
  return path === undefined || path === splitRequestTarget(url)[0];
}

/** Creates a controller that has no faults yet. */
export function createFaultInjector(): FaultInjector {
  const armed: ArmedFault[] = [];
  return {
    add: ({ match, action }) => {
      armed.push({ match, action, skip: match.skip ?? 0, times: match.times ?? Infinity });
    },
    clear: () => armed.splice(0),
    takeActionFor: (method, url) => {
      for (const fault of armed.filter(
        ({ match, times }) => times > 0 && matchesRequest(match, method, url),
      )) {
        if (fault.skip === 0) {
          fault.times -= 1;
          return fault.action;
        }
        fault.skip -= 1;
      }
      return null;
    },
  };
}

/** Returns whether the request never reaches the service. */
export function preventsRequestArrival(action: FaultAction): boolean {
  switch (action.kind) {
    case 'answer':
    case 'close':
    case 'stall':
      return action.after !== true;
    default:
      return false;
  }
}
