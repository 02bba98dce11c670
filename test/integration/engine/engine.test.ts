import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type InternalProcedureName, internalProcedures } from '#contract/internal-procedures.ts';
import { PROCEDURE_NAMES } from '#contract/procedure-names.ts';
import type { ProcedureName } from '#contract/procedures.ts';
import { procedures } from '#contract/procedures.ts';
import type { DemoServer } from '#main/demo/server.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { tokensOf } from '../../support/clinic.ts';
import { startLoopback } from '../../support/loopback.ts';
import { getCode, TEST_TOKENS, testEngine, unwrap, type TestEngine } from '../../support/engine.ts';

const SIZES = { seed: 3, requisitions: 30, forms: 5, notifications: 12 };

let app: TestApp;
let clinic: DemoServer;
let engine: TestEngine;
beforeEach(async () => {
  app = await openTestApp(SIZES, { isClosed: true });
  ({ clinic } = app);
  engine = app.engine();
});

const tokens = () => tokensOf(clinic);
const open: TestApp['open'] = (change) => app.open(change);
const answered = PROCEDURE_NAMES.filter((name) => procedures[name].runsIn !== 'shell');

test('an engine without its folder handles no call', async () => {
  const idle = testEngine(path.join(app.folder, 'other'));
  expect(getCode(await idle.call('sync.health', {}))).toBe('engine-down');
});

test('a second engine is told which process holds the folder, handles nothing else, and gets it afterwards', async () => {
  const second = testEngine(app.folder);
  expect(await second.start()).toMatchObject({
    ok: false,
    error: { code: 'held', detail: expect.stringMatching(/^window, process \d+, since 20\d\d-/) },
  });
  expect(getCode(await second.call('sync.health', {}))).toBe('held');
  await engine.close();
  unwrap(await second.start());
  await second.close();
});

