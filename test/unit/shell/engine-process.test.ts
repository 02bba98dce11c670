import { describe, expect, it, vi } from 'vitest';
import { ENGINE_EVENT_NAMES } from '#contract/ipc-names.ts';
import { err, ok } from '#contract/result.ts';
import { createDeferredPromise, type DeferredPromise } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import { createPortPair, type ChildPort, type Port } from '#main/base/port.ts';
import { createSeededRandom } from '#main/base/random.ts';
import { createRelayedFork } from '#main/base/relayed-children.ts';
import { createRpcServer } from '#main/base/rpc.ts';
import { EngineProcess, type EngineState } from '#main/shell/engine-process.ts';
import { waitUntilPasses } from '../../support/wait.ts';

/** A clock whose waits end when the test says so. */
class HandClock implements Clock {
  time = 0;
  readonly waits: { readonly ms: number; readonly end: DeferredPromise<void> }[] = [];
  now = (): number => this.time;
  monotonic = (): number => this.time;
  wait(ms: number, signal?: AbortSignal): Promise<void> {
    const end = createDeferredPromise<void>();
    signal?.addEventListener('abort', () => end.reject(signal.reason));
    this.waits.push({ ms, end });
    return end.promise;
  }
}

interface FakeEngine {
  readonly inside: Port;
  readonly end: (code: number | null) => void;
  readonly killed: () => boolean;
}

const HELD = err('held', { detail: 'command, process 12' });

function setUp() {
  const clock = new HandClock();
  const states: EngineState[] = [];
  const engines: FakeEngine[] = [];
  const emitted = vi.fn();
  const onRestarted = vi.fn(async () => {});
  const saveMarker = vi.fn(async () => true);
  const pdfProcesses: { readonly task: unknown; isKilled: boolean }[] = [];
  const forkPdfs = (task: unknown): ChildPort => {
    const started = { task, isKilled: false };
    pdfProcesses.push(started);
    return {
      send: () => {},
      onMessage: () => () => {},
      onExit: () => {},
      kill: () => {
        started.isKilled = true;
      },
    };
  };
  /** The number of processes that the system cannot start. */
  const refused = { left: 0 };
  const fork = (): ChildPort => {
    if (refused.left > 0) {
      refused.left -= 1;
      throw new Error('no memory for another process');
    }
    const [outside, inside] = createPortPair();
    const exits: ((code: number | null) => void)[] = [];
    let killed = false;
    const end = (code: number | null): void => exits.splice(0).forEach((listener) => listener(code));
    engines.push({ inside, end, killed: () => killed });
    return {
      ...outside,
      onExit: (listener) => exits.push(listener),
      kill: () => {
        killed = true;
        queueMicrotask(() => end(null));
      },
    };
  };
  const engine = new EngineProcess({
    fork,
    forkPdfs,
    clock,
    random: createSeededRandom(1),
    log: silentLog,
    announce: (name, payload) => {
      if (name === 'engine') states.push((payload as { state: EngineState }).state);
      else emitted(name, payload);
    },
    saveMarker,
    saveAccessHead: async () => true,
    onRestarted,
  });
  const last = (): FakeEngine => {
    const found = engines.at(-1);
    if (found === undefined) throw new Error('nothing was started');
    return found;
  };
  const crashAndWait = async (code = 1): Promise<void> => {
    const [started, waits] = [engines.length, clock.waits.length];
    last().end(code);
    expect(clock.waits).toHaveLength(waits + 1);
    clock.waits.at(-1)?.end.resolve();
    await new Promise(setImmediate);
    expect(engines).toHaveLength(started + 1);
  };
  /** The engine finds that another process holds its data folder. */
  const leave = async (): Promise<void> => {
    createRpcServer(
      last().inside,
      () => new Promise(() => {}),
      () => {},
    ).emit('held', HELD.error);
    await waitUntilPasses(() => expect(states.at(-1)).toBe('failed'));
  };
  return {
    engine,
    engines,
    refused,
    pdfProcesses,
    clock,
    states,
    emitted,
    onRestarted,
    last,
    crashAndWait,
    leave,
  };
}

