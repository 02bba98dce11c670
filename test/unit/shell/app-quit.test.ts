import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SECOND } from '#main/base/durations.ts';
import { manualClock } from '../../support/clocks.ts';
import {
  askedNames,
  electron,
  fakeApp,
  FakeNotification,
  hostEvent,
  lastAsk,
  resetElectron,
} from '../../support/fake-electron.ts';
import { callFromPage, makeAppFolder, startTestAppWithDemo } from '../../support/shell-app.ts';
import { waitUntilPasses } from '../../support/wait.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);

let folder = '';
beforeEach(() => {
  folder = makeAppFolder();
});
afterEach(() => {
  resetElectron();
  rmSync(folder, { recursive: true, force: true });
});

const SIGN_IN = {
  baseUrl: 'http://127.0.0.1:4',
  userId: 'user_ada',
  accessToken: 'a',
  jwt: 'b',
};

describe('quitting while a sign-in waits for a service that does not answer', () => {
  it('removes readable documents and copied texts at once, and closes the access log without waiting for the service', async () => {
    const clock = manualClock();
    const { engineCalls } = await startTestAppWithDemo(folder, { clock }, 'engine.probe');
    const opened = callFromPage('pdfs.open', { id: 'req_1' });
    await waitUntilPasses(() => expect(lastAsk('shell.openPath')).toBeDefined());
    clock.advance(2 * SECOND);
    expect(await opened).toMatchObject({ ok: true });
    const document = String(lastAsk('shell.openPath')[0]);
    await callFromPage('app.copyText', { text: 'user_ada', isPrivate: true });
    void callFromPage('accounts.signIn', SIGN_IN);
    await waitUntilPasses(() => expect(engineCalls()).toContain('engine.probe'));
    const exited = once(fakeApp, 'fake-exit');
    fakeApp.emit('will-quit', hostEvent());
    await waitUntilPasses(() => expect(existsSync(join(document, '..'))).toBe(false));
    await waitUntilPasses(async () => expect(await electron.clipboard.readText()).toBe(''));
    clock.advance(2 * SECOND);
    await waitUntilPasses(() => expect(engineCalls()).toContain('accessLog.close'));
    clock.advance(3 * SECOND);
    await exited;
  });
});

it('Quitting takes the notifications of this run out of the system’s list', async () => {
  const { children } = await startTestAppWithDemo(folder);
  await waitUntilPasses(async () =>
    expect(await callFromPage('accounts.list', {})).toMatchObject({ value: { session: 'open' } }),
  );
  children[0]?.emit('message', { t: 'event', name: 'dueReminders', payload: { count: 1 } });
  expect(FakeNotification.shown).toHaveLength(1);
  const exited = once(fakeApp, 'fake-exit');
  fakeApp.emit('will-quit', hostEvent());
  await exited;
  expect(askedNames().filter((name) => name === 'notification.close')).toHaveLength(1);
});
