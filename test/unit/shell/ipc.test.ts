import { afterEach, describe, expect, it, vi } from 'vitest';
import { fromSentAnswer } from '#contract/answer-text.ts';
import { ABANDON_CHANNEL, CALL_CHANNEL } from '#contract/ipc-names.ts';
import { PROCEDURE_NAMES } from '#contract/procedure-names.ts';
import { procedures } from '#contract/procedures.ts';
import { appErrorSchema } from '#contract/app-error.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { isAbandonableCacheRead } from '#contract/validate-call.ts';
import { createDeferredPromise } from '#main/base/async.ts';
import { createRedactingLog, silentLog } from '#main/base/log.ts';
import { limitEngineToAccountOfPage } from '#main/shell/calling-page.ts';
import { servePageCalls, type IpcHandlerOptions } from '#main/shell/ipc.ts';
import { ipcHandlers, resetElectron } from '../../support/fake-electron.ts';
import { VALID_INPUTS } from '../../support/valid-inputs.ts';
import { waitUntilPasses } from '../../support/wait.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);
afterEach(resetElectron);

const OUR_PAGE = { id: 1 };
const TOP_FRAME = { url: 'app://intray/index.html', parent: null };
const OUR_EVENT = { sender: OUR_PAGE, senderFrame: TOP_FRAME };

function serve(more: Partial<IpcHandlerOptions> = {}) {
  const route = vi.fn(async (): Promise<Result<unknown>> => ok('routed'));
  servePageCalls({
    isOurs: (contents) => (contents as unknown) === OUR_PAGE,
    route,
    checkAnswers: false,
    log: silentLog,
    ...more,
  });
  const call = async (event: unknown, ...args: readonly unknown[]): Promise<unknown> => {
    const handler = ipcHandlers.get(CALL_CHANNEL);
    return handler?.(event, ...args);
  };
  const abandon = (event: unknown, ticket: unknown): unknown =>
    ipcHandlers.get(ABANDON_CHANNEL)?.(event, ticket);
  return { route, call, abandon };
}