describe('the engine process', () => {
  it('runs from the start and handles calls', async () => {
    const { engine, states, last } = setUp();
    createRpcServer(
      last().inside,
      async (name, input) => ok({ name, input }),
      () => {},
    );
    expect(states).toEqual(['running']);
    expect(await engine.call('sync.health', {})).toEqual(ok({ name: 'sync.health', input: {} }));
  });

  it('forwards every event of the engine to the windows, and nothing else', async () => {
    const { emitted, last } = setUp();
    const inside = createRpcServer(
      last().inside,
      async () => null,
      () => {},
    );
    for (const name of ['accounts', 'constructor', 'command', ...ENGINE_EVENT_NAMES])
      inside.emit(name, { name });
    await waitUntilPasses(() =>
      expect(emitted.mock.calls).toEqual(ENGINE_EVENT_NAMES.map((name) => [name, { name }])),
    );
  });

  it('returns an error if its handler threw', async () => {
    const { engine, last } = setUp();
    createRpcServer(
      last().inside,
      async () => {
        throw new Error('a mistake');
      },
      () => {},
    );
    expect(await engine.call('sync.health', {})).toEqual(err('internal'));
  });

  it('returns an error for what cannot be sent', async () => {
    const { engine } = setUp();
    expect(await engine.call('sync.health', () => {})).toEqual(err('internal'));
  });

  it('fails every open call when it ends, and every later one until it is back', async () => {
    const { engine, states, last } = setUp();
    const open = [engine.call('sync.run', {}), engine.call('forms.get', { id: 'form_1' })];
    last().end(1);
    expect(await Promise.all(open)).toEqual([err('engine-down'), err('engine-down')]);
    expect(await engine.call('sync.health', {})).toEqual(err('engine-down'));
    expect(states).toEqual(['running', 'restarting']);
  });

  it('is restarted after a crash, and what was open is opened again', async () => {
    const { engine, states, onRestarted, last, crashAndWait } = setUp();
    await crashAndWait();
    expect(states).toEqual(['running', 'restarting', 'running']);
    expect(onRestarted).toHaveBeenCalledOnce();
    createRpcServer(
      last().inside,
      async () => ok('again'),
      () => {},
    );
    expect(await engine.call('sync.health', {})).toEqual(ok('again'));
  });

  it('is restarted later after every crash, and stopped when it crashes repeatedly', async () => {
    const { engine, engines, clock, last, crashAndWait } = setUp();
    for (let crash = 0; crash < 6; crash++) await crashAndWait();
    const waits = clock.waits.map(({ ms }) => ms);
    waits.forEach((ms, crash) => {
      expect(ms).toBeLessThanOrEqual(500 * 2 ** crash);
      expect(ms).toBeGreaterThanOrEqual(250 * 2 ** crash);
    });
    last().end(1);
    expect(engine.state).toBe('failed');
    expect(engines).toHaveLength(7);
    expect(clock.waits).toHaveLength(6);
  });

  it('has its crashes forgotten when it has run for a minute', async () => {
    const { clock, engine, crashAndWait } = setUp();
    for (let crash = 0; crash < 20; crash++) {
      clock.time += 60_000;
      await crashAndWait();
    }
    expect(engine.state).toBe('running');
    expect(clock.waits.every(({ ms }) => ms <= 500)).toBe(true);
  });

  it('is not restarted if another Intray holds the data folder, and names it', async () => {
    const { engine, engines, clock, last, leave } = setUp();
    const open = engine.call('sync.health', {});
    await leave();
    expect(await open).toEqual(HELD);
    expect(engine.state).toBe('failed');
    expect(await engine.call('sync.health', {})).toEqual(HELD);
    last().end(7);
    expect([engine.state, engines.length, clock.waits.length]).toEqual(['failed', 1, 0]);
  });

  it('is restarted on request after it was stopped, and only then', async () => {
    const { engine, engines, onRestarted, leave } = setUp();
    engine.reopen();
    expect(engines).toHaveLength(1);
    await leave();
    engine.reopen();
    expect([engine.state, engines.length]).toEqual(['running', 2]);
    expect(onRestarted).not.toHaveBeenCalled();
  });

  it('that was restarted is not affected by the end of the one before', async () => {
    const { engine, engines, clock, last, leave } = setUp();
    const [leaving] = engines;
    await leave();
    engine.reopen();
    createRpcServer(
      last().inside,
      async () => ok('here'),
      () => {},
    );
    const open = engine.call('sync.health', {});
    leaving?.end(7);
    expect(await open).toEqual(ok('here'));
    expect([engine.state, engines.length, clock.waits.length]).toEqual(['running', 2, 0]);
  });

  it('is not restarted after a request to end', async () => {
    const { engine, engines, leave } = setUp();
    await leave();
    await engine.stop();
    engine.reopen();
    expect(engines).toHaveLength(1);
  });

  it('closes its files before it is ended, and stays ended', async () => {
    const { engine, engines, states, last } = setUp();
    const asked: string[] = [];
    createRpcServer(
      last().inside,
      (name) => {
        asked.push(`${name}, ${last().killed() ? 'killed' : 'running'}`);
        return name === 'engine.leave' ? Promise.resolve(ok({})) : new Promise(() => {});
      },
      () => {},
    );
    const open = engine.call('sync.health', {});
    await engine.stop();
    expect(asked).toEqual(['sync.health, running', 'engine.leave, running']);
    expect(last().killed()).toBe(true);
    expect(await open).toEqual(err('engine-down'));
    expect(engines).toHaveLength(1);
    expect(states).toEqual(['running']);
    await engine.stop();
  });

  it('is replaced by an empty one: it closes its files, ends, and what was open fails', async () => {
    const { engine, engines, states, onRestarted } = setUp();
    const [first] = engines;
    const asked: string[] = [];
    if (first !== undefined)
      createRpcServer(
        first.inside,
        (name) => {
          asked.push(name);
          return name === 'engine.leave' ? Promise.resolve(ok({})) : new Promise(() => {});
        },
        () => {},
      );
    const open = engine.call('sync.health', {});
    await engine.renew();
    expect(asked).toEqual(['sync.health', 'engine.leave']);
    expect(first?.killed()).toBe(true);
    expect(await open).toEqual(err('engine-down'));
    expect([engines.length, states]).toEqual([2, ['running', 'running']]);
    expect(onRestarted).not.toHaveBeenCalled();
  });

  it('is started later where the system cannot start its process, as after a crash', async () => {
    const { engine, engines, refused, states, clock, onRestarted, last } = setUp();
    refused.left = 2;
    last().end(1);
    for (const wait of [0, 1, 2]) {
      clock.waits.at(wait)?.end.resolve();
      await new Promise(setImmediate);
    }
    expect([engines.length, engine.state]).toEqual([2, 'running']);
    expect(states).toEqual(['running', 'restarting', 'restarting', 'restarting', 'running']);
    expect(onRestarted).toHaveBeenCalledOnce();
  });

  it('ends and is started later where the system cannot start the empty one that replaces it', async () => {
    const { engine, engines, refused, clock } = setUp();
    refused.left = 1;
    const renewed = engine.renew();
    clock.waits.at(-1)?.end.resolve();
    await renewed;
    expect([engines.length, engines[0]?.killed(), engine.state]).toEqual([1, true, 'restarting']);
    clock.waits.at(-1)?.end.resolve();
    await new Promise(setImmediate);
    expect([engines.length, engine.state]).toEqual([2, 'running']);
  });

  it('that was given up is started again by a lock, so that its account can be opened', async () => {
    const { engine, engines, leave } = setUp();
    await leave();
    await engine.renew();
    expect([engines.length, engine.state]).toEqual([2, 'running']);
  });

  it('is ended for good also while it is being replaced', async () => {
    const { engine, engines, clock } = setUp();
    const renewed = engine.renew();
    const stopped = engine.stop();
    clock.waits.at(-1)?.end.resolve();
    await Promise.all([renewed, stopped]);
    expect(engines).toHaveLength(1);
    expect(engines[0]?.killed()).toBe(true);
  });

  it('is ended where it does not close its files in time', async () => {
    const { engine, clock, last } = setUp();
    const stopped = engine.stop();
    expect([clock.waits.at(-1)?.ms, last().killed()]).toEqual([2000, false]);
    clock.waits.at(-1)?.end.resolve();
    await stopped;
    expect(last().killed()).toBe(true);
  });

  it.each([
    ['is replaced, as by a lock', ({ engine }: ReturnType<typeof setUp>) => void engine.renew()],
    ['is stopped, as by quitting', ({ engine }: ReturnType<typeof setUp>) => void engine.stop()],
    ['crashes', ({ last }: ReturnType<typeof setUp>) => last().end(1)],
  ])('takes the processes that work on PDFs along where it %s', async (_how, finish) => {
    const run = setUp();
    createRelayedFork(run.last().inside)({ role: 'pack' });
    await waitUntilPasses(() =>
      expect(run.pdfProcesses).toEqual([{ task: { role: 'pack' }, isKilled: false }]),
    );
    finish(run);
    expect(run.pdfProcesses).toEqual([{ task: { role: 'pack' }, isKilled: true }]);
  });

  it('is not waited for where it ends by itself on request', async () => {
    const { engine, last } = setUp();
    const stopped = engine.stop();
    last().end(0);
    expect(await stopped).toBeUndefined();
  });

  it('is not restarted when it is to end while it waits', async () => {
    const { engine, engines, onRestarted, last } = setUp();
    last().end(1);
    await engine.stop();
    await new Promise(setImmediate);
    expect(engines).toHaveLength(1);
    expect(onRestarted).not.toHaveBeenCalled();
  });
});
