import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** Starts with a mask that allows everything, and writes at the end which one is set. */
const REPORT =
  "data:text/javascript,process.umask(0);process.on('exit',()=>console.error('mask',process.umask(0).toString(8)))";

test.skipIf(process.platform === 'win32').each([
  // Without a parent it ends at once.
  ['the engine', 'engine/index.ts'],
  ['the command', 'cli/index.ts'],
  ['a process for PDFs', 'engine/pdf-process.ts'],
])('what %s writes is for its owner only, whatever the user’s mask is', (_name, entry) => {
  const path = fileURLToPath(new URL(`../../../main/${entry}`, import.meta.url));
  const { stderr } = spawnSync(process.execPath, ['--import', REPORT, path, '--version'], {
    encoding: 'utf8',
    env: {},
  });
  expect(stderr).toContain('mask 77\n');
});
