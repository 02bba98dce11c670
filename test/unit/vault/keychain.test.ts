import { describe, expect, test } from 'vitest';
import { createDeferredPromise } from '#main/base/async.ts';
import { systemClock, type Clock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import { createPortPair, type ChildPort } from '#main/base/port.ts';
import { createRpcServer } from '#main/base/rpc.ts';
import { createKeychain } from '#main/vault/keychain.ts';
import { createKeychainServer, type KeychainEntry } from '#main/vault/keychain-child.ts';

type Handle = (name: string, input: unknown) => Promise<unknown>;

interface Wait {
  readonly ms: number;
  readonly end: () => void;
}

/** A keychain over processes that a test scripts: each start takes the next handler. */
function setUp(handlers: readonly Handle[], questionMs?: number) {
  const killed: number[] = [];
  const exits: (() => void)[] = [];
  const questions: boolean[] = [];
  const warnings: unknown[] = [];
  const waits = new Set<Wait>();
  let starts = 0;
  const wait = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const waiting = { ms, end: resolve };
      waits.add(waiting);
      signal?.addEventListener('abort', () => {
        waits.delete(waiting);
        reject(signal.reason);
      });
    });
  const clock: Clock = { ...systemClock, wait };
  const forkChild = (): ChildPort => {
    const [outside, inside] = createPortPair();
    const index = starts;
    starts += 1;
    createRpcServer(inside, handlers[index] ?? (() => Promise.resolve({ state: 'absent' })), () => {});
    return {
      ...outside,
      onExit: (listener) => exits.push(() => listener(139)),
      kill: () => killed.push(index),
    };
  };
  const keychain = createKeychain({
    forkChild,
    clock,
    log: { ...silentLog, warn: (message, facts) => void warnings.push([message, facts]) },
    ...(questionMs === undefined ? {} : { questionMs }),
    onQuestion: (isOpen) => questions.push(isOpen),
  });
  /** Ends the running waits of that length. */
  const pass = async (ms: number): Promise<void> => {
    await new Promise(setImmediate);
    for (const waiting of [...waits].filter((each) => each.ms === ms)) {
      waits.delete(waiting);
      waiting.end();
    }
    await new Promise(setImmediate);
  };
  return { keychain, killed, exits, questions, warnings, pass, starts: () => starts, waits };
}

const never = (): Promise<never> => new Promise(() => {});

describe('the client of the keychain', () => {
  test('starts the process at the first call, and once', async () => {
    const { keychain, starts } = setUp([]);
    expect(starts()).toBe(0);
    await keychain.get('a');
    expect(await keychain.get('b')).toEqual({ state: 'absent' });
    expect(starts()).toBe(1);
  });

  test('kills a process that exceeds the deadline, reports locked, and starts another', async () => {
    const { keychain, killed, pass, starts } = setUp([never]);
    const answer = keychain.get('a');
    await pass(3000);
    expect(await answer).toMatchObject({ state: 'locked', detail: 'no answer in 3 s' });
    expect(killed).toEqual([0]);
    expect(await keychain.get('a')).toEqual({ state: 'absent' });
    expect(starts()).toBe(2);
  });

  test('reports unavailable when the process ends before it has responded, and starts another', async () => {
    const { keychain, exits } = setUp([never]);
    const answer = keychain.set('a', 'b');
    await new Promise(setImmediate);
    exits.forEach((exit) => exit());
    expect(await answer).toMatchObject({ state: 'unavailable' });
    expect(await keychain.get('a')).toEqual({ state: 'absent' });
  });

  test.each([null, {}, { state: 'found' }, { state: 'maybe' }])(
    'rejects %j as a response of a keychain',
    async (reply) => {
      const { keychain } = setUp([() => Promise.resolve(reply)]);
      expect(await keychain.get('a')).toMatchObject({ state: 'unavailable' });
    },
  );

  test('sends one request at a time', async () => {
    let open = 0;
    let most = 0;
    const { keychain } = setUp([
      async () => {
        open += 1;
        most = Math.max(most, open);
        await new Promise(setImmediate);
        open -= 1;
        return { state: 'absent' };
      },
    ]);
    await Promise.all([keychain.get('a'), keychain.get('b'), keychain.get('c')]);
    expect(most).toBe(1);
  });

  test('ends its process when it is closed, and starts none again', async () => {
    const { keychain, killed, starts } = setUp([]);
    await keychain.get('a');
    keychain.close();
    expect(killed).toEqual([0]);
    expect(await keychain.get('a')).toMatchObject({ state: 'unavailable' });
    expect(starts()).toBe(1);
  });
});

const TEN_MINUTES = 600_000;

