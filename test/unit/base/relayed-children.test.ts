import { describe, expect, it } from 'vitest';
import { createPortPair, type ChildPort, type Port } from '#main/base/port.ts';
import { createRelayedFork, startChildrenOnRequestOfPort } from '#main/base/relayed-children.ts';
import { createRpcClient, createRpcServer } from '#main/base/rpc.ts';

interface FakeChild {
  readonly task: unknown;
  readonly received: unknown[];
  isKilled: boolean;
  say(message: unknown): void;
  end(code: number | null): void;
}

/** Starts children that do what a test says. */
function createFakeFork() {
  const started: FakeChild[] = [];
  const forkChild = (task: unknown): ChildPort => {
    if (task === 'unknown') throw new Error('no such task');
    const listeners: ((message: unknown) => void)[] = [];
    const exits: ((code: number | null) => void)[] = [];
    const child: FakeChild = {
      task,
      received: [],
      isKilled: false,
      say: (message) => listeners.forEach((listener) => listener(message)),
      end: (code) => exits.forEach((listener) => listener(code)),
    };
    started.push(child);
    return {
      send: (message) => child.received.push(message),
      onMessage: (listener) => {
        listeners.push(listener);
        return () => {};
      },
      onExit: (listener) => exits.push(listener),
      kill: () => {
        child.isKilled = true;
      },
    };
  };
  const getStarted = (place: number): FakeChild => {
    const child = started[place];
    if (child === undefined) throw new Error('it was not started');
    return child;
  };
  return { started, forkChild, getStarted };
}

/** A process and its parent, with the children that the parent has started for it. */
function setUp() {
  const [inside, outside] = createPortPair();
  const { started, forkChild, getStarted } = createFakeFork();
  const served = startChildrenOnRequestOfPort(outside, forkChild);
  return { inside, outside, started, getStarted, served, fork: createRelayedFork(inside) };
}

/** Waits until every message that is on its way has arrived. */
const settle = (): Promise<void> => new Promise((resume) => setImmediate(resume));

describe('a child that the parent starts for a process', () => {
  it('is started for its task and exchanges messages with that process alone', async () => {
    const { fork, getStarted } = setUp();
    const [one, two] = [fork('one'), fork('two')];
    const heard: unknown[] = [];
    one.onMessage((message) => heard.push(['one', message]));
    two.onMessage((message) => heard.push(['two', message]));
    two.send({ bytes: new Uint8Array([1, 2]) });
    await settle();
    expect([getStarted(0).task, getStarted(1).task]).toEqual(['one', 'two']);
    expect([getStarted(0).received, getStarted(1).received]).toEqual([
      [],
      [{ bytes: new Uint8Array([1, 2]) }],
    ]);
    getStarted(0).say('yes');
    await settle();
    expect(heard).toEqual([['one', 'yes']]);
  });

  it('reports its end once to each listener, also to later ones, and receives nothing more', async () => {
    const { fork, getStarted } = setUp();
    const child = fork('work');
    const codes: (number | null)[] = [];
    child.onExit((code) => codes.push(code));
    await settle();
    getStarted(0).end(9);
    await settle();
    child.onExit((code) => codes.push(code));
    child.send('too late');
    child.kill();
    await settle();
    expect(codes).toEqual([9, 9]);
    expect([getStarted(0).received, getStarted(0).isKilled]).toEqual([[], false]);
  });

  it('is killed on request', async () => {
    const { fork, getStarted } = setUp();
    fork('first');
    fork('second').kill();
    await settle();
    expect([getStarted(0).isKilled, getStarted(1).isKilled]).toEqual([false, true]);
  });

  it('ends at once where its task is refused', async () => {
    const { fork, started } = setUp();
    const codes: (number | null)[] = [];
    fork('unknown').onExit((code) => codes.push(code));
    await settle();
    expect([codes, started]).toEqual([[null], []]);
  });

  it('is killed with all others when the parent ends them, and none is started afterwards', async () => {
    const { fork, started, served } = setUp();
    fork('one');
    fork('two');
    await settle();
    served.end();
    fork('three');
    await settle();
    expect(started.map(({ task, isKilled }) => [task, isKilled])).toEqual([
      ['one', true],
      ['two', true],
    ]);
  });

  it('leaves no listener on the port behind', async () => {
    const [inside, outside] = createPortPair();
    let listeners = 0;
    const counted: Port = {
      ...inside,
      onMessage: (listener) => {
        listeners += 1;
        const stop = inside.onMessage(listener);
        return () => {
          listeners -= 1;
          stop();
        };
      },
    };
    const { forkChild, getStarted } = createFakeFork();
    startChildrenOnRequestOfPort(outside, forkChild);
    const fork = createRelayedFork(counted);
    const heard: unknown[] = [];
    for (let place = 0; place < 20; place += 1) {
      const child = fork('work');
      child.onMessage((message) => heard.push(message));
      child.onExit((code) => heard.push(code));
      await settle();
      getStarted(place).say('done');
      getStarted(place).end(0);
      await settle();
    }
    expect(heard).toEqual(Array.from({ length: 20 }, () => ['done', 0]).flat());
    expect(listeners).toBe(1);
  });

  it('shares its port with calls in both directions', async () => {
    const { inside, outside, fork, getStarted } = setUp();
    const calls = createRpcClient(inside);
    createRpcServer(
      outside,
      async (name) => name,
      () => {},
    );
    const heard: unknown[] = [];
    const child = fork('work');
    child.onMessage((message) => heard.push(message));
    const called = calls.call('is it there', null);
    await settle();
    getStarted(0).say('said');
    expect(await called).toBe('is it there');
    await settle();
    expect(heard).toEqual(['said']);
  });
});