test.each([...answered, ...(Object.keys(internalProcedures) as InternalProcedureName[])])(
  '%s refuses every kind of nonsense without failing',
  async (name) => {
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    const nonsense = [undefined, null, 7, 'x', [], { nothing: 1 }, { constructor: 1 }, cyclic];
    for (const input of nonsense) {
      expect(getCode(await engine.handle(name, input))).toBe('invalid-input');
    }
    expect(engine.logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  },
);

test.each(['constructor', '__proto__', 'toString', 'accounts.signIn', ''])(
  'the name %j is refused',
  async (name) => {
    expect(getCode(await engine.handle(name as ProcedureName, {}))).toBe('invalid-input');
  },
);

test('before an account is open, reads say so and the health is empty', async () => {
  expect(getCode(await engine.control('records.list', { kind: 'requisition', filter: {} }))).toBe(
    'not-signed-in',
  );
  expect(getCode(await engine.call('records.raw', { kind: 'form', id: 'form_1' }))).toBe('not-signed-in');
  expect(getCode(await engine.control('engine.setTokens', TEST_TOKENS))).toBe('not-signed-in');
  expect(unwrap(await engine.call('sync.health', {}))).toMatchObject({
    account: null,
    connection: 'unknown',
  });
});

test('an address that is not safe is refused before anything is written', async () => {
  for (const baseUrl of [
    'http://clinic.example',
    'https://user:pw@clinic.example',
    'https://10.0.0.1',
    'nonsense',
  ]) {
    expect(getCode(await open({ baseUrl }))).toBe('insecure-address');
    expect(getCode(await engine.control('engine.probe', { baseUrl, tokens: tokens() }))).toBe(
      'insecure-address',
    );
  }
  expect(existsSync(path.join(app.folder, 'accounts'))).toBe(false);
});

test('what is cached is there again after the engine was closed and opened', async () => {
  unwrap(await open());
  unwrap(await engine.call('sync.run', {}));
  await app.restart();
  engine = app.engine();
  const health = unwrap(await open());
  expect(health.kinds.map(({ state, cached }) => [state, cached])).toEqual([
    ['complete', 5],
    ['complete', 30],
    ['complete', 12],
  ]);
  expect(
    unwrap(await engine.control('records.list', { kind: 'requisition', filter: {} })).items,
  ).toHaveLength(30);
});

test('a wrong key leaves the former account closed and the files as they were', async () => {
  unwrap(await open());
  unwrap(await engine.call('sync.run', {}));
  expect(getCode(await open({ key: 'f'.repeat(64) }))).toBe('key-mismatch');
  expect(getCode(await engine.control('records.list', { kind: 'form', filter: {} }))).toBe('not-signed-in');
  unwrap(await open());
  expect(unwrap(await engine.control('records.list', { kind: 'form', filter: {} })).items).toHaveLength(5);
});

test('accounts never see each other’s records', async () => {
  unwrap(await open());
  unwrap(await engine.call('sync.run', {}));
  unwrap(await open({ account: 'fedcba9876543210', key: 'e'.repeat(64) }));
  expect(unwrap(await engine.control('records.list', { kind: 'requisition', filter: {} })).items).toEqual([]);
  expect(unwrap(await engine.call('sync.health', {})).account).toBe('fedcba9876543210');
});

test('a call for one account neither reads nor changes another one that is open', async () => {
  const [own, other] = ['0123456789abcdef', 'fedcba9876543210'];
  const order = { patient: 'user_1', type: 'lab', ordering_provider: 'user_2' } as const;
  const save = (account: string) =>
    engine.handle('outbox.save', { operation: 'requisitions.create', data: order }, { account });
  unwrap(await open({ baseUrl: 'http://127.0.0.1:9' }));
  unwrap(await save(own));
  unwrap(await open({ account: other, key: 'e'.repeat(64), baseUrl: 'http://127.0.0.1:9' }));
  expect(getCode(await save(own))).toBe('not-signed-in');
  expect(getCode(await engine.handle('outbox.list', {}, { account: own }))).toBe('not-signed-in');
  expect(unwrap(await engine.call('outbox.list', {})).items).toEqual([]);
  unwrap(await save(other));
  unwrap(await open({ baseUrl: 'http://127.0.0.1:9' }));
  expect(unwrap(await engine.handle('outbox.list', {}, { account: own }))).toMatchObject({
    items: [{ state: 'saved' }],
  });
});

test('responses that come after the account was switched are dropped', async () => {
  unwrap(await open());
  clinic.faults.add({ match: { path: '/v2/forms', times: 1 }, action: { kind: 'delay', ms: 300 } });
  const running = engine.call('sync.run', { kinds: ['form'] });
  unwrap(await open({ account: 'fedcba9876543210', key: 'e'.repeat(64) }));
  await running;
  engine.events.length = 0;
  expect(unwrap(await engine.control('records.list', { kind: 'form', filter: {} })).items).toEqual([]);
  expect(engine.events.filter(({ name }) => name === 'changed')).toEqual([]);
});

test('two concurrent openings run one after the other', async () => {
  const answers = await Promise.all([open(), open({ account: 'fedcba9876543210' }), open()]);
  expect(answers.map((answer) => answer.ok)).toEqual([true, true, true]);
  expect(unwrap(await engine.call('sync.health', {})).account).toBe('0123456789abcdef');
});

test('temporary files stay during a run, and are removed when it ends', async () => {
  const runs = path.join(app.folder, 'runs');
  const opening = { account: 'demo', lifetime: 'run' } as const;
  const order = { patient: 'user_1', type: 'lab', ordering_provider: 'user_2' } as const;
  unwrap(await open({ ...opening, baseUrl: 'http://127.0.0.1:9' }));
  unwrap(await engine.call('outbox.save', { operation: 'requisitions.create', data: order }));
  // Another account, and a crash of the engine.
  unwrap(await open());
  await engine.close();
  unwrap(await engine.start());
  unwrap(await open({ ...opening, baseUrl: 'http://127.0.0.1:9' }));
  expect(unwrap(await engine.call('outbox.list', {})).items).toMatchObject([{ state: 'saved' }]);
  unwrap(await engine.control('engine.endRun', {}));
  expect(readdirSync(runs)).toEqual([]);
});

test('files left by an ended run are removed at the next start, and nothing else is', async () => {
  const runs = path.join(app.folder, 'runs');
  const dead = path.join(runs, `demo-${'b'.repeat(16)}`);
  const foreign = ['tensorboard', 'demo-left', `demo-${'b'.repeat(16)}.txt`].map((name) =>
    path.join(runs, name),
  );
  await engine.close();
  for (const getFolder of [dead, ...foreign]) mkdirSync(getFolder, { recursive: true });
  writeFileSync(path.join(runs, 'notes'), 'mine');
  unwrap(await engine.start());
  expect(existsSync(dead)).toBe(false);
  expect(foreign.map((each) => existsSync(each))).toEqual([true, true, true]);
  expect(existsSync(path.join(runs, 'notes'))).toBe(true);
});

test('a demo clinic that restarts finds nothing of the previous one in the same run', async () => {
  const opening = { account: 'demo', lifetime: 'run' } as const;
  unwrap(await open(opening));
  const other = { key: 'ab'.repeat(32) };
  expect(getCode(await open({ ...opening, ...other }))).toBe('key-mismatch');
  unwrap(await open({ ...opening, ...other, startsOver: true }));
});

test('a sign-in at a service that returns only invalid responses ends within ten seconds', async () => {
  const deadline = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  timeout.mockImplementation((ms) => (ms === 10_000 ? deadline.signal : new AbortController().signal));
  onTestFinished(() => timeout.mockRestore());
  let requests = 0;
  const garbage = await startLoopback((_request, response) => {
    requests += 1;
    // The second response comes at the end of the time: a third is not requested.
    if (requests === 2) deadline.abort();
    response.end('<html>Gateway</html>');
  });
  onTestFinished(() => garbage.close());
  const probed = await engine.control('engine.probe', { baseUrl: garbage.origin, tokens: tokens() });
  expect(getCode(probed)).toBe('timeout');
  expect(requests).toBe(2);
});

test('a probe distinguishes good tokens from bad ones and from a different server, and stores nothing', async () => {
  const probe = (baseUrl: string, given = tokens()) =>
    engine.control('engine.probe', { baseUrl, tokens: given });
  expect(await probe(clinic.baseUrl)).toEqual({ ok: true, value: {} });
  expect(getCode(await probe(clinic.baseUrl, { ...tokens(), jwt: 'wrong' }))).toBe('unauthorised');
  const other = await startLoopback((_request, response) => response.end('<html>hello</html>'));
  expect(getCode(await probe(other.origin))).toBe('bad-payload');
  await other.close();
  expect(getCode(await probe(other.origin))).toBe('offline');
  expect(existsSync(path.join(app.folder, 'accounts'))).toBe(false);
});

test('tokens of a user who may not list requisitions, or not forms either, are accepted where another list is answered', async () => {
  const probe = () => engine.control('engine.probe', { baseUrl: clinic.baseUrl, tokens: tokens() });
  onTestFinished(() => clinic.faults.clear());
  const refuse = (kind: string, status: number): void =>
    clinic.faults.add({ match: { path: new RegExp(`^/v2/${kind}`) }, action: { kind: 'answer', status } });
  refuse('requisitions', 403);
  expect(await probe()).toEqual({ ok: true, value: {} });
  refuse('forms', 401);
  expect(await probe()).toEqual({ ok: true, value: {} });
  refuse('notifications', 401);
  expect(getCode(await probe())).toBe('unauthorised');
});

test('with two lists refused and one that cannot be read, nothing is said about the tokens', async () => {
  onTestFinished(() => clinic.faults.clear());
  const answer = (path: RegExp, status: number) =>
    clinic.faults.add({ match: { path }, action: { kind: 'answer', status } });
  answer(/^\/v2\/notifications/, 500);
  answer(/^/, 403);
  const probed = await engine.control('engine.probe', { baseUrl: clinic.baseUrl, tokens: tokens() });
  expect(getCode(probed)).toBe('server-error');
});

test.each([401, 403])('a %i to the list of requisitions alone does not sign the user out', async (status) => {
  unwrap(await open());
  onTestFinished(() => clinic.faults.clear());
  clinic.faults.add({ match: { path: /^\/v2\/requisitions/ }, action: { kind: 'answer', status } });
  const health = unwrap(await engine.call('sync.run', { kinds: ['requisition'] }));
  expect(health.connection).not.toBe('signed-out');
  expect(unwrap(await engine.call('sync.run', { kinds: ['form'] })).connection).toBe('online');
});

test('a 403 to everything signs the user out as expired tokens do, and says nothing about a record', async () => {
  unwrap(await open());
  unwrap(await engine.call('sync.run', {}));
  onTestFinished(() => clinic.faults.clear());
  clinic.faults.add({ match: {}, action: { kind: 'answer', status: 403 } });
  const { id } = app.first('requisition');
  expect(unwrap(await engine.call('records.refresh', { kind: 'requisition', id }))).toEqual({
    state: 'unknown',
  });
  expect(unwrap(await engine.call('sync.health', {}))).toMatchObject({
    connection: 'signed-out',
    error: { code: 'unauthorised' },
  });
});

test('a 403 to one record of a service that answers otherwise is about this record', async () => {
  unwrap(await open());
  unwrap(await engine.call('sync.run', {}));
  onTestFinished(() => clinic.faults.clear());
  const { id } = app.first('requisition');
  clinic.faults.add({ match: { path: `/v2/requisitions/${id}` }, action: { kind: 'answer', status: 403 } });
  expect(unwrap(await engine.call('records.refresh', { kind: 'requisition', id }))).toEqual({
    state: 'missing',
  });
  expect(unwrap(await engine.call('sync.health', {})).connection).not.toBe('signed-out');
});

test('an unsupported proxy is a clear reason, and can be reverted', async () => {
  unwrap(await open());
  unwrap(await engine.control('engine.setProxy', { rule: 'SOCKS5 proxy.example:1080' }));
  const health = unwrap(await engine.call('sync.run', { kinds: ['form'] }));
  expect(health).toMatchObject({ connection: 'trouble', error: { code: 'proxy-unsupported' } });
  unwrap(await engine.control('engine.setProxy', { rule: 'DIRECT' }));
  expect(unwrap(await engine.call('sync.run', { kinds: ['form'] })).connection).toBe('online');
});

test('a probe of another service over its own proxy leaves the connection of the open account as it is', async () => {
  unwrap(await open());
  const probed = await engine.control('engine.probe', {
    baseUrl: 'https://other.example.org',
    tokens: tokens(),
    proxyRule: 'SOCKS5 proxy.example:1080',
  });
  expect(getCode(probed)).toBe('proxy-unsupported');
  expect(unwrap(await engine.call('sync.run', { kinds: ['form'] })).connection).toBe('online');
});
