import { describe, expect, test } from 'vitest';
import { createDeferred } from '#main/base/async.ts';
import { systemClock, type Clock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import { createPortPair, type ChildPort } from '#main/base/port.ts';
import { createRpcServer } from '#main/base/rpc.ts';
import { createKeychain } from '#main/vault/keychain.ts';
import { createKeychainServer, type KeychainEntry } from '#main/vault/keychain-child.ts';

type Handle = (name: string, input: unknown) => Promise<unknown>;

/** A keychain over processes that a test scripts: each start takes the next handler. */
function setUp(handlers: readonly Handle[]) {
  const killed: number[] = [];
  const exits: (() => void)[] = [];
  let starts = 0;
  let overrun = createDeferred<void>();
  const clock: Clock = { ...systemClock, wait: () => overrun.promise };
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
  const keychain = createKeychain({ forkChild, clock, log: silentLog });
  const passDeadline = (): void => {
    const transient = overrun;
    overrun = createDeferred<void>();
    transient.resolve();
  };
  return { keychain, killed, exits, passDeadline, starts: () => starts };
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
    const { keychain, killed, passDeadline, starts } = setUp([never]);
    const answer = keychain.get('a');
    await new Promise(setImmediate);
    passDeadline();
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

describe('nothing found', () => {
  const entry = (setPassword: () => Promise<void>): KeychainEntry => ({
    getPassword: () => Promise.resolve(null),
    deletePassword: () => Promise.resolve(false),
    setPassword,
  });
  const open = (): Promise<void> => Promise.resolve();

  test('means absent if the keychain accepts an entry', async () => {
    const server = createKeychainServer({ entry: () => entry(open), nothingIsDoubtful: true });
    expect(await server.get('a')).toEqual({ state: 'absent' });
    expect(await server.delete('a')).toEqual({ state: 'done' });
  });

  test.each([
    ['Secret Service: no result found', 'unavailable'],
    ['Secret Service: unlock prompt was dismissed', 'locked'],
  ])('means what the refusal of an entry means: %s', async (message, state) => {
    const refuse = (): Promise<void> => Promise.reject(new Error(message));
    const server = createKeychainServer({ entry: () => entry(refuse), nothingIsDoubtful: true });
    expect(await server.get('a')).toMatchObject({ state });
    expect(await server.delete('a')).toMatchObject({ state });
  });

  test('is returned at once if a locked keychain says so itself', async () => {
    const written: string[] = [];
    const note = (name: string) => () => Promise.resolve(void written.push(name));
    const server = createKeychainServer({ entry: (name) => entry(note(name)), nothingIsDoubtful: false });
    expect(await server.get('a')).toEqual({ state: 'absent' });
    expect(written).toEqual([]);
  });
});