describe('a question of the system', () => {
  test('is announced once a call takes longer than an open keychain needs, and when it has been answered', async () => {
    const answered = createDeferredPromise<unknown>();
    const { keychain, questions, pass, killed } = setUp([() => answered.promise], TEN_MINUTES);
    const answer = keychain.get('a');
    await pass(1000);
    expect(questions).toEqual([true]);
    await pass(3000);
    answered.resolve({ state: 'found', value: 'v' });
    expect(await answer).toEqual({ state: 'found', value: 'v' });
    expect([questions, killed]).toEqual([[true, false], []]);
  });

  test('is not announced by a keychain that answers', async () => {
    const { keychain, questions, waits } = setUp([], TEN_MINUTES);
    await keychain.get('a');
    expect([questions, waits.size]).toEqual([[], 0]);
  });

  test('may stay open for as long as the window allows, and no longer', async () => {
    const { keychain, questions, pass, killed } = setUp([never], TEN_MINUTES);
    const answer = keychain.get('a');
    await pass(1000);
    await pass(TEN_MINUTES);
    expect(await answer).toMatchObject({ state: 'locked', detail: 'no answer in 600 s' });
    expect([questions, killed]).toEqual([[true, false], [0]]);
  });

  test('can be given up: the call returns locked, and the next one starts another process', async () => {
    const { keychain, questions, killed, pass } = setUp([never], TEN_MINUTES);
    const answer = keychain.get('a');
    await pass(1000);
    keychain.cancel();
    expect(await answer).toEqual({ state: 'locked', detail: 'cancelled' });
    expect([questions, killed]).toEqual([[true, false], [0]]);
    expect(await keychain.get('a')).toEqual({ state: 'absent' });
    keychain.cancel();
    expect(await keychain.get('a')).toEqual({ state: 'absent' });
  });

  test('does not hold up a brief call, which is not made later either', async () => {
    const asked: string[] = [];
    const answered = createDeferredPromise<unknown>();
    const { keychain, killed, pass } = setUp(
      [
        (name) => {
          asked.push(name);
          return name === 'get' ? answered.promise : Promise.resolve({ state: 'done' });
        },
      ],
      TEN_MINUTES,
    );
    const answer = keychain.get('a');
    const brief = keychain.set('b', 'c', 'brief');
    await pass(3000);
    expect(await brief).toEqual({ state: 'locked', detail: 'no answer in 3 s' });
    expect(killed).toEqual([]);
    answered.resolve({ state: 'absent' });
    expect(await answer).toEqual({ state: 'absent' });
    expect(await keychain.set('b', 'd', 'brief')).toEqual({ state: 'done' });
    expect(asked).toEqual(['get', 'set']);
  });

  test('behind a brief call ends the process after the brief limit, and is not announced', async () => {
    const { keychain, killed, questions, warnings, pass } = setUp([never], TEN_MINUTES);
    const brief = keychain.set('b', 'c', 'brief');
    await pass(1000);
    await pass(3000);
    expect(await brief).toMatchObject({ state: 'locked' });
    expect([killed, questions]).toEqual([[0], []]);
    // The log names the call, and neither the name nor the secret.
    expect(warnings).toEqual([['the keychain did not answer in time', { call: 'set', limitMs: 3000 }]]);
  });
});

describe('nothing found', () => {
  const entry = (setPassword: () => Promise<void>): KeychainEntry => ({
    getPassword: () => Promise.resolve(null),
    deletePassword: () => Promise.resolve(false),
    setPassword,
  });
  const open = (): Promise<void> => Promise.resolve();

  test('means absent if the keychain accepts an entry', async () => {
    const server = createKeychainServer({ entry: () => entry(open), isAbsenceDoubtful: true });
    expect(await server.get('a')).toEqual({ state: 'absent' });
    expect(await server.delete('a')).toEqual({ state: 'done' });
  });

  test.each([
    ['Secret Service: no result found', 'unavailable'],
    ['Secret Service: unlock prompt was dismissed', 'locked'],
  ])('means what the refusal of an entry means: %s', async (message, state) => {
    const refuse = (): Promise<void> => Promise.reject(new Error(message));
    const server = createKeychainServer({ entry: () => entry(refuse), isAbsenceDoubtful: true });
    expect(await server.get('a')).toMatchObject({ state });
    expect(await server.delete('a')).toMatchObject({ state });
  });

  test('is returned at once if a locked keychain says so itself', async () => {
    const written: string[] = [];
    const note = (name: string) => () => Promise.resolve(void written.push(name));
    const server = createKeychainServer({ entry: (name) => entry(note(name)), isAbsenceDoubtful: false });
    expect(await server.get('a')).toEqual({ state: 'absent' });
    expect(written).toEqual([]);
  });
});
