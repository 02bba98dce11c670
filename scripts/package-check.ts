/**
 * `npm run package:check`: packs Intray over a stub Electron distribution, checks the result, and runs the
 * smoke specifications from the packed bundles on the stand-in host. Downloads nothing. With `--write-list` the
 * golden list of the package's files is written again.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { extractAll } from '@electron/asar';
import {
  CHECKS,
  GOLDEN_LIST,
  listContents,
  type Check,
  type Findings,
  type PackedProgram,
} from './package/contents.ts';
import { writeStubElectron } from './package/stub-electron.ts';
import { ensureSystemParts } from './system-parts.ts';

const ROOT = resolve(import.meta.dirname, '..');

function run(
  script: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): boolean {
  const { status } = spawnSync(process.execPath, [join(ROOT, 'node_modules', script), ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...variables },
  });
  return status === 0;
}

function getElectronVersion(): string {
  const file = createRequire(import.meta.url).resolve('electron/package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version; // every package has one
}

/** Builds and packs into a folder, and extracts the archive; returns null where something failed. */
async function pack(folder: string): Promise<PackedProgram | null> {
  const stub = join(folder, 'electron');
  await writeStubElectron(stub, getElectronVersion());
  const options = [`-c.electronDist=${stub}`, `-c.directories.output=${join(folder, 'release')}`];
  const packs =
    run('vite/bin/vite.js', ['build', '--logLevel', 'warn']) &&
    run('electron-builder/cli.js', ['--linux', '--dir', '--publish', 'never', ...options]);
  if (!packs) return null;
  const suffix = process.arch === 'x64' ? '' : `-${process.arch}`;
  const packed = {
    folder: join(folder, 'release', `linux${suffix}-unpacked`),
    app: join(folder, 'app'),
    arch: process.arch,
  };
  extractAll(join(packed.folder, 'resources/app.asar'), packed.app);
  return packed;
}

async function getFindings(check: Check, packed: PackedProgram): Promise<Findings> {
  try {
    return await check(packed);
  } catch (thrown) {
    return { problems: [String(thrown).split('\n', 1)[0] ?? ''] };
  }
}

async function isAsItShouldBe(packed: PackedProgram): Promise<boolean> {
  let isGood = true;
  for (const [name, check] of Object.entries(CHECKS)) {
    const { problems, measured } = await getFindings(check, packed);
    const figures = measured === undefined ? '' : ` (${measured})`;
    console.log(`${problems.length === 0 ? 'ok    ' : 'FAILED'} ${name}${figures}`);
    for (const problem of problems) console.log(`         ${problem}`);
    isGood &&= problems.length === 0;
  }
  return isGood;
}

async function check(folder: string): Promise<boolean> {
  const packed = await pack(folder);
  if (packed === null) return false;
  if (process.argv.includes('--write-list'))
    writeFileSync(GOLDEN_LIST, `${listContents(packed).join('\n')}\n`);
  if (!(await isAsItShouldBe(packed))) return false;
  console.log('Smoke specifications from the packed bundles:');
  const smoke = ['test', '--project=chromium', '--grep=@smoke', '--reporter=list'];
  return run('playwright/cli.js', smoke, { INTRAY_APP_FOLDER: packed.app });
}

if (process.platform !== 'linux') {
  console.error('package:check packs for Linux, and runs there.');
  process.exit(1);
}
if (!ensureSystemParts(['chromium'])) process.exit(1);
const folder = mkdtempSync(join(tmpdir(), 'intray-package-'));
try {
  process.exitCode = (await check(folder)) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
