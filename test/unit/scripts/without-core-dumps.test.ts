import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { runWithoutCoreDumps, type Command } from '../../../scripts/without-core-dumps.ts';

/** Says that it runs, and goes on until it is killed. */
const WAITING = "console.log(process.argv.slice(1).join('|'));setInterval(() => {}, 1000)";
const COMMAND: Command = [process.execPath, '-e', WAITING, '--', 'a b', '"$0"'];

test.skipIf(process.platform !== 'linux')(
  'a program that npm start opens writes no core dump, has its arguments as they are, and receives signals itself',
  async () => {
    // A limit that the user has set for themselves: only a lower one is possible below it.
    const allowing = [
      '-c',
      'ulimit -S -c "$(ulimit -H -c)"; exec "$@"',
      'sh',
      ...runWithoutCoreDumps(COMMAND),
    ];
    const child = spawn('/bin/sh', allowing, { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [words] = (await once(child.stdout, 'data')) as [Buffer]; // as Node says
    expect(String(words)).toBe('a b|"$0"\n');
    expect(readFileSync(`/proc/${child.pid}/limits`, 'utf8')).toMatch(/Max core file size +0 +0 /);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
  },
);

test('Windows has no such limit: the program is started as it is', () => {
  expect(runWithoutCoreDumps(COMMAND, 'win32')).toBe(COMMAND);
});