describe('a call', () => {
  it.each(PROCEDURE_NAMES)('of %s from our page reaches its procedure', async (name) => {
    const { route, call } = serve();
    const sent = await call(OUR_EVENT, name, VALID_INPUTS[name]);
    expect(fromSentAnswer(sent as Result<unknown> | string)).toEqual(ok('routed'));
    expect(route).toHaveBeenCalledExactlyOnceWith(name, VALID_INPUTS[name]);
  });

  it.each(['worklist.page', 'forms.page', 'completions.page', 'inbox.page', 'day.beginning'] as const)(
    'of %s is answered with one text, whatever its number of values',
    async (name) => {
      const answer = ok({ items: [{ id: 'one', name: 'Fe\u2028\ud800', at: null, tags: ['a', 2, true] }] });
      const { call } = serve({ route: async () => answer });
      const sent = await call(OUR_EVENT, name, VALID_INPUTS[name]);
      expect(typeof sent).toBe('string');
      expect(fromSentAnswer(sent as string)).toEqual(answer);
    },
  );

  it('has one channel, and one to abandon it', () => {
    serve();
    expect([...ipcHandlers.keys()]).toEqual(['intray:call', 'intray:abandon']);
  });

  const STRANGERS: Readonly<Record<string, unknown>> = {
    'no frame': { sender: OUR_PAGE, senderFrame: null },
    'a frame inside the page': { sender: OUR_PAGE, senderFrame: { ...TOP_FRAME, parent: TOP_FRAME } },
    'another site': { sender: OUR_PAGE, senderFrame: { url: 'https://evil.example/', parent: null } },
    'a host that looks like ours': {
      sender: OUR_PAGE,
      senderFrame: { url: 'app://host.evil/', parent: null },
    },
    'ours as a user name': { sender: OUR_PAGE, senderFrame: { url: 'app://intray@evil/', parent: null } },
    'a blank page': { sender: OUR_PAGE, senderFrame: { url: 'about:blank', parent: null } },
    'a page without address': { sender: OUR_PAGE, senderFrame: { url: '', parent: null } },
    'a page of no window of ours': { sender: { id: 2 }, senderFrame: TOP_FRAME },
    'no page': { sender: null, senderFrame: TOP_FRAME },
  };
  it.each(Object.keys(STRANGERS))('from %s is refused, whatever it calls', async (stranger) => {
    const { route, call } = serve();
    for (const name of PROCEDURE_NAMES)
      expect(await call(STRANGERS[stranger], name, VALID_INPUTS[name])).toEqual(err('refused-sender'));
    expect(route).not.toHaveBeenCalled();
  });

  it('from a frame that is gone gets an error, not a crash', async () => {
    const { route, call } = serve();
    const gone = {
      sender: OUR_PAGE,
      get senderFrame(): never {
        throw new Error('Render frame was disposed before WebFrameMain could be accessed');
      },
    };
    for (const name of PROCEDURE_NAMES)
      expect(await call(gone, name, VALID_INPUTS[name])).toEqual(err('internal'));
    expect(route).not.toHaveBeenCalled();
  });

  const NO_PROCEDURES = [
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    'requisitions.drop',
    'engine.open',
    'records.list',
    '',
    undefined,
    null,
    1,
    {},
    ['app.info'],
    Symbol('app.info'),
  ];
  it.each(NO_PROCEDURES)('to something that is no procedure is refused: %s', async (name) => {
    const { route, call } = serve();
    expect(await call(OUR_EVENT, name, {})).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
    expect(route).not.toHaveBeenCalled();
  });

  const loop: Record<string, unknown> = {};
  loop['self'] = loop;
  const sparse: unknown[] = [];
  sparse.length = 2 ** 32 - 1;
  const USER_ID = { id: 'user_1' };
  const BAD: readonly unknown[] = [
    undefined,
    null,
    0,
    -1,
    'text',
    true,
    [],
    [{}],
    () => {},
    Symbol('x'),
    1n,
    new Map(),
    new Set(),
    new Date(),
    new Uint8Array(8),
    new ArrayBuffer(8),
    new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('trap');
        },
      },
    ),
    loop,
    sparse,
    { nobody: 'asked for this' },
    JSON.parse('{"__proto__":{"admin":true}}'),
    { constructor: { prototype: {} } },
    { filter: null, limit: 50 },
    { filter: {}, limit: -1 },
    { filter: {}, limit: 1.5 },
    { filter: {}, limit: 1e9 },
    { filter: {}, limit: Number.NaN },
    { filter: {}, limit: Infinity },
    { filter: {}, limit: '50' },
    { filter: { search: { $regex: '(a+)+$' } }, limit: 1 },
    { filter: { orderBy: 'id; DROP TABLE requisition' }, limit: 1 },
    { filter: {}, limit: 1, after: 'x'.repeat(1_001) },
    { id: '../../etc/passwd' },
    USER_ID,
    { id: `req_${'x'.repeat(251)}` },
    { id: 'req_1', extra: 1 },
    { id: ['req_1'] },
    { kind: 'account', id: 'x' },
    { kinds: [] },
    { kinds: ['form', 'form', 'form', 'form'] },
    { theme: 'pink' },
    { timeZone: 'x'.repeat(65) },
    { baseUrl: 'https://a.example.org', accessToken: 'a\r\nHost: evil', jwt: 'b', userId: null },
    { baseUrl: 'x'.repeat(300_000), accessToken: 'a', jwt: 'b', userId: null },
    { id: 'demo', accessToken: '', jwt: 'b' },
  ];
  it.each(PROCEDURE_NAMES)('of %s with a bad payload is refused with an error value', async (name) => {
    const { route, call } = serve();
    for (const payload of BAD) {
      // These accept the id of a user.
      if (['related.get', 'directory.keep'].includes(name) && payload === USER_ID) continue;
      const answer = (await call(OUR_EVENT, name, payload)) as Result<unknown>;
      if (answer.ok) throw new Error(`${name} took what it should not`);
      expect(appErrorSchema.parse(answer.error).code).toMatch(/^(invalid-input|internal)$/);
    }
    expect(route).not.toHaveBeenCalled();
  });

  it('may carry a whole table to be saved, and no other may', async () => {
    const { route, call } = serve();
    const text = 'x'.repeat(1_000_000);
    const table = { suggested: 'forms.csv', text };
    expect(await call(OUR_EVENT, 'files.saveText', table)).toEqual(ok('routed'));
    expect(await call(OUR_EVENT, 'files.saveText', { ...table, text: text.repeat(51) })).toMatchObject({
      error: { code: 'invalid-input' },
    });
    expect(await call(OUR_EVENT, 'directory.readTable', { text })).toEqual(
      err('invalid-input', { detail: 'too much text' }),
    );
    expect(route).toHaveBeenCalledTimes(1);
  });

  it.each([
    [['more']],
    [[null]],
    [[7]],
    [[{ ticket: 1.5 }]],
    [[{ ticket: Number.NaN }]],
    [[{ account: '../demo' }]],
    [[{ account: null }]],
    [[{ ticket: 1, user: 'user_me' }]],
    [[{ ticket: 1 }, 2]],
  ])('is refused with %j instead of its ticket and its account', async (surplus) => {
    const { route, call } = serve();
    expect(await call(OUR_EVENT, 'app.info', {}, ...surplus)).toMatchObject({
      error: { code: 'invalid-input' },
    });
    expect(route).not.toHaveBeenCalled();
  });

  it('names the invalid fields and none of their values', async () => {
    const { call } = serve();
    const secret = { baseUrl: 1, accessToken: 'TOKEN VALUE', jwt: 'b', userId: 'x' };
    expect(await call(OUR_EVENT, 'accounts.signIn', secret)).toEqual(
      err('invalid-input', {
        detail:
          'baseUrl is missing or of a wrong kind, accessToken is not written as it has to be, userId is not valid',
      }),
    );
  });

  it('reaches its procedure as a copy made by the schema', async () => {
    const { route, call } = serve();
    await call(OUR_EVENT, 'quarantine.list', {});
    expect(route).toHaveBeenCalledExactlyOnceWith('quarantine.list', { limit: 100 });
  });

  it('gets an error without details when its procedure throws', async () => {
    const lines: string[] = [];
    const log = createRedactingLog(
      (line) => lines.push(line),
      () => 0,
    );
    const route = async (): Promise<Result<unknown>> => {
      throw new Error('req_abc of Maria at /home/user', { cause: 'token' });
    };
    const { call } = serve({ route, log });
    expect(await call(OUR_EVENT, 'app.info', {})).toEqual(err('internal'));
    expect(lines).toEqual([expect.stringContaining('req_***')]);
    expect(lines.join('')).not.toContain('Maria');
  });

  it('beyond two hundred at a time waits, and the others are not starved', async () => {
    const waiting: (() => void)[] = [];
    const route = (): Promise<Result<unknown>> =>
      new Promise((resolve) => waiting.push(() => resolve(ok('late'))));
    const { call } = serve({ route });
    const open = Array.from({ length: 10_000 }, () => call(OUR_EVENT, 'app.info', {}));
    await waitUntilPasses(() => expect(waiting).toHaveLength(200));
    waiting.forEach((answer) => answer());
    const answers = await Promise.all(open);
    expect(answers.filter((answer) => (answer as Result<unknown>).ok)).toHaveLength(200);
    expect(answers.at(-1)).toEqual(err('rate-limited', { waitMs: 100 }));
    const next = call(OUR_EVENT, 'app.info', {});
    await waitUntilPasses(() => expect(waiting).toHaveLength(201));
    waiting.at(-1)?.();
    expect(await next).toEqual(ok('late'));
  });
});

