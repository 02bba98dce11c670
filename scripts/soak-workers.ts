/**
 * Starts and ends worker threads many times, each with an open database: `node scripts/soak-workers.ts
 * [--times=N] [--electron]`. With `--electron` it does so in a utility process of Electron's own program, after
 * `npm run build`; Electron has had crashes of threads that end at the wrong moment. It prints one line of JSON
 * and ends with 1 where a thread failed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { createRedactingLog } from '#main/base/log.ts';
import { startThread, type StartWorker } from '#main/engine/sqlite/worker.ts';
import { createWorkerStarter } from '#main/engine/sqlite/worker-starter.ts';
import { electronProgram, HOW_TO_GET_ELECTRON } from '../test/host/electron-program.ts';

const ROOT = resolve(import.meta.dirname, '..');
const BUNDLE = join(ROOT, 'dist/main/engine-worker.cjs');
const SOURCE = join(ROOT, 'main/engine/worker.ts');
const KEY = 'ab'.repeat(32);

const log = createRedactingLog(
  (line) => process.stderr.write(`${line}\n`),
  () => Date.now(),
);

/**
 * Starts one writer on a file of its own and ends it: every third while it opens the file, the others
 * afterwards.
 * @returns whether it did what it was asked for
 */
async function runWorker(startWorker: StartWorker, folder: string, index: number): Promise<boolean> {
  let isWhole = true;
  const onDown = (): void => void (isWhole = false);
  const worker = startThread({ role: 'writer', startWorker, log, onEvent: () => {}, onDown });
  const opened = worker.call('open', { folder, key: KEY, isDamaged: false });
  if (index % 3 !== 0) isWhole = (await opened).ok;
  await worker.end();
  return isWhole;
}

async function soak(times: number): Promise<number> {
  const startWorker = createWorkerStarter(pathToFileURL(existsSync(BUNDLE) ? BUNDLE : SOURCE));
  const folder = mkdtempSync(join(tmpdir(), 'intray-soak-'));
  const from = performance.now();
  let failed = 0;
  try {
    for (let index = 0; index < times; index += 2) {
      // Two at a time, as the writer and the reader of an account.
      const pair = [0, 1].map((part) => mkdtempSync(join(folder, `${index + part}-`)));
      const done = await Promise.all(pair.map((own, part) => runWorker(startWorker, own, index + part)));
      failed += done.filter((isWhole) => !isWhole).length;
      for (const own of pair) rmSync(own, { recursive: true, force: true });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  // One more, which is alive when the process ends.
  startWorker('reader');
  const { node } = process.versions;
  const electron = process.versions['electron'] ?? null;
  const megabytes = Math.round(process.memoryUsage.rss() / 1e6);
  const seconds = Math.round((performance.now() - from) / 100) / 10;
  console.log(JSON.stringify({ times, failed, seconds, megabytes, node, electron }));
  return failed === 0 ? 0 : 1;
}

/** Runs this script in a utility process of Electron's own program. */
function soakInElectron(times: number): number {
  const program = electronProgram();
  if (program === null) {
    console.error(`Electron's program is not installed. Get it with: ${HOW_TO_GET_ELECTRON}`);
    return 1;
  }
  const folder = mkdtempSync(join(tmpdir(), 'intray-soak-main-'));
  const fork = [import.meta.filename, [`--times=${times}`], { stdio: 'inherit' }];
  const main = `const { app, utilityProcess } = require('electron');
    app.setPath('userData', __dirname);
    app.whenReady().then(() => {
      const child = utilityProcess.fork(...${JSON.stringify(fork)});
      child.on('exit', (code) => app.exit(code));
    });`;
  writeFileSync(join(folder, 'main.cjs'), main);
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const { status } = spawnSync(program, [...asRoot, join(folder, 'main.cjs')], { stdio: 'inherit' });
  rmSync(folder, { recursive: true, force: true });
  return status ?? 1;
}

const { values } = parseArgs({
  options: { times: { type: 'string', default: '200' }, electron: { type: 'boolean', default: false } },
});
const times = Number(values.times);
// A utility process does not end by itself, and a thread is still alive.
process.exit(values.electron ? soakInElectron(times) : await soak(times));
