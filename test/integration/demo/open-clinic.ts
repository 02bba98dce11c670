import { onTestFinished } from 'vitest';
import { type DemoServer, type DemoServerOptions, startDemoServer } from '#main/demo/server.ts';
import { type ManualClock, manualClock } from '../../support/clocks.ts';

/** A resource or an envelope; `id` is only read of resources. */
export interface Json {
  readonly id: string;
  readonly [field: string]: unknown;
}
type Kind = 'form' | 'requisition' | 'notification';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; empty when it is no JSON. */
  readonly json: Json;
}

export interface OpenClinic {
  readonly sandbox: DemoServer;
  readonly clock: ManualClock;
  get(path: string): Promise<Reply>;
  post(path: string, body: unknown): Promise<Reply>;
  remove(path: string): Promise<Reply>;
  /** The `data` of a list. */
  list(path: string): Promise<Json[]>;
  /** The first resource of a kind, in the natural order. */
  first(kind: Kind): Json;
  /** All resources of a kind, in the natural order. */
  serviceRecords(kind: Kind): Json[];
  /** Both tokens. */
  headers(): Record<string, string>;
}

/** 1 March 2026, 09:30 UTC. */
export const START = Date.UTC(2026, 2, 1, 9, 30);
const SMALL: DemoServerOptions = { seed: 7, requisitions: 60, forms: 12, notifications: 40, patients: 9 };

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json; // tests inspect the content
  } catch {
    return { id: '' };
  }
}

/** Any request, with any headers. */
export async function ask(url: string, init: RequestInit = {}): Promise<Reply> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

/** A small clinic with a stopped clock, closed when the test ends. */
export async function openClinic(options: DemoServerOptions = {}): Promise<OpenClinic> {
  const clock = manualClock(START);
  const sandbox = await startDemoServer({ ...SMALL, clock, ...options });
  onTestFinished(() => sandbox.close());
  const headers = () => ({ authorization: `Bearer ${sandbox.accessToken}`, 'x-jwt': sandbox.jwt });
  const send = (method: string, path: string, body?: string): Promise<Reply> =>
    ask(`${sandbox.baseUrl}${path}`, {
      method,
      headers: { ...headers(), ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
    });
  const serviceRecords = (kind: Kind): Json[] => [...sandbox.listResources(kind)] as Json[]; // every resource has an id
  const get = (path: string): Promise<Reply> => send('GET', path);
  return {
    sandbox,
    clock,
    headers,
    get,
    post: (path, body) => send('POST', path, JSON.stringify(body)),
    remove: (path) => send('DELETE', path),
    list: async (path) => (await get(path)).json.data as Json[], // a list envelope has an array there
    first: (kind) => {
      const [resource] = serviceRecords(kind);
      if (resource === undefined) throw new Error(`this clinic has no ${kind}`);
      return resource;
    },
    serviceRecords,
  };
}