describe('the account that the page of a call shows', () => {
  const FORM = ['forms.get', { id: 'form_1' }] as const;

  it('goes to the engine with the call, and with what the call does later', async () => {
    const asked = vi.fn(async () => ok('read'));
    const engine = limitEngineToAccountOfPage({ call: asked });
    const wait = createDeferredPromise<void>();
    const { call } = serve({
      route: async (name, input, signal) => {
        await engine.call(name, input, signal);
        await wait.promise;
        return engine.call(name, input, signal);
      },
    });
    const first = call(OUR_EVENT, ...FORM, { account: 'demo' });
    const second = call(OUR_EVENT, ...FORM, { account: 'a'.repeat(16) });
    const third = call(OUR_EVENT, ...FORM);
    wait.resolve();
    expect(await Promise.all([first, second, third])).toEqual([ok('read'), ok('read'), ok('read')]);
    const accounts = asked.mock.calls.map((given: readonly unknown[]) => given[2]);
    const shown = ['demo', 'a'.repeat(16), undefined].map((account) => ({ signal: undefined, account }));
    expect(accounts).toEqual([...shown, ...shown]);
  });

  it('is no account outside of calls of pages', async () => {
    const asked = vi.fn(async () => ok('read'));
    await limitEngineToAccountOfPage({ call: asked }).call(...FORM);
    expect(asked).toHaveBeenCalledExactlyOnceWith(...FORM, { signal: undefined, account: undefined });
  });
});

