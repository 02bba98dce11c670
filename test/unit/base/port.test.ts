import { EventEmitter } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';
import { onParentProcessEnd } from '#main/base/port.ts';

afterEach(() => vi.unstubAllGlobals());

/** Plays a process with these members. */
function play(members: object): EventEmitter {
  const played = Object.assign(new EventEmitter(), members);
  vi.stubGlobal('process', played);
  return played;
}

it('the end of the parent is heard on the channel of Node', () => {
  const listener = vi.fn();
  const played = play({ send: () => true });
  onParentProcessEnd(listener);
  played.emit('disconnect');
  played.emit('disconnect');
  expect(listener).toHaveBeenCalledTimes(1);
});

it.each([{}, { parentPort: new EventEmitter() }, { parentPort: new EventEmitter(), send: () => true }])(
  'the end of the parent is not waited for where nothing reports it',
  (members) => {
    const played = play(members);
    onParentProcessEnd(() => {});
    expect(played.eventNames()).toEqual([]);
  },
);
