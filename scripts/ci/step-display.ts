/** The display on which a step shows windows, and the picture of it. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openVirtualDisplay } from '../display.ts';
import { findProgram } from '../system-parts.ts';
import { waitUntil } from './processes.ts';
import { CannotRunError, lastLines, runProgram, type RunResult } from './report.ts';

/** `own`: that of this session; `x11`: without a screen; `wayland`: a compositor without a screen. */
const KINDS = ['own', 'x11', 'wayland'] as const;
export type DisplayKind = (typeof KINDS)[number];

export interface StepDisplay {
  readonly kind: DisplayKind;
  /** What programs on it need in their environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

/** Returns the kind of that name; throws for any other text. */
export function toDisplayKind(text: string): DisplayKind {
  const kind = KINDS.find((name) => name === text);
  if (kind === undefined) throw new Error(`--display takes ${KINDS.join(', ')}`);
  return kind;
}

const SOCKET = 'intray-ci';

/** A black screen with nothing on it: a picture on it would hide that a window is blank. */
const COMPOSITOR_CONFIGURATION = '[shell]\nbackground-color=0xff000000\npanel-position=none\n';

/** Drawn by the processor, and with screenshots, which are part of the debugging. */
function getCompositorWords(weston: string, folder: string): readonly string[] {
  const configuration = join(folder, 'weston.ini');
  writeFileSync(configuration, COMPOSITOR_CONFIGURATION);
  const { stdout } = runProgram([weston, '--help']);
  return [
    '--backend=headless-backend.so',
    // Newer versions have another name for it.
    stdout.includes('--renderer') ? '--renderer=pixman' : '--use-pixman',
    `--config=${configuration}`,
    '--idle-time=0',
    '--debug',
    `--socket=${SOCKET}`,
    '--width=1400',
    '--height=950',
  ];
}

async function openCompositor(): Promise<StepDisplay> {
  const weston = findProgram(['weston']);
  if (weston === null) throw new CannotRunError('there is no weston: sudo apt-get install -y weston');
  const folder = mkdtempSync(join(tmpdir(), 'intray-wayland-'));
  const child = spawn(weston, getCompositorWords(weston, folder), {
    env: { ...process.env, XDG_RUNTIME_DIR: folder },
    stdio: 'ignore',
  });
  const close = async (): Promise<void> => {
    child.kill();
    await waitUntil(() => child.exitCode !== null || child.signalCode !== null, 10_000);
    rmSync(folder, { recursive: true, force: true });
  };
  if (!(await waitUntil(() => existsSync(join(folder, SOCKET)), 20_000))) {
    await close();
    throw new Error('the compositor did not start');
  }
  const environment = {
    XDG_RUNTIME_DIR: folder,
    WAYLAND_DISPLAY: SOCKET,
    DISPLAY: '',
    XDG_SESSION_TYPE: 'wayland',
  };
  return { kind: 'wayland', environment, close };
}

async function openVirtualScreen(): Promise<StepDisplay> {
  if (findProgram(['Xvfb']) === null)
    throw new CannotRunError('there is no Xvfb: sudo apt-get install -y xvfb');
  const display = await openVirtualDisplay();
  return { kind: 'x11', environment: { DISPLAY: display.name }, close: () => display.close() };
}

/** Opens the display; throws `CannotRunError` where its program is missing. */
export async function openStepDisplay(kind: DisplayKind): Promise<StepDisplay> {
  if (kind === 'wayland') return openCompositor();
  if (kind === 'x11') return openVirtualScreen();
  return { kind, environment: {}, close: async () => {} };
}

const PROBE = join(import.meta.dirname, 'probe');

function requireTool(name: string, debian: string): string {
  const tool = findProgram([name]);
  if (tool === null) throw new CannotRunError(`there is no ${name}: sudo apt-get install -y ${debian}`);
  return tool;
}

/** The screenshooter chooses the name of its file itself. */
function captureCompositor(file: string, environment: StepDisplay['environment']): RunResult {
  const folder = mkdtempSync(join(tmpdir(), 'intray-picture-'));
  try {
    const result = runProgram([requireTool('weston-screenshooter', 'weston')], {
      environment: { ...environment, XDG_PICTURES_DIR: folder },
      folder,
    });
    const [name] = readdirSync(folder);
    if (name !== undefined) renameSync(join(folder, name), file);
    return result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function captureMacWindow(file: string, pid: number): RunResult {
  const found = runProgram(['osascript', '-l', 'JavaScript', join(PROBE, 'window-number.jxa'), String(pid)]);
  if (found.code !== 0) return found;
  return runProgram(['screencapture', '-x', '-o', `-l${found.stdout.trim()}`, file]);
}

function capture(file: string, pid: number, { kind, environment }: StepDisplay): RunResult {
  if (process.platform === 'darwin') return captureMacWindow(file, pid);
  if (process.platform === 'win32') {
    const script = join(PROBE, 'window-picture.ps1');
    const options = ['-NoProfile', '-ExecutionPolicy', 'Bypass', '-File', script];
    return runProgram(['powershell', ...options, '-Id', String(pid), '-Picture', file]);
  }
  if (kind === 'wayland') return captureCompositor(file, environment);
  return runProgram([requireTool('import', 'imagemagick'), '-window', 'root', file], { environment });
}

/**
 * Writes a picture of what the system shows of a program, without the program's own help: of its window on Windows and
 * macOS, of the whole screen on Linux, where nothing else is on it.
 * @param pid the main process of the program
 * @returns what went wrong, or null
 */
export function captureScreen(file: string, pid: number, display: StepDisplay): string | null {
  rmSync(file, { force: true });
  const { code, stdout, stderr } = capture(file, pid, display);
  if (code === 0 && existsSync(file)) return null;
  return `the picture was not taken (${code}): ${lastLines(`${stdout}${stderr}`, 3)}`;
}