describe('a read that its page abandons', () => {
  /** A route that returns when its call is abandoned. */
  const untilAbandoned: IpcHandlerOptions['route'] = (_name, _input, signal) =>
    new Promise((resolve) => signal?.addEventListener('abort', () => resolve(err('cancelled'))));
  const COUNT = ['worklist.counts', { terms: [] }] as const;

  it('ends at once, and its ticket can be used again', async () => {
    const { call, abandon } = serve({ route: untilAbandoned });
    for (let time = 0; time < 3; time += 1) {
      const open = call(OUR_EVENT, ...COUNT, { ticket: 7 });
      abandon(OUR_EVENT, 7);
      expect(await open).toEqual(err('cancelled'));
    }
  });

  it('no longer counts among the open calls', async () => {
    const { call, abandon } = serve({ route: untilAbandoned });
    const open = Array.from({ length: 200 }, (_none, ticket) => call(OUR_EVENT, ...COUNT, { ticket }));
    expect(await call(OUR_EVENT, ...COUNT)).toMatchObject({ error: { code: 'rate-limited' } });
    open.forEach((_call, ticket) => void abandon(OUR_EVENT, ticket));
    expect(await Promise.all(open)).toEqual(open.map(() => err('cancelled')));
    const next = call(OUR_EVENT, ...COUNT, { ticket: 1 });
    abandon(OUR_EVENT, 1);
    expect(await next).toEqual(err('cancelled'));
  });

  it('is abandoned by its own page alone, and by its own ticket', async () => {
    const other = { sender: { id: 2 }, senderFrame: TOP_FRAME };
    const { call, abandon } = serve({ route: untilAbandoned, isOurs: () => true });
    const ended: number[] = [];
    const first = call(OUR_EVENT, ...COUNT, { ticket: 1 })?.then(() => ended.push(1));
    const second = call(OUR_EVENT, ...COUNT, { ticket: 2 })?.then(() => ended.push(2));
    abandon(other, 1);
    abandon(OUR_EVENT, 3);
    abandon({ ...OUR_EVENT, senderFrame: null }, 1);
    for (const ticket of ['1', undefined, {}, 1.5]) abandon(OUR_EVENT, ticket);
    abandon(OUR_EVENT, 2);
    await second;
    expect(ended).toEqual([2]);
    abandon(OUR_EVENT, 1);
    await first;
  });

  it('keeps its ticket where another call takes the same one, which then runs to its end', async () => {
    const route = vi.fn(untilAbandoned);
    const { call, abandon } = serve({ route });
    const first = call(OUR_EVENT, ...COUNT, { ticket: 1 });
    void call(OUR_EVENT, ...COUNT, { ticket: 1 });
    expect(route).toHaveBeenLastCalledWith(...COUNT, undefined);
    abandon(OUR_EVENT, 1);
    expect(await first).toEqual(err('cancelled'));
  });

  it.each(PROCEDURE_NAMES.filter((name) => !isAbandonableCacheRead(procedures[name])))(
    'is never a call of %s, which ends in any case',
    async (name) => {
      const { route, call, abandon } = serve();
      const done = call(OUR_EVENT, name, VALID_INPUTS[name], { ticket: 1 });
      abandon(OUR_EVENT, 1);
      expect(await done).toEqual(ok('routed'));
      expect(route).toHaveBeenCalledExactlyOnceWith(name, VALID_INPUTS[name]);
    },
  );
});

describe('a result', () => {
  const INFO = {
    version: '1',
    host: 'stand-in',
    platform: 'linux',
    packaged: false,
    baseUrlHint: null,
    languages: ['en-GB'],
    systemLocale: 'en-GB',
  };

  it('that fits the contract passes the check', async () => {
    const { call } = serve({ checkAnswers: true, route: async () => ok(INFO) });
    expect(await call(OUR_EVENT, 'app.info', {})).toEqual(ok(INFO));
  });

  it('that does not match it is a programming error, and reported as one', async () => {
    const { call } = serve({ checkAnswers: true, route: async () => ok({ ...INFO, token: 'x' }) });
    expect(await call(OUR_EVENT, 'app.info', {})).toMatchObject({ ok: false, error: { code: 'internal' } });
  });

  it('that carries bytes passes as it is', async () => {
    const read = ok({ bytes: Uint8Array.of(37, 80, 68, 70), size: 4, hash: 'x' });
    const { call } = serve({ checkAnswers: true, route: async () => read });
    expect(await call(OUR_EVENT, 'pdfs.read', { id: 'req_1', offset: 0 })).toEqual(read);
  });

  it('that is an error passes as it is', async () => {
    const { call } = serve({ checkAnswers: true, route: async () => err('not-signed-in') });
    expect(await call(OUR_EVENT, 'app.info', {})).toEqual(err('not-signed-in'));
  });
});
