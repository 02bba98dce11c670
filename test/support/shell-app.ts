/** The whole app of the shell on the fake of Electron, whose engine agrees to everything. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ok } from '#contract/result.ts';
import { systemClock } from '#main/base/clock.ts';
import { createSeededRandom } from '#main/base/random.ts';
import type { AppOptions } from '#main/shell/app-base.ts';
import { startApp } from '#main/shell/app.ts';
import { getBundlePaths } from '#main/shell/processes.ts';
import { FakeUtilityProcess, FakeWindow, ipcHandlers } from './fake-electron.ts';
import { NO_POLICY } from './policy.ts';
import { waitUntilPasses } from './wait.ts';

/** Makes a folder for an app with an empty page, and returns its path. */
export function makeAppFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'intray-home-'));
  mkdirSync(join(folder, 'renderer'));
  writeFileSync(join(folder, 'renderer/index.html'), '');
  return folder;
}

interface Call {
  readonly id: number;
  readonly name: string;
  readonly input: unknown;
}

/** An engine whose calls all succeed, but one that is never answered; they are added to the recorded calls. */
function agree(engine: FakeUtilityProcess, calls: Call[], unanswered: string | null): void {
  engine.onPosted = (message) => {
    const call = message as Call; // the shell sends only calls
    calls.push(call);
    if (call.name === unanswered) return;
    const value = ok(call.name === 'engine.removeFiles' ? { files: [], foreign: 0 } : {});
    queueMicrotask(() => engine.emit('message', { t: 'reply', id: call.id, value }));
  };
  engine.onKilled = () => queueMicrotask(() => engine.emit('exit', 0));
}

/** The process of a keychain that has nothing. */
export function answerAsEmptyKeychain(child: FakeUtilityProcess): void {
  child.onPosted = (message) => {
    const { id, name } = message as Call; // the shell sends only calls
    const value = { state: name === 'get' ? 'absent' : 'done' };
    queueMicrotask(() => child.emit('message', { t: 'reply', id, value }));
  };
}

/** A started app: its child processes, and what its engines were called with. */
export interface StartedApp {
  readonly children: readonly FakeUtilityProcess[];
  readonly engineCalls: () => readonly string[];
  readonly engineInputs: () => readonly unknown[];
}

/**
 * Starts the app.
 * @param folder as `makeAppFolder` returns it; the data folder is made in it
 * @param unanswered the call of the engine that is never answered
 */
export function startTestApp(
  folder: string,
  more: Partial<AppOptions> = {},
  unanswered: string | null = null,
): StartedApp {
  const children: FakeUtilityProcess[] = [];
  const calls: Call[] = [];
  FakeUtilityProcess.onMade = (child) => {
    children.push(child);
    // The second process is the demo clinic, all others are engines.
    if (children.length !== 2) agree(child, calls, unanswered);
  };
  startApp({
    flags: { dataDir: null, baseUrl: null, debugPort: null, screenshot: null, headless: null },
    dataDir: join(folder, 'data'),
    policy: NO_POLICY,
    tokenFile: null,
    bundles: getBundlePaths(join(folder, 'main')),
    styleHashes: [],
    variables: { PATH: '/bin', INTRAY_JWT: 'secret' },
    clock: systemClock,
    random: createSeededRandom(1),
    ...more,
  });
  return {
    children,
    engineCalls: () => calls.map(({ name }) => name),
    engineInputs: () => calls.map(({ input }) => input),
  };
}

/** Calls a procedure as the page does. */
export async function callFromPage(name: string, input: unknown): Promise<unknown> {
  const event = {
    sender: FakeWindow.made[0]?.webContents,
    senderFrame: { url: 'app://intray/index.html', parent: null },
  };
  return ipcHandlers.get('intray:call')?.(event, name, input);
}

/** What the process of the demo clinic says once it can be reached. */
export const DEMO_READY = {
  type: 'ready',
  baseUrl: 'http://127.0.0.1:4',
  accessToken: 'a',
  jwt: 'b',
  userId: 'user_1',
};

/** Opens the demo clinic to its end, so that nothing is left to wait for when the program quits. Parameters of `startTestApp`. */
export async function startTestAppWithDemo(
  folder: string,
  more: Partial<AppOptions> = {},
  unanswered: string | null = null,
): Promise<StartedApp> {
  const started = startTestApp(folder, more, unanswered);
  await waitUntilPasses(() => expect(started.children).toHaveLength(2));
  started.children[1]?.emit('message', DEMO_READY);
  await waitUntilPasses(() => expect(started.engineCalls()).toContain('engine.open'));
  return started;
}
