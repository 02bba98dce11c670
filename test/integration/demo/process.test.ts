import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ask } from './open-clinic.ts';

/** From source, or the bundle where a run has just built it. */
const ENTRY = new URL(
  process.env['INTRAY_WORKER'] === 'built' ? '../../../dist/main/demo.cjs' : '../../../main/demo/index.ts',
  import.meta.url,
).pathname;
const SMALL = [
  '--seed',
  '3',
  '--requisitions',
  '5',
  '--forms',
  '2',
  '--notifications',
  '3',
  '--patients',
  '2',
];

function started<Process extends ChildProcess>(child: Process): Process {
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

function byHand(args: readonly string[]) {
  return started(spawn(process.execPath, [ENTRY, ...args], { stdio: ['ignore', 'pipe', 'pipe'] }));
}

async function firstLine(child: ReturnType<typeof byHand>): Promise<Record<string, string>> {
  const [chunk] = await once(child.stdout, 'data');
  return JSON.parse(String(chunk));
}

async function getExit(child: ChildProcess): Promise<unknown> {
  const [code] = await once(child, 'exit');
  return code;
}

describe('the demo clinic, started by hand', () => {
  it('prints one line of JSON, serves, and ends on SIGTERM', async () => {
    const child = byHand(SMALL);
    const line = await firstLine(child);
    expect(Object.keys(line)).toEqual(['base_url', 'access_token', 'jwt', 'user_id']);
    const headers = { authorization: `Bearer ${line.access_token}`, 'x-jwt': line.jwt ?? '' };
    const { json } = await ask(`${line.base_url}/v2/requisitions`, { headers });
    expect(json.data).toHaveLength(5);
    child.kill('SIGTERM');
    expect(await getExit(child)).toBe(0);
  });

  it.each([
    [['--requisitions', '-1'], /requisitions/],
    [['--port', '70000'], /--port must be a whole number from 0 to 65535/],
    [['--patients', '0'], /--patients must be a whole number from 1/],
    [['--seed'], /--seed/],
    [['--dialect', 'Martian'], /--dialect must be one of plain, nulls, .* or a whole number/],
    [['--colour', 'red'], /--colour/],
    [['now'], /now/],
  ])('reports in one line what is wrong with %j and ends with 2', async (args, problem) => {
    const child = byHand(args);
    const [said, code] = await Promise.all([text(child.stderr), getExit(child)]);
    expect(code).toBe(2);
    expect(said).toMatch(problem);
    expect(said.trimEnd().split('\n')).toHaveLength(1);
  });

  it('reports that the port is in use and ends with 1', async () => {
    const server = createServer();
    onTestFinished(() => {
      server.close();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo; // it listens on TCP
    const child = byHand(['--port', String(port)]);
    const [said, code] = await Promise.all([text(child.stderr), getExit(child)]);
    expect([said.trim(), code]).toEqual(['The port is in use already.', 1]);
  });
});

describe('the demo clinic, forked', () => {
  it('reports that it is ready, and ends with its parent', async () => {
    const child = started(fork(ENTRY, SMALL, { stdio: 'pipe' }));
    const [message] = await once(child, 'message');
    expect(message).toEqual({
      type: 'ready',
      baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      accessToken: expect.any(String),
      jwt: expect.any(String),
      userId: expect.stringMatching(/^user_/),
      names: expect.arrayContaining([
        { id: expect.stringMatching(/^user_/), name: expect.any(String), identifier: expect.any(String) },
      ]),
    });
    child.disconnect();
    expect(await getExit(child)).toBe(0);
  });
});
