import { SERVICE_ASSUMPTIONS } from '#contract/assumptions.ts';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startDemoServer, type DemoServer } from '#main/demo/server.ts';
import { getCode, openInput, temporaryFolder, until, unwrap } from '../../support/engine.ts';
import { forkEngine, type EngineChild } from '../../support/engine-process.ts';
import { waitUntilPasses } from '../../support/wait.ts';

// Each test starts several processes, and the machine may be busy.
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let clinic: DemoServer;
const children: EngineChild[] = [];
const openClinic = (requisitions: number): Promise<DemoServer> =>
  startDemoServer({ seed: 3, requisitions, forms: 5, notifications: 12 });

/** Replaces the clinic by one whose list of requisitions has several pages. */
async function useLargeClinic(): Promise<void> {
  await clinic.close();
  clinic = await openClinic(2500);
}

beforeEach(async () => {
  folder = await temporaryFolder();
  clinic = await openClinic(40);
});
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => child.killHard()));
  await clinic.close();
  await folder.remove();
});

function start(onEvent?: (name: string) => void): EngineChild {
  const child = forkEngine(folder.path, onEvent);
  children.push(child);
  return child;
}

const input = () =>
  openInput(clinic.baseUrl, { tokens: { accessToken: clinic.accessToken, jwt: clinic.jwt } });
const count = async (child: EngineChild): Promise<number> =>
  (unwrap(await child.call('worklist.counts', { terms: [] })) as { all: number }).all;

test('the process responds over its port, emits events, and ends cleanly when its parent disconnects', async () => {
  const events: string[] = [];
  const child = start((name) => events.push(name));
  unwrap(await child.call('engine.open', input()));
  unwrap(await child.call('sync.run', {}));
  expect(await count(child)).toBe(40);
  // Names are read in notifications later, between other work.
  const all = new Set(['health', 'changed', 'localDataChanged', 'unread']);
  await waitUntilPasses(() => expect(new Set(events)).toEqual(all));
  expect(await child.letGo()).toBe(0);
});

test('the process closes its files and releases the folder before it is ended, when it is told to leave', async () => {
  const first = start();
  unwrap(await first.call('engine.open', input()));
  unwrap(await first.call('engine.leave', {}));
  expect(first.process.exitCode).toBe(null);
  const second = start();
  unwrap(await second.call('engine.open', input()));
  expect(getCode(await first.call('sync.health', {}))).toBe('engine-down');
});

test('a signal closes the files first, and ends the process at once where it was told to leave before', async () => {
  for (const [isTold, ended] of [
    [false, [0, null]],
    [true, [null, 'SIGKILL']],
  ] as const) {
    const child = start();
    unwrap(await child.call('engine.open', input()));
    if (isTold) unwrap(await child.call('engine.leave', {}));
    const exit = once(child.process, 'exit');
    child.process.kill('SIGTERM');
    expect(await exit).toEqual(ended);
  }
});

test('a parent that disconnects during a sync does not keep the process waiting', async () => {
  await useLargeClinic();
  clinic.faults.add({ match: { path: '/v2/requisitions', skip: 2 }, action: { kind: 'stall' } });
  const child = start();
  unwrap(await child.call('engine.open', input()));
  void child.call('sync.run', {}).catch(() => {});
  await until(async () => (await count(child)) >= 500, 'the first page is there');
  expect(await child.letGo()).toBe(0);
});

test('a second process is told which process holds the folder, then ends with its own exit code', async () => {
  const first = start();
  unwrap(await first.call('engine.open', input()));
  const emitted: string[] = [];
  const second = start((name) => emitted.push(name));
  const answer = await second.call('engine.open', input());
  expect(answer).toMatchObject({
    ok: false,
    error: { code: 'held', detail: expect.stringContaining(`window, process ${first.process.pid}, since `) },
  });
  await until(() => second.process.exitCode !== null, 'the second process ends');
  expect(second.process.exitCode).toBe(7);
  expect(emitted).toEqual(['held']);
  expect(await count(first)).toBe(0);
});

/** Returns how many records of a list can be cached where only whole pages are; neighbouring pages share some records. */
function listCountsOfWholePages(total: number): ReadonlySet<number> {
  const [limit, shared] = [SERVICE_ASSUMPTIONS.pageLimit.value, SERVICE_ASSUMPTIONS.pageOverlap.value];
  const offsets = Array.from(
    { length: Math.ceil(total / (limit - shared)) },
    (_, page) => page * (limit - shared),
  );
  // The count of each choice of pages, with the end of its last page.
  let choices = [{ count: 0, end: 0 }];
  for (const offset of offsets) {
    const end = Math.min(total, offset + limit);
    const withPage = choices.map(({ count, end: former }) => ({
      count: count + end - Math.max(offset, former),
      end,
    }));
    choices = [...choices, ...withPage];
  }
  return new Set(choices.map(({ count }) => count));
}

test('after a kill at any moment of a sync, the cache opens again with whole pages, and the next sync completes it', async () => {
  await useLargeClinic();
  for (const pages of [1, 2, 4]) {
    const child = start();
    unwrap(await child.call('engine.open', input()));
    clinic.faults.clear();
    clinic.faults.add({
      match: { path: '/v2/requisitions', skip: pages },
      action: { kind: 'delay', ms: 30 },
    });
    void child.call('sync.run', {}).catch(() => {});
    await until(async () => (await count(child)) >= 500, 'the first page is there');
    await child.killHard();
  }
  clinic.faults.clear();
  const child = start();
  const health = unwrap(await child.call('engine.open', input())) as { cacheSetAside: boolean };
  expect(health.cacheSetAside).toBe(false);
  // The counter, the rows, the bodies and the search index were written together or not at all.
  const before = await count(child);
  expect(listCountsOfWholePages(2500)).toContain(before);
  const dump = unwrap(await child.call('records.dump', { kind: 'requisition', limit: 1000 })) as {
    items: string[];
  };
  expect(dump.items).toHaveLength(Math.min(before, 1000));
  expect(dump.items.every((raw) => typeof JSON.parse(raw) === 'object')).toBe(true);
  unwrap(await child.call('sync.run', {}));
  expect(await count(child)).toBe(2500);
  expect(await child.letGo()).toBe(0);
});

test('started without a folder or a parent it prints its usage, and ends', async () => {
  const child = forkEngine('');
  children.push(child);
  await until(() => child.process.exitCode !== null, 'the process ends');
  expect(child.process.exitCode).toBe(2);
  expect(child.said.join('')).not.toContain(' at ');
});

test('nothing that it writes to its streams names a record, a token or a key', async () => {
  const child = start();
  unwrap(await child.call('engine.open', input()));
  clinic.faults.add({ match: { path: '/v2/forms' }, action: { kind: 'answer', status: 401 } });
  unwrap(await child.call('sync.run', {}));
  expect(getCode(await child.call('requisitions.get', { id: 'req_notthere' }))).toBe('not-found');
  await child.letGo();
  const said = child.said.join('');
  for (const secret of [clinic.accessToken, clinic.jwt, input().key, 'req_notthere'])
    expect(said).not.toContain(secret);
});
