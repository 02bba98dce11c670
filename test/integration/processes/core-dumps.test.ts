import { fork, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { leaveMemoryOutOfCoreDumps } from '#main/base/core-dumps.ts';
import { waitUntilPasses } from '../../support/wait.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';

/** Starts with a filter that writes all memory, and says at the end which one is set. */
const REPORT = `data:text/javascript,import { readFileSync, writeFileSync } from 'node:fs';const file='/proc/self/coredump_filter';writeFileSync(file,'0x33');process.on('exit',()=>console.error('filter',parseInt(readFileSync(file,'utf8'),16)))`;
const folder = useTemporaryFolder();
const toPath = (entry: string): string => fileURLToPath(new URL(`../../../main/${entry}`, import.meta.url));

describe.skipIf(process.platform !== 'linux')('what the system writes after a crash', () => {
  test.each([
    // Without a parent it ends at once.
    ['the engine', 'engine/index.ts'],
    ['the command', 'cli/index.ts'],
    ['a process for PDFs', 'engine/pdf-process.ts'],
  ])('has nothing of the memory of %s', (_name, entry) => {
    const { stderr } = spawnSync(process.execPath, ['--import', REPORT, toPath(entry), '--version'], {
      encoding: 'utf8',
      env: {},
    });
    expect(stderr).toContain('filter 0\n');
  });

  test('has nothing of the memory of the keychain’s process', async () => {
    const child = fork(toPath('vault/keychain-child.ts'), { execArgv: ['--import', REPORT], env: {} });
    const read = (): number =>
      Number.parseInt(readFileSync(`/proc/${child.pid}/coredump_filter`, 'utf8'), 16);
    onTestFinished(() => void child.kill('SIGKILL'));
    await waitUntilPasses(() => expect(read()).toBe(0));
  });
});

test('a system without such a filter changes nothing, and no file is made', () => {
  const missing = join(folder(), 'coredump_filter');
  expect(() => leaveMemoryOutOfCoreDumps(missing)).not.toThrow();
  expect(() => readFileSync(missing)).toThrow('ENOENT');
});
