import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CACHE_KEY, expectSuccess, syncedCommand } from '../../support/command.ts';

type Resource = Record<string, unknown>;
type Words = readonly string[];

const { clinic, dataDir, run } = syncedCommand({ seed: 7, requisitions: 620, forms: 9, notifications: 40 });

/** The JSON output of a command that must succeed. */
async function json<T>(...words: Words): Promise<T> {
  const { out } = expectSuccess(await run(...words, '--json'));
  return JSON.parse(out) as T; // as the test says
}

interface Listed {
  readonly items: readonly Resource[];
  readonly next: string | null;
}
const list = (...words: Words): Promise<Listed> => json('list', ...words);
/** Ids in alphabetical order. */
const getIds = (resources: Iterable<Resource>): readonly string[] =>
  [...resources].map(({ id }) => String(id)).toSorted();

describe('after a sync', () => {
  test('status shows what is cached, its state, and where the secrets come from', async () => {
    const status = await json<Record<string, Resource>>('status');
    expect(status).toMatchObject({
      account: { baseUrl: clinic().baseUrl, userId: clinic().userId },
      secrets: 'variables',
      health: {
        kinds: [
          { kind: 'form', state: 'complete', cached: 9 },
          { kind: 'requisition', state: 'complete', cached: 620 },
          { kind: 'notification', state: 'complete', cached: 40 },
        ],
      },
    });
    const { out } = await run('status');
    expect(out).toMatch(/secrets +environment variables/);
    expect(out).toMatch(/requisitions +complete +620/);
  });

  test.each(['form', 'requisition', 'notification'] as const)(
    'a dump contains every %s as the service has it, one per line',
    async (kind) => {
      const { code, out } = await run('dump', `${kind}s`);
      expect(code).toBe(0);
      const lines = out.trimEnd().split('\n');
      const byId = (one: Resource, other: Resource): number =>
        String(one['id']) < String(other['id']) ? -1 : 1;
      const dumped = lines.map((line) => JSON.parse(line) as Resource); // each line is a resource
      expect(dumped.toSorted(byId)).toEqual([...clinic().listResources(kind)].toSorted(byId));
    },
  );

  test('get prints one resource as the service has it', async () => {
    const [wanted] = clinic().listResources('requisition');
    expect(await json('get', 'requisitions', String(wanted?.['id']))).toEqual(wanted);
  });

  test('get of a record that is not here ends with 1', async () => {
    const ended = await run('get', 'requisitions', 'req_nowhere');
    expect(ended).toEqual({
      code: 1,
      out: '',
      err: 'intray: This record does not exist on the service or on this computer.\n',
    });
  });
});

