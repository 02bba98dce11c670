import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { PreloadBridge } from '#contract/api.ts';
import { procedures } from '#contract/procedures.ts';
import { eventSchemas } from '#contract/events.ts';
import { exposed, renderer } from '../../support/fake-electron.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);

let bridge: PreloadBridge;
beforeAll(async () => {
  await import('../../../preload/index.ts');
  bridge = exposed.get('intray') as PreloadBridge; // what the page gets, typed by the contract
});

function emit(name: string, payload: unknown, event: object = { sender: 'privileged' }): void {
  renderer.events.emit('intray:event', event, name, payload);
}
/** Listeners are called after the event has been processed. */
const afterwards = (): Promise<void> => new Promise((resolve) => queueMicrotask(resolve));

describe('the bridge', () => {
  it('is the only object that the page gets', () => {
    expect([...exposed.keys()]).toEqual(['intray']);
  });

  it('holds one function per procedure and per event, and nothing else', () => {
    expect(Object.keys(bridge)).toEqual(['call', 'reads', 'on']);
    expect(Object.keys(bridge.reads)).toEqual(['abandon']);
    expect(Object.keys(bridge.call)).toEqual(Object.keys(procedures));
    expect(Object.keys(bridge.on)).toEqual(Object.keys(eventSchemas));
    for (const member of [bridge.call, bridge.reads, bridge.on].flatMap((part) => Object.values(part)))
      expect(typeof member).toBe('function');
  });

  it('is frozen all the way down', () => {
    expect([bridge, bridge.call, bridge.reads, bridge.on].every((part) => Object.isFrozen(part))).toBe(true);
  });
});

describe('a call over the bridge', () => {
  it('carries its name and its input on the one channel', async () => {
    const sent: unknown[] = [];
    renderer.invoke = async (...args) => {
      sent.push(args);
      return { ok: true, value: 1 };
    };
    expect(await bridge.call['forms.get']({ id: 'form_1' })).toEqual({ ok: true, value: 1 });
    expect(sent).toEqual([['intray:call', 'forms.get', { id: 'form_1' }, {}]]);
  });

  it('carries the account of its page, and the ticket of a read, which abandons it', async () => {
    const sent: unknown[] = [];
    renderer.invoke = async (...args) => sent.push(args);
    await bridge.call['forms.get']({ id: 'form_1' }, { ticket: 7, account: 'demo' });
    bridge.reads.abandon(7);
    expect(sent).toEqual([
      ['intray:call', 'forms.get', { id: 'form_1' }, { ticket: 7, account: 'demo' }],
      ['intray:abandon', 7],
    ]);
  });

  it.each([
    ['is rejected', async () => Promise.reject(new Error('An object could not be cloned.'))],
    [
      'throws',
      () => {
        throw new Error('An object could not be cloned.');
      },
    ],
  ])('returns an error value if sending %s', async (_how, invoke) => {
    renderer.invoke = invoke;
    expect(await bridge.call['sync.health']({})).toEqual({
      ok: false,
      error: { code: 'invalid-input', detail: 'not plain data' },
    });
  });
});

describe('an event that comes before the page subscribes', () => {
  it('is delivered to the first subscriber only, with its last payload', async () => {
    emit('reveal', { notification: 'notf_1' });
    emit('reveal', { notification: 'notf_2' });
    const received: unknown[] = [];
    bridge.on.reveal((payload) => received.push(payload));
    bridge.on.reveal((payload) => received.push(payload));
    await afterwards();
    expect(received).toEqual([{ notification: 'notf_2' }]);
  });

  it('is not kept after the first subscription: a later subscriber requests the state', async () => {
    const received: unknown[] = [];
    bridge.on.unread(() => {})();
    emit('unread', { count: 1 });
    bridge.on.unread((payload) => received.push(payload));
    await afterwards();
    expect(received).toEqual([]);
  });
});

describe('a subscription', () => {
  it('receives its own event and never the event object', async () => {
    const received: unknown[][] = [];
    bridge.on.command((...args) => received.push(args));
    emit('command', { id: 'sync.now' });
    emit('engine', { state: 'running' });
    emit('__proto__', {});
    await afterwards();
    expect(received).toEqual([[{ id: 'sync.now' }]]);
  });

  it('ends when it is unsubscribed, and leaves the others', async () => {
    const received: string[] = [];
    const off = bridge.on.engine(() => received.push('first'));
    bridge.on.engine(() => received.push('second'));
    off();
    off();
    emit('engine', { state: 'running' });
    await afterwards();
    expect(received).toEqual(['second']);
  });

  it('is counted twice when the same function subscribes twice', async () => {
    let count = 0;
    const listener = (): void => {
      count += 1;
    };
    const off = bridge.on.engine(listener);
    bridge.on.engine(listener);
    off();
    emit('engine', { state: 'running' });
    await afterwards();
    expect(count).toBe(1);
  });

  it('is one listener on the channel, however many there are', () => {
    for (let count = 0; count < 50; count++) bridge.on.changed(() => {});
    expect(renderer.events.listenerCount('intray:event')).toBe(1);
  });
});
