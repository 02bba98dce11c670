import { describe, expect, it, vi } from 'vitest';
import { systemClock, type Clock } from '#main/base/clock.ts';
import { createPortPair, type ChildPort } from '#main/base/port.ts';
import { startDemoClinic } from '#main/shell/processes.ts';
import { manualClock } from '../../support/clocks.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);

const NEVER: Clock = { ...systemClock, wait: () => new Promise(() => {}) };
const READY = { baseUrl: 'http://127.0.0.1:4000', accessToken: 'a', jwt: 'b', userId: 'user_1', names: [] };

function setUp() {
  const [outside, inside] = createPortPair();
  const exits: ((code: number | null) => void)[] = [];
  let kills = 0;
  const child: ChildPort = {
    ...outside,
    onExit: (listener) => exits.push(listener),
    kill: () => void (kills += 1),
  };
  return { child, inside, end: () => exits.forEach((listener) => listener(1)), kills: () => kills };
}

describe('the demo clinic', () => {
  it('has started when it has reported its address and tokens, and can be stopped', async () => {
    const { child, inside, kills } = setUp();
    const starting = startDemoClinic(() => child, NEVER);
    inside.send('something else');
    inside.send({ type: 'ready', baseUrl: 1 });
    inside.send({ type: 'ready', ...READY });
    const demo = await starting;
    expect(demo).toMatchObject(READY);
    demo.stop();
    expect(kills()).toBe(1);
  });

  it('has ended once its process has ended', async () => {
    const { child, inside, end } = setUp();
    const starting = startDemoClinic(() => child, NEVER);
    inside.send({ type: 'ready', ...READY });
    const demo = await starting;
    expect(demo.isRunning()).toBe(true);
    end();
    expect(demo.isRunning()).toBe(false);
  });

  it('has failed to start if its process ends first', async () => {
    const { child, end } = setUp();
    const starting = startDemoClinic(() => child, NEVER);
    end();
    await expect(starting).rejects.toThrow('has ended');
  });

  it('may take most of a minute on a busy computer', async () => {
    const { child, inside, kills } = setUp();
    const clock = manualClock();
    const starting = startDemoClinic(() => child, clock);
    await clock.pass(45_000);
    inside.send({ type: 'ready', ...READY });
    await expect(starting).resolves.toMatchObject(READY);
    expect(kills()).toBe(0);
  });

  it('is ended if it does not respond for too long', async () => {
    const { child, kills } = setUp();
    const clock: Clock = { ...systemClock, wait: async () => {} };
    await expect(startDemoClinic(() => child, clock)).rejects.toThrow('in time');
    expect(kills()).toBe(1);
  });
});
