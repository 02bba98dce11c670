import { once } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ChildPort } from '#main/base/port.ts';
import { createBundleForker } from '#main/shell/processes.ts';
import { FakeUtilityProcess, resetElectron, lastAsk } from '../../support/fake-electron.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);
const lines: string[] = [];
afterEach(() => {
  lines.length = 0;
  resetElectron();
});

function fork(): { child: ChildPort; inside: FakeUtilityProcess } {
  const child = createBundleForker({ PATH: '/' }, (line) => lines.push(line))(
    'Intray engine',
    '/app/engine.cjs',
    ['/d'],
  );
  const inside = FakeUtilityProcess.made[0];
  if (inside === undefined) throw new Error('nothing was started');
  return { child, inside };
}

describe('a child process', () => {
  it('is started with the given environment and no other', () => {
    fork();
    expect(lastAsk('utilityProcess.fork')).toEqual([
      '/app/engine.cjs',
      ['/d'],
      { serviceName: 'Intray engine', env: { PATH: '/' }, stdio: ['ignore', 'ignore', 'pipe'] },
    ]);
  });

  it('receives and sends messages, until the listener is removed', () => {
    const { child, inside } = fork();
    const received: unknown[] = [];
    child.send({ a: 1 });
    const off = child.onMessage((message) => received.push(message));
    inside.emit('message', 'one');
    off();
    inside.emit('message', 'two');
    expect([inside.posted, received]).toEqual([[{ a: 1 }], ['one']]);
  });

  it('receives nothing after it has ended, not even from listeners of its end', () => {
    const { child, inside } = fork();
    child.onExit(() => child.send('too late'));
    inside.emit('exit', 1);
    child.send('later still');
    expect(inside.posted).toEqual([]);
  });

  it('reports its end once, also to later listeners', () => {
    const { child, inside } = fork();
    const codes: (number | null)[] = [];
    child.onExit((code) => codes.push(code));
    inside.emit('exit', 7);
    child.onExit((code) => codes.push(code));
    expect(codes).toEqual([7, 7]);
  });

  it('has its error output logged line by line, without names', async () => {
    const { inside } = fork();
    inside.stderr.write('req_abc failed\nhalf a ');
    inside.stderr.end('line\n');
    await once(inside.stderr, 'close');
    expect(lines).toEqual(['req_***', 'half a line']);
  });

  it('has its last line logged once, whether it comes as a message, from its error output, or both', async () => {
    for (const ways of [['message'], ['stderr'], ['message', 'stderr'], ['stderr', 'message']]) {
      lines.length = 0;
      resetElectron();
      const { inside } = fork();
      for (const way of ways) {
        if (way === 'message') inside.emit('message', { t: 'last-line', line: 'failed: req_abc' });
        else await new Promise((resolve) => inside.stderr.write('failed: req_abc\n', resolve));
        await new Promise(setImmediate);
      }
      expect(lines).toEqual(['failed: req_***']);
    }
  });

  it('that the JavaScript engine gives up is logged without the report, and does not end this process', () => {
    const { inside } = fork();
    inside.emit('error', 'FatalError', 'v8::Heap', '{"environmentVariables":{"INTRAY_JWT":"secret"}}');
    expect(lines).toEqual(['Intray engine: FatalError at v8::Heap']);
  });

  it('can be killed, even while it is still being started', () => {
    const { child, inside } = fork();
    inside.killable = false;
    child.kill();
    inside.killable = true;
    inside.emit('spawn');
    expect(inside.kills).toBe(2);
  });

  it('is not killed when it has ended', () => {
    const { child, inside } = fork();
    inside.emit('exit', 0);
    child.kill();
    expect(inside.kills).toBe(0);
  });
});
