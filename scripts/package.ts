/**
 * `npm run package -- [--system linux|macos|windows] [--unsigned] [--dir]`: builds and packs Intray for one
 * system, on that system, into `release`. Without `--unsigned` it is signed and notarised from environment
 * variables; docs/releasing.md lists them. `--dir` packs a folder only.
 */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { UPDATE_KEYS } from '#main/updates/built-in.ts';
import { decideSigning, SYSTEMS, type System } from './package/signing.ts';

const ROOT = resolve(import.meta.dirname, '..');
const USAGE = 'Usage: npm run package -- [--system linux|macos|windows] [--unsigned] [--dir]';
const PACKER_OPTION: Readonly<Record<System, string>> = {
  linux: '--linux',
  macos: '--mac',
  windows: '--win',
};

function end(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}

function getOwnSystem(): System {
  if (process.platform === 'darwin') return 'macos';
  return process.platform === 'win32' ? 'windows' : 'linux';
}

function readOptions(): { readonly system: System; readonly unsigned: boolean; readonly dir: boolean } {
  const options = {
    system: { type: 'string' },
    unsigned: { type: 'boolean' },
    dir: { type: 'boolean' },
  } as const;
  try {
    const { values } = parseArgs({ options });
    const { system: name = getOwnSystem(), unsigned = false, dir = false } = values;
    const system = SYSTEMS.find((known) => known === name);
    return system === undefined ? end(USAGE) : { system, unsigned, dir };
  } catch {
    return end(USAGE);
  }
}

function run(script: string, args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, [join(ROOT, 'node_modules', script), ...args], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

const { system, unsigned, dir } = readOptions();
const signing = decideSigning(system, process.env, unsigned);
if ('problem' in signing) end(signing.problem);
if (!unsigned && UPDATE_KEYS.length === 0)
  end('A release checks its updates: main/updates/built-in.ts holds no public key. See docs/releasing.md.');
run('vite/bin/vite.js', ['build', '--logLevel', 'warn']);
run('electron-builder/cli.js', [
  PACKER_OPTION[system],
  ...(dir ? ['--dir'] : []),
  '--publish',
  'never',
  ...signing.options,
]);
