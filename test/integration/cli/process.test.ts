import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../support/engine.ts';
import { ENTRY, expectSuccess, variablesFor, openCommand, type TestCommand } from '../../support/command.ts';

let command: TestCommand;

interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly err: string }>;
}

function start(...words: readonly string[]): Running {
  return startWith(variablesFor(command.clinic), words);
}

/** Starts the command with these variables and few others. */
function startWith(
  variables: Readonly<Record<string, string | undefined>>,
  words: readonly string[],
): Running {
  const child = spawn(process.execPath, [ENTRY, ...words, '--data-dir', command.dataDir], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const ended = new Promise<{ code: number | null; err: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, err }));
  });
  return { child, ended };
}

async function toText({ child, ended }: Running): Promise<{ code: number | null; err: string; out: string }> {
  let out = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  return { ...(await ended), out };
}

beforeAll(async () => {
  command = await openCommand({ seed: 9, requisitions: 2500, forms: 3, notifications: 5 });
  expectSuccess(await toText(start('account', 'add', '--base-url', command.clinic.baseUrl)));
  expectSuccess(await toText(start('sync')));
});
afterAll(() => command.close());

describe('the command as a program', () => {
  test('prints its help and ends with 0', async () => {
    const { code, out, err } = await toText(start('--help'));
    expect({ code, err }).toEqual({ code: 0, err: '' });
    ['account', 'sync', 'status', 'list', 'get', 'dump', '--json'].forEach((word) =>
      expect(out).toContain(word),
    );
  });

  test('dumps everything through a pipe', async () => {
    const { code, out } = await toText(start('dump', 'requisitions'));
    expect(code).toBe(0);
    expect(out.trimEnd().split('\n')).toHaveLength(2500);
  });

  test('ends without an error when its reader closes', async () => {
    const { child, ended } = start('dump', 'requisitions');
    child.stdout?.once('data', () => child.stdout?.destroy());
    expect(await ended).toEqual({ code: 0, err: '' });
  });

  test('stops a sync early in a list whose order it has learned, and takes every page with --full', async () => {
    const pages = async (...more: readonly string[]): Promise<number> => {
      const before = command.clinic.requests().length;
      expectSuccess(await toText(start('sync', '--kind', 'requisitions', ...more)));
      return command.clinic
        .requests()
        .slice(before)
        .filter(({ path }) => path === '/v2/requisitions').length;
    };
    const early = await pages();
    expect(await pages('--full')).toBeGreaterThan(early);
  });

  test('stops its sync at Ctrl-C, keeps the cache intact, and releases the folder', async () => {
    command.clinic.faults.add({ match: { path: /^\/v2\/requisitions/, skip: 2 }, action: { kind: 'stall' } });
    const before = command.clinic.requests().length;
    const { child, ended } = start('sync', '--kind', 'requisitions', '--full');
    await until(() => command.clinic.requests().length >= before + 3, 'a request that is never answered');
    child.kill('SIGINT');
    const { code, err } = await ended;
    command.clinic.faults.clear();
    expect(code).toBe(1);
    expect(err).toBe('intray: Stopped before it was finished. What was received is kept. (requisitions)\n');
    const { out } = await toText(start('status', '--json'));
    expect(JSON.parse(out)).toMatchObject({ health: { kinds: [{}, { cached: 2500 }, {}] } });
  });

  test('starts the process of the keychain without secrets and without variables that change Node', async () => {
    // Node loads this program into every process whose environment says so, and it writes down that environment.
    const folder = join(command.folder, 'environments');
    const program = join(command.folder, 'write-environment.cjs');
    mkdirSync(folder);
    writeFileSync(
      program,
      `require('node:fs').writeFileSync(${JSON.stringify(folder)} + '/' + process.pid, JSON.stringify(process.env))`,
    );
    const { INTRAY_CACHE_KEY: _key, ...tokens } = variablesFor(command.clinic);
    const bus = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/bus' };
    const running = startWith({ ...tokens, ...bus, NODE_OPTIONS: `--require=${program}` }, [
      'status',
      '--json',
    ]);
    const { err } = await toText(running);
    // The keychain was asked for the key that the variables do not hold.
    expect(JSON.parse(err)).toMatchObject({ error: { code: 'keychain-unavailable' } });
    expect(readdirSync(folder)).toEqual([String(running.child.pid)]);
  });

  test('shows no stack trace for any arguments', async () => {
    const { code, err, out } = await toText(start('get', 'forms', '\u001b[2J../../etc/passwd'));
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toBe('intray: This record does not exist on the service or on this computer.\n');
  });
});
