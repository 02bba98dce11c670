import { splitUrl } from './write-log.ts';

/** Which requests a fault befalls. */
export interface FaultMatch {
  readonly method?: string;
  /** A text is the whole path without the query; a pattern is tried on path and query. */
  readonly path?: string | RegExp;
  /** How many matching requests go through first. */
  readonly skip?: number;
  /** How many are hit after that; all of them unless said. */
  readonly times?: number;
}

/**
 * What goes wrong. `after` means that the request is served first, so that only the answer is lost; unless said
 * it never reaches the service. Times are milliseconds.
 */
export type FaultAction =
  /** Any status, headers and body: refusals, redirects, HTML, nothing at all, mistyped JSON. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      /** An error in the service's own shape unless said. */
      readonly body?: string | Buffer;
      readonly after?: boolean;
    }
  /** The connection is cut. */
  | { readonly kind: 'close'; readonly after?: boolean }
  /** Nothing is ever answered. */
  | { readonly kind: 'stall'; readonly after?: boolean }
  /** The headers promise the whole body, `keepBytes` of it come, then the end, or silence. */
  | { readonly kind: 'truncate'; readonly keepBytes: number; readonly ending?: 'close' | 'hang' }
  /** The true answer under a length that is not its own. */
  | { readonly kind: 'announce'; readonly bytes: number }
  /** The true answer, so many bytes at a time. */
  | { readonly kind: 'trickle'; readonly bytes: number; readonly everyMs: number }
  /** The true answer, late. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** The true answer with another body; `body` gets the parsed JSON. */
  | { readonly kind: 'replace'; readonly body: (parsed: unknown) => unknown }
  /** Something happens at the service just before the request is served; the answer is true. */
  | { readonly kind: 'meanwhile'; readonly happens: () => void }
  /** The true answer with another Date header, or none. */
  | { readonly kind: 'date'; readonly value: string | null };

export interface Fault {
  readonly match: FaultMatch;
  readonly action: FaultAction;
}

/** What shall go wrong from now on, by the tests' word. */
export interface FaultController {
  /** The first fault that matches a request befalls it. */
  add(fault: Fault): void;
  clear(): void;
}

interface Armed extends Fault {
  skip: number;
  times: number;
}

/** The controller, and the side of it that the servers ask. */
export interface Faults extends FaultController {
  /** The fault for this request, or null. Counts. */
  take(method: string, url: string): FaultAction | null;
}

function concerns({ method, path }: FaultMatch, requested: string, url: string): boolean {
  if (method !== undefined && method !== requested) return false;
  if (path instanceof RegExp) return new RegExp(path.source, path.flags.replaceAll(/[gy]/g, '')).test(url);
  return path === undefined || path === splitUrl(url)[0];
}

/** No faults yet. */
export function createFaults(): Faults {
  const armed: Armed[] = [];
  return {
    add: ({ match, action }) => {
      armed.push({ match, action, skip: match.skip ?? 0, times: match.times ?? Infinity });
    },
    clear: () => armed.splice(0),
    take: (method, url) => {
      for (const fault of armed.filter(({ match, times }) => times > 0 && concerns(match, method, url))) {
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

/** Whether the request never reaches the service. */
export function strikesBefore(action: FaultAction): boolean {
  switch (action.kind) {
    case 'answer':
    case 'close':
    case 'stall':
      return action.after !== true;
    default:
      return false;
  }
}
