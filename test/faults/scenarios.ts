import type { RandomGenerator } from '#main/base/random.ts';
import type { FaultAction } from '#main/demo/faults.ts';
import type { DemoServer } from '#main/demo/server.ts';
import { changeAsOtherClient } from '../support/clinic.ts';

/**
 * One fault scenario of a server or a network: how it begins. It ends when the faults are cleared and the
 * lists work again.
 */
export interface Scenario {
  readonly name: string;
  readonly begin: (clinic: DemoServer, random: RandomGenerator) => void;
}

const LISTS = /^\/v2\/(forms|requisitions|notifications)\?/;

/** Applies to about this many of a hundred requests, chosen at random. */
function often(clinic: DemoServer, random: RandomGenerator, percent: number, action: FaultAction): void {
  for (let request = 0; request < 400; request++) {
    if (random.fraction() * 100 < percent) clinic.faults.add({ match: { skip: request, times: 1 }, action });
  }
}

function always(
  name: string,
  action: FaultAction,
  match: { readonly method?: string; readonly path?: RegExp } = {},
): Scenario {
  return { name, begin: (clinic) => clinic.faults.add({ match, action }) };
}

function sometimes(name: string, percent: number, action: FaultAction): Scenario {
  return { name, begin: (clinic, random) => often(clinic, random, percent, action) };
}

function listing(name: string, behaviour: Partial<DemoServer['listing']>): Scenario {
  return {
    name,
    begin: (clinic) => {
      clinic.listing = { ...clinic.listing, ...behaviour };
    },
  };
}

/** Changes the collection whenever one of its pages is returned. */
function whilePaged(name: string, change: (clinic: DemoServer, turn: number) => Promise<unknown>): Scenario {
  return {
    name,
    begin: (clinic) => {
      clinic.listing = { ...clinic.listing, limitCap: 7 };
      let turn = 0;
      const body = (parsed: unknown): unknown => {
        if (++turn <= 12) void change(clinic, turn).catch(() => null);
        return parsed;
      };
      clinic.faults.add({
        match: { method: 'GET', path: LISTS, times: 60 },
        action: { kind: 'replace', body },
      });
    },
  };
}

function twice(parsed: unknown): unknown {
  const { data } = parsed as { data: readonly unknown[] }; // every list has data
  return {
    object: 'list',
    data: data.flatMap((resource, place) => (place % 3 === 0 ? [resource, resource] : [resource])),
  };
}

function formIds(clinic: DemoServer): string[] {
  return [...clinic.listResources('form')].map(({ id }) => String(id));
}

const HTML = '<!doctype html><title>Sign in to this network</title>';
const AN_HOUR_ON = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toUTCString();

/** Every fault scenario that Intray has to tolerate. */
export const SCENARIOS: readonly Scenario[] = [
  listing('caps the limit at seven', { order: 'updated-desc', limitCap: 7 }),
  listing('ignores the limit', { order: 'updated-desc', ignoreLimit: true }),
  listing('lists the newest created first', { order: 'created-desc', limitCap: 9 }),
  listing('lists by id', { order: 'id', limitCap: 9 }),
  listing('lists in a new random order each time', { order: 'random', limitCap: 11 }),
  listing('sends entity tags', { order: 'updated-desc', etagSupport: true }),
  whilePaged('inserts while paged', (clinic, turn) =>
    changeAsOtherClient(clinic, '/v2/forms', { name: `Inserted ${turn}` }),
  ),
  whilePaged('deletes while paged', async (clinic, turn) => {
    const inserted = await changeAsOtherClient(clinic, '/v2/forms', { name: `Passing ${turn}` });
    await changeAsOtherClient(clinic, `/v2/forms/${encodeURIComponent(inserted.id)}`, null, 'DELETE');
  }),
  whilePaged('changes while paged', async (clinic, turn) => {
    const ids = formIds(clinic);
    await changeAsOtherClient(clinic, `/v2/forms/${encodeURIComponent(ids[turn % ids.length] ?? '')}`, {
      has_unpublished_changes: turn % 2 === 0,
    });
  }),
  always('repeats ids', { kind: 'replace', body: twice }, { method: 'GET', path: LISTS }),
  sometimes('asks for a pause in seconds', 20, {
    kind: 'answer',
    status: 429,
    headers: { 'retry-after': '1' },
  }),
  sometimes('asks for a pause until a date', 20, {
    kind: 'answer',
    status: 429,
    headers: { 'retry-after': AN_HOUR_ON(0) },
  }),
  sometimes('asks for a pause without saying how long', 20, { kind: 'answer', status: 429 }),
  sometimes('asks for a pause of nonsense', 10, {
    kind: 'answer',
    status: 429,
    headers: { 'retry-after': '-5' },
  }),
  sometimes('fails three times in ten', 30, { kind: 'answer', status: 503 }),
  sometimes('fails after it has done the work', 30, { kind: 'answer', status: 500, after: true }),
  sometimes('closes before it has done the work', 30, { kind: 'close' }),
  sometimes('closes after it has done the work', 30, { kind: 'close', after: true }),
  sometimes('stalls', 8, { kind: 'stall' }),
  sometimes('stalls after it has done the work', 8, { kind: 'stall', after: true }),
  sometimes('trickles', 30, { kind: 'trickle', bytes: 2_000, everyMs: 2 }),
  sometimes('cuts answers in their middle', 30, { kind: 'truncate', keepBytes: 150 }),
  sometimes('answers a page for a browser', 30, { kind: 'answer', status: 200, body: HTML }),
  always('answers a page for a browser everywhere', { kind: 'answer', status: 200, body: HTML }),
  sometimes('redirects to another host', 30, {
    kind: 'answer',
    status: 302,
    headers: { location: 'http://127.0.0.1:9/stolen' },
  }),
  sometimes('ends the token on the way', 15, { kind: 'answer', status: 401 }),
  always('refuses expired tokens with a 403', { kind: 'answer', status: 403 }),
  always(
    'forbids some records',
    { kind: 'answer', status: 403 },
    { path: /\/v2\/\w+\/[^/?]*[0-4a-f][/?]?$/ },
  ),
  always('lies in its Date header by twenty minutes', { kind: 'date', value: AN_HOUR_ON(20) }),
  always('is twenty minutes behind in its Date header', { kind: 'date', value: AN_HOUR_ON(-20) }),
  always('tells no Date', { kind: 'date', value: null }),
];
