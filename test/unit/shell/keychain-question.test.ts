import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AccountsState } from '#contract/accounts.ts';
import { ok } from '#contract/result.ts';
import { systemClock, type Clock } from '#main/base/clock.ts';
import { createSeededRandom } from '#main/base/random.ts';
import { startApp } from '#main/shell/app.ts';
import { getBundlePaths } from '#main/shell/processes.ts';
import {
  fakeAnswer,
  fakeApp,
  hostEvent,
  FakeUtilityProcess,
  FakeWindow,
  ipcHandlers,
  lastAsk,
  resetElectron,
} from '../../support/fake-electron.ts';
import { NO_POLICY } from '../../support/policy.ts';
import { waitUntilPasses } from '../../support/wait.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);

const BASE_URL = 'https://clinic.example.org';
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'intray-question-'));
  mkdirSync(join(folder, 'renderer'));
  writeFileSync(join(folder, 'renderer/index.html'), '');
});
afterEach(() => {
  resetElectron();
  rmSync(folder, { recursive: true, force: true });
});

/** Lets every call of an engine succeed; a call of the keychain's process stays open. */
function playChild(child: FakeUtilityProcess, asked: string[]): void {
  const isEngine = String(lastAsk('utilityProcess.fork')[0]).endsWith('engine.cjs');
  child.onKilled = () => queueMicrotask(() => child.emit('exit', 0));
  if (!isEngine) return;
  child.onPosted = (message) => {
    const { id, name } = message as { readonly id: number; readonly name: string }; // the shell sends only calls
    asked.push(name);
    queueMicrotask(() => child.emit('message', { t: 'reply', id, value: ok({}) }));
  };
}

/** Starts the app without an account, and signs in while the keychain waits for the user. */
function open() {
  const asked: string[] = [];
  const limits: number[] = [];
  const isQuestion = (ms: number): boolean => ms === 1000;
  const clock: Clock = {
    ...systemClock,
    wait: (ms, signal) => {
      limits.push(ms);
      return isQuestion(ms) ? Promise.resolve() : systemClock.wait(ms, signal);
    },
  };
  // The process is known by the call that has just started it.
  FakeUtilityProcess.onMade = (child) => queueMicrotask(() => playChild(child, asked));
  startApp({
    flags: { dataDir: null, baseUrl: BASE_URL, debugPort: null, screenshot: null, headless: null },
    dataDir: join(folder, 'data'),
    bundles: getBundlePaths(join(folder, 'main')),
    styleHashes: [],
    variables: {},
    policy: NO_POLICY,
    tokenFile: null,
    clock,
    random: createSeededRandom(1),
  });
  FakeWindow.made[0]?.webContents.emit('did-finish-load');
  const event = {
    sender: FakeWindow.made[0]?.webContents,
    senderFrame: { url: 'app://intray/index.html', parent: null },
  };
  const call = async (name: string, input: unknown): Promise<unknown> =>
    ipcHandlers.get('intray:call')?.(event, name, input);
  const states = (): readonly AccountsState[] =>
    (FakeWindow.made[0]?.webContents.sent ?? [])
      .filter(([, name]) => name === 'accounts')
      .map((sent) => sent[2] as AccountsState); // what the event carries
  fakeAnswer.button = 0; // the user agrees to sign in at a host that is new on this computer
  const signingIn = (): Promise<unknown> =>
    call('accounts.signIn', { baseUrl: BASE_URL, accessToken: 'a', jwt: 'b', userId: null });
  return { asked, limits, call, states, signingIn };
}

it('the page is notified of the keychain’s question, which may stay open for ten minutes, and can cancel it', async () => {
  const { limits, call, states, signingIn } = open();
  const signedIn = signingIn();
  await waitUntilPasses(() => expect(states().at(-1)).toMatchObject({ isKeychainAsking: true }));
  expect(limits).toContain(600_000);
  expect(await call('accounts.cancelKeychain', {})).toEqual(ok({}));
  expect(await signedIn).toMatchObject({ ok: false, error: { code: 'keychain-locked' } });
  expect(states().at(-1)).toMatchObject({ isKeychainAsking: false });
});

it('quitting does not wait for the answer', async () => {
  const { asked, states, signingIn } = open();
  void signingIn();
  await waitUntilPasses(() => expect(states().at(-1)).toMatchObject({ isKeychainAsking: true }));
  const exited = once(fakeApp, 'fake-exit');
  fakeApp.emit('will-quit', hostEvent());
  await exited;
  // The access log may be opened, and a sign-in recorded, meanwhile.
  const steps = asked.filter((name) => !/^accessLog.(open|note)$/.test(name));
  expect(steps.slice(-4)).toEqual(['engine.close', 'engine.endRun', 'accessLog.close', 'engine.leave']);
});
