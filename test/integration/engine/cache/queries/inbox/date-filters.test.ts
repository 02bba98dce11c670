import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InboxSearchTerm, NotificationFilter } from '#contract/notifications.ts';
import { createSeededRandom } from '#main/base/random.ts';
import { parseTimestamp } from '#main/engine/api/parse/fields.ts';
import { howMuch } from '../../../../../faults/size.ts';
import { unwrap } from '../../../../../support/engine.ts';
import { openApp, type TestApp } from '../../../../../support/app.ts';

/** The filters of the service's document, section 4.3, applied by the service and by Intray. */
const NOTIFICATIONS = howMuch(1_500, 20_000);
const BOUNDARIES = howMuch(12, 500);
const PAGE = 500;

/** Minutes east of UTC, and how a time is written there. */
const ZONES = [0, 120, -300, 345, -570, 840];

let app: TestApp;
let moments: readonly number[] = [];
beforeAll(async () => {
  app = await openApp({ seed: 17, requisitions: 20, forms: 0, notifications: NOTIFICATIONS });
  await app.sync({ kinds: ['notification'] });
  moments = [...app.clinic.listResources('notification')].map(
    ({ created_at }) => parseTimestamp(String(created_at)) ?? Number.NaN,
  );
}, 300_000);
afterAll(() => app.close());

/** A time in a zone's local notation, with that zone; some with more digits than milliseconds. */
function written(at: number, turn: number): string {
  const east = ZONES[turn % ZONES.length] ?? 0;
  const clock = new Date(at + east * 60_000).toISOString().slice(0, -1);
  const fine = turn % 4 === 3 ? '999' : '';
  if (east === 0) return `${clock}${fine}Z`;
  const size = Math.abs(east);
  const digits = (part: number) => String(part).padStart(2, '0');
  return `${clock}${fine}${east < 0 ? '-' : '+'}${digits(Math.floor(size / 60))}:${digits(size % 60)}`;
}

function toQuery({ user, searchFrom, searchUntil, searchOn }: NotificationFilter): URLSearchParams {
  const given = { user, search_from: searchFrom, search_until: searchUntil, search_on: searchOn };
  return new URLSearchParams(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

async function ofService(filter: NotificationFilter): Promise<readonly string[]> {
  const { baseUrl, accessToken, jwt } = app.clinic;
  const headers = { authorization: `Bearer ${accessToken}`, 'x-jwt': jwt };
  const ids: string[] = [];
  for (let offset = 0; offset <= NOTIFICATIONS; offset += PAGE) {
    const query = toQuery(filter);
    query.set('limit', String(PAGE));
    query.set('offset', String(offset));
    const answer = await fetch(`${baseUrl}/v2/notifications?${query}`, { headers });
    const { data } = (await answer.json()) as { data: { id: string }[] }; // section 2.1
    ids.push(...data.map(({ id }) => id));
    if (data.length < PAGE) break;
  }
  return ids.sort();
}

async function ofList(filter: NotificationFilter): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const place: { after?: string } = after === undefined ? {} : { after };
    const page = unwrap(
      await app.engine().control('records.list', { kind: 'notification', filter, limit: PAGE, ...place }),
    );
    ids.push(...page.items.map((raw) => (JSON.parse(raw) as { id: string }).id));
    after = page.next;
  }
  return ids.sort();
}

function getTerms({ user, searchFrom, searchUntil, searchOn }: NotificationFilter): InboxSearchTerm[] {
  const isNot = false;
  return [
    ...(user === undefined ? [] : [{ field: 'to' as const, value: user, isNot }]),
    ...(searchFrom === undefined ? [] : [{ field: 'search_from' as const, value: searchFrom, isNot }]),
    ...(searchUntil === undefined ? [] : [{ field: 'search_until' as const, value: searchUntil, isNot }]),
    ...(searchOn === undefined ? [] : [{ field: 'search_on' as const, value: searchOn, isNot }]),
  ];
}

async function ofInbox(filter: NotificationFilter): Promise<readonly string[]> {
  const terms = getTerms(filter);
  const found: string[] = [];
  for (const toBecome of ['read', 'unread'] as const) {
    for (let after: string | null | undefined; after !== null; ) {
      const place: { after?: string } = after === undefined ? {} : { after };
      const { ids, next } = unwrap(
        await app.engine().call('inbox.ids', { terms, toBecome, limit: PAGE, ...place }),
      );
      found.push(...ids);
      after = next;
    }
  }
  return found.sort();
}

/** Queries all three, and returns the number of hits. */
async function expectSame(filter: NotificationFilter): Promise<number> {
  const ids = await ofService(filter);
  expect({ filter, ids: await ofList(filter) }).toEqual({ filter, ids });
  expect({ filter, ids: await ofInbox(filter) }).toEqual({ filter, ids });
  return ids.length;
}

/** This many of the times at which a notification was created. */
function drawn(count: number): readonly number[] {
  const random = createSeededRandom(3);
  return Array.from({ length: count }, () => moments[Math.floor(random.fraction() * moments.length)] ?? 0);
}

test('at every boundary the millisecond before, the exact one and the next one find the same, in every zone', async () => {
  for (const [turn, at] of drawn(BOUNDARIES).entries()) {
    const around = moments.filter((other) => Math.abs(other - at) <= 2);
    for (const boundary of [at - 1, at, at + 1]) {
      const after = { searchFrom: written(boundary, turn), searchUntil: written(at + 3, turn + 1) };
      const before = { searchFrom: written(at - 3, turn + 2), searchUntil: written(boundary, turn + 3) };
      expect(await expectSame(after)).toBe(around.filter((other) => other > boundary).length);
      expect(await expectSame(before)).toBe(around.filter((other) => other < boundary).length);
    }
  }
}, 1_200_000);

test('either filter alone, with and without a recipient, finds the same', async () => {
  const users = [...new Set([...app.clinic.listResources('notification')].map(({ user }) => String(user)))];
  for (const [turn, at] of drawn(howMuch(4, 40)).entries()) {
    const user = turn % 2 === 0 ? {} : { user: users[turn % users.length] ?? '' };
    await expectSame({ ...user, searchFrom: written(at, turn) });
    await expectSame({ ...user, searchUntil: written(at, turn) });
  }
  expect(await expectSame({})).toBe(NOTIFICATIONS);
}, 1_200_000);

test('every day of UTC finds the same, and all days together find all', async () => {
  const days = [...new Set(moments.map((at) => new Date(at).toISOString().slice(0, 10)))];
  let found = 0;
  for (const searchOn of days.slice(0, howMuch(8, days.length))) found += await expectSame({ searchOn });
  const expected = moments.filter((at) =>
    days.slice(0, howMuch(8, days.length)).includes(new Date(at).toISOString().slice(0, 10)),
  );
  expect(found).toBe(expected.length);
}, 1_200_000);

test('a day is not combined with an instant', async () => {
  const [searchOn, searchFrom] = ['2026-03-01', '2026-03-01T00:00:00Z'];
  const { baseUrl, accessToken, jwt } = app.clinic;
  const headers = { authorization: `Bearer ${accessToken}`, 'x-jwt': jwt };
  const query = toQuery({ searchOn, searchFrom });
  expect((await fetch(`${baseUrl}/v2/notifications?${query}`, { headers })).status).toBe(400);
  const refused = await app.engine().control('records.list', {
    kind: 'notification',
    filter: { searchOn, searchFrom },
  });
  expect(refused).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
});
