/**
 * The end-to-end project `electron`, on a display of its own: `--display x11`, `--display wayland` (under a headless
 * compositor), or `--display own` where the system has one. `--grep` chooses specifications.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { whyUnavailable } from '../../test/e2e/launch.ts';
import { findProgram } from '../system-parts.ts';
import { waitUntil } from './processes.ts';
import { CannotRunError, keepResult, lastLines, runProgram, runStep } from './report.ts';

interface CompositorRun {
  readonly environment: Readonly<Record<string, string>>;
  readonly close: () => void;
}

const SOCKET = 'intray-ci';

async function startCompositor(): Promise<CompositorRun> {
  const weston = findProgram(['weston']);
  if (weston === null) throw new CannotRunError('there is no weston: sudo apt-get install -y weston');
  const folder = process.env['XDG_RUNTIME_DIR'] ?? mkdtempSync(join(tmpdir(), 'intray-wayland-'));
  const child = spawn(weston, ['--backend=headless', `--socket=${SOCKET}`, '--width=1400', '--height=950'], {
    env: { ...process.env, XDG_RUNTIME_DIR: folder },
    stdio: 'ignore',
  });
  if (!(await waitUntil(() => existsSync(join(folder, SOCKET)), 20_000))) {
    child.kill();
    throw new Error('the compositor did not start');
  }
  return {
    environment: {
      XDG_RUNTIME_DIR: folder,
      WAYLAND_DISPLAY: SOCKET,
      DISPLAY: '',
      XDG_SESSION_TYPE: 'wayland',
    },
    close: () => child.kill(),
  };
}

async function openDisplayFor(kind: string): Promise<CompositorRun> {
  return kind === 'wayland' ? startCompositor() : { environment: {}, close: () => {} };
}

function getCommand(kind: string, grep: string | undefined): readonly [string, ...string[]] {
  const words = [
    'playwright',
    'test',
    '--project=electron',
    '--workers=1',
    ...(grep === undefined ? [] : ['--grep', grep]),
  ];
  if (kind !== 'x11') return ['npx', ...words];
  if (findProgram(['xvfb-run']) === null)
    throw new CannotRunError('there is no xvfb-run: sudo apt-get install -y xvfb xauth');
  return ['xvfb-run', '-a', '--server-args=-screen 0 1400x950x24', 'npx', ...words];
}

const { values } = parseArgs({
  options: { display: { type: 'string', default: 'own' }, grep: { type: 'string' } },
});

await runStep(`End to end on Electron, display ${values.display}`, async () => {
  const reason = whyUnavailable('electron');
  if (reason !== null) throw new CannotRunError(reason);
  const command = getCommand(values.display, values.grep);
  const display = await openDisplayFor(values.display);
  try {
    const { code, stdout, stderr } = runProgram(command, {
      environment: display.environment,
      timeout: 3_000_000,
    });
    const log = keepResult(`end-to-end-${values.display}.log`, `${stdout}\n${stderr}`);
    const problems = code === 0 ? [] : [`it ended with ${code}; ${log}: ${lastLines(stdout, 5)}`];
    return [{ name: lastLines(stdout, 1), problems }];
  } finally {
    display.close();
  }
});