describe('a list', () => {
  test('contains the newest 50 first, and the cursor to continue', async () => {
    const { items, next } = await list('requisitions');
    const newest = [...clinic().listResources('requisition')]
      .map((each) => String(each['last_updated_at']))
      .toSorted()
      .reverse();
    expect(items.map((item) => item['last_updated_at'])).toEqual(newest.slice(0, 50));
    expect(next).toEqual(expect.any(String));
  });

  test('continues after a cursor until nothing is left, with every resource once', async () => {
    const met: Resource[] = [];
    for (let after: readonly string[] | null = []; after !== null; ) {
      const { items, next }: Listed = await list('requisitions', '--limit', '250', ...after);
      met.push(...items);
      after = next === null ? null : ['--after', next];
    }
    expect(getIds(met)).toEqual(getIds(clinic().listResources('requisition')));
  });

  test('may be longer than a page of the cache', async () => {
    const { items, next } = await list('requisitions', '--limit', '600');
    expect(new Set(getIds(items)).size).toBe(600);
    expect(next).toEqual(expect.any(String));
  });

  test('of notifications is sorted by creation', async () => {
    const { items } = await list('notifications', '--limit', '40');
    const made = items.map((item) => String(item['created_at']));
    expect(made).toEqual(made.toSorted().reverse());
    expect(made).toHaveLength(40);
  });

  test.each([
    [['--requisition-type', 'lab'], ({ type }: Resource) => type === 'lab'],
    [['--type', 'lab'], ({ type }: Resource) => type === 'lab'],
    [['--type=lab', '--requisition-type=imaging'], ({ type }: Resource) => type === 'imaging'],
    [['--share-with-patient'], (each: Resource) => each['share_with_patient'] === true],
    [['--share-with-patient', 'false'], (each: Resource) => each['share_with_patient'] === false],
    [['--search', 'MRI'], ({ name }: Resource) => String(name).toLowerCase().includes('mri')],
    [
      ['--search=a', '--requisition-type=imaging'],
      ({ name, type }: Resource) => type === 'imaging' && String(name).toLowerCase().includes('a'),
    ],
  ])('with %j contains those and no others', async (words, belongs) => {
    const { items } = await list('requisitions', '--limit', '620', ...words);
    const expected = getIds([...clinic().listResources('requisition')].filter(belongs));
    expect(expected.length).toBeGreaterThan(0);
    expect(getIds(items)).toEqual(expected);
  });

  test('of notifications with a filter contains those and no others', async () => {
    const all = [...clinic().listResources('notification')];
    const made = (each: Resource): string => String(each['created_at']);
    const at = made(all[20] ?? {});
    const day = at.slice(0, 10);
    const moment = `${at.slice(0, 23).replace(' ', 'T')}Z`;
    const cases: readonly (readonly [Words, (each: Resource) => boolean])[] = [
      [['--unread'], ({ read }) => read === false],
      [['--unread', 'false'], ({ read }) => read === true],
      [['--search-from', moment], (each) => made(each) > at],
      [['--search-until', moment], (each) => made(each) < at],
      [['--search-until', moment, '--unread', 'false'], (each) => made(each) < at && each['read'] === true],
      [['--search-on', day], (each) => made(each).startsWith(day)],
      [['--search-from', day], (each) => made(each) > `${day} 00:00:00.000+00`],
    ];
    for (const [words, belongs] of cases) {
      const { items } = await list('notifications', '--limit', '40', ...words);
      const expected = getIds(all.filter(belongs));
      expect(expected.length).toBeGreaterThan(0);
      expect({ words, ids: getIds(items) }).toEqual({ words, ids: expected });
    }
  });

  test('of notifications to one user contains those to no other user', async () => {
    const [first] = clinic().listResources('notification');
    const { items } = await list('notifications', '--user', String(first?.['user']));
    const expected = [...clinic().listResources('notification')].filter(
      ({ user }) => user === first?.['user'],
    );
    expect(getIds(items)).toEqual(getIds(expected));
  });

  test('of one patient contains only that patient', async () => {
    const [first] = clinic().listResources('requisition');
    const { items } = await list('requisitions', '--limit', '620', '--patient', String(first?.['patient']));
    const expected = [...clinic().listResources('requisition')].filter(
      ({ patient }) => patient === first?.['patient'],
    );
    expect(getIds(items)).toEqual(getIds(expected));
  });

  test('without --json is a table without terminal control characters', async () => {
    const { out } = await run('list', 'requisitions', '--limit', '3');
    const lines = out.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^id +type +name +patient +last_updated_at$/);
    expect(lines).toHaveLength(5);
    expect(lines[4]).toMatch(/^More: --after \S+$/);
  });

  test('without hits is empty and succeeds', async () => {
    expect(await list('requisitions', '--search', 'no such name at all')).toEqual({ items: [], next: null });
  });
});

test('neither tokens, nor the key, nor a record is in any file in plain text', async () => {
  const secrets = [clinic().accessToken, clinic().jwt, CACHE_KEY, 'order_details', 'user_'];
  const files = readdirSync(dataDir(), { recursive: true, encoding: 'utf8' })
    .map((name) => join(dataDir(), name))
    .filter((path) => statSync(path).isFile());
  expect(files.some((path) => path.endsWith('cache.db'))).toBe(true);
  for (const path of files.filter((name) => !name.endsWith('accounts.json'))) {
    const bytes = readFileSync(path);
    expect(secrets.filter((secret) => bytes.includes(secret))).toEqual([]);
    expect(statSync(path).mode & 0o077).toBe(0);
  }
  const register = readFileSync(join(dataDir(), 'accounts.json'), 'utf8');
  expect(secrets.slice(0, 3).filter((secret) => register.includes(secret))).toEqual([]);
});
