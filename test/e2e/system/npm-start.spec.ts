import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test as base, type App } from '../fixtures.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

interface Started {
  readonly pid: number | undefined;
  readonly output: () => string;
  /** Asks it to end and returns the exit code. */
  readonly end: () => Promise<number | null>;
  readonly ended: Promise<number | null>;
}

/** `npm start` with these arguments, on a computer without a display. */
const test = base.extend<{ npmStart: (app: App, ...words: readonly string[]) => Started }>({
  npmStart: async ({ host }, use) => {
    const children: ChildProcess[] = [];
    await use((app, ...words) => {
      const { PATH = '' } = process.env;
      const all = [join(ROOT, 'scripts/start.ts'), `--host=${host}`, `--data-dir=${app.dataDir}`, ...words];
      const child = spawn(process.execPath, all, { env: { PATH, HOME: app.home, TMPDIR: app.home } });
      children.push(child);
      const output: string[] = [];
      child.stdout.on('data', (chunk) => output.push(String(chunk)));
      child.stderr.on('data', (chunk) => output.push(String(chunk)));
      const ended = once(child, 'exit').then(([code]) => code as number | null); // as Node says
      return {
        pid: child.pid,
        output: () => output.join(''),
        ended,
        end: () => {
          child.kill('SIGTERM');
          return ended;
        },
      };
    });
    for (const child of children) child.kill('SIGTERM');
  },
});

/** The soft and the hard limit of core dumps of the processes that this one has started, once their shell has become them. */
function readCoreLimits(pid = 0): readonly string[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  const own = children.filter((child) => !readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('ulimit'));
  return own.map((child) => {
    const [, soft, hard] =
      /Max core file size +(\S+) +(\S+)/.exec(readFileSync(`/proc/${child}/limits`, 'utf8')) ?? [];
    return `${soft} ${hard}`;
  });
}

test('Without a display it writes a picture of the demo clinic, and runs until it is asked to end', async ({
  makeApp,
  npmStart,
}) => {
  const picture = join(ROOT, '.cache/first-screen.png');
  rmSync(picture, { force: true });
  const { output, end, pid } = npmStart(makeApp({ isNew: true }));
  await expect.poll(output).toContain(picture);
  if (process.platform === 'linux') await expect.poll(() => readCoreLimits(pid)).toEqual(['0 0']);
  await expect.poll(output).toContain('Host: ');
  await expect(() => expect(readFileSync(picture).subarray(0, PNG.length)).toEqual(PNG)).toPass({
    timeout: 90_000,
  });
  expect(await end()).toBe(0);
});

test('It takes no picture by default if the account of a clinic would open', async ({
  makeApp,
  npmStart,
}) => {
  const app = makeApp({
    prepare: (dataDir) => {
      mkdirSync(dataDir, { recursive: true });
      writeFileSync(join(dataDir, 'intray-data.json'), '{"program":"Intray","version":1}\n');
      writeFileSync(join(dataDir, 'accounts.json'), JSON.stringify({ current: 'a'.repeat(16) }));
    },
  });
  const { output, end } = npmStart(app);
  await expect.poll(output).toContain('Host: ');
  expect(output()).not.toContain('picture');
  await end();
});

test('An unknown option is reported, and nothing starts', async ({ makeApp, npmStart }) => {
  const { output, ended } = npmStart(makeApp(), '--colour', 'blue');
  expect(await ended).toBe(2);
  expect(output()).toMatch(/^Usage: npm start/);
});

test('On Electron without a display it opens one, and passes on that it is asked to end', async ({
  makeApp,
}) => {
  test.skip(process.platform !== 'linux', 'other systems always have a display');
  const { home, dataDir } = makeApp();
  mkdirSync(home, { recursive: true });
  // A program in the place of Electron's own.
  const program = `#!${process.execPath}
process.on('SIGTERM', () => { console.log('asked to end'); process.exit(0); });
setInterval(() => {}, 1000);
console.log('display', process.env.DISPLAY);
`;
  writeFileSync(join(home, 'electron'), program, { mode: 0o755 });
  const { PATH = '' } = process.env;
  const words = [join(ROOT, 'scripts/start.ts'), '--host', 'electron', '--data-dir', dataDir];
  const child = spawn(process.execPath, words, {
    env: { PATH, HOME: home, TMPDIR: home, ELECTRON_OVERRIDE_DIST_PATH: home },
  });
  const output: string[] = [];
  child.stdout.on('data', (chunk) => output.push(String(chunk)));
  child.stderr.on('data', (chunk) => output.push(String(chunk)));
  const ended = once(child, 'exit');
  await expect.poll(() => output.join('')).toMatch(/display :\d+/);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(output.join('')).toContain('asked to end');
});

test('It gives Electron each option as one word, because Windows ends a program with an address before another word', async ({
  makeApp,
}) => {
  test.skip(process.platform === 'win32', 'the program in place of Electron is a shell script');
  const { home } = makeApp();
  writeFileSync(join(home, 'electron'), '#!/bin/sh\nfor word; do echo "[$word]"; done\n', { mode: 0o755 });
  const words = [
    '--host',
    'electron',
    '--base-url',
    'https://clinic.example.org',
    '--data-dir',
    join(home, 'data'),
  ];
  const child = spawn(process.execPath, [join(ROOT, 'scripts/start.ts'), ...words], {
    // The script shows nothing, so no display is started for it.
    env: { PATH: process.env['PATH'], HOME: home, DISPLAY: ':0', ELECTRON_OVERRIDE_DIST_PATH: home },
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  await once(child, 'close');
  expect(output).toContain(
    `[${ROOT}]\n[--base-url=https://clinic.example.org]\n[--data-dir=${join(home, 'data')}]\n`,
  );
});
