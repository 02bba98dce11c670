import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runHeadless } from '#main/shell/processes.ts';
import { FakeWindow, resetElectron, askedNames, lastAsk } from '../../support/fake-electron.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'intray-headless-'));
});
afterEach(() => {
  resetElectron();
  rmSync(folder, { recursive: true, force: true });
});

const argv = [...process.argv];
afterEach(() => process.argv.splice(0, Infinity, ...argv));

it('the headless command opens no window and ends with its own exit code', async () => {
  const bundle = join(folder, 'cli.cjs');
  writeFileSync(bundle, 'exports.run = async (words, fork) => { fork("/child.cjs"); return words.length; };');
  await runHeadless(bundle, ['list', 'forms', '--json']);
  expect(FakeWindow.made).toEqual([]);
  expect(askedNames()).toEqual(['app.whenReady', 'utilityProcess.fork', 'app.exit']);
  expect(lastAsk('utilityProcess.fork')[0]).toBe('/child.cjs');
  expect(lastAsk('app.exit')).toEqual([3]);
});
