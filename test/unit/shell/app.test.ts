import type { MenuItemConstructorOptions } from 'electron';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AccountsState } from '#contract/accounts.ts';
import { ok, type Result } from '#contract/result.ts';
import type { AppOptions } from '#main/shell/app-base.ts';
import {
  fakeApp,
  fakePower,
  FakeUtilityProcess,
  FakeWindow,
  resetElectron,
  asked,
  askedNames,
  electron,
  hostEvent,
  lastAsk,
} from '../../support/fake-electron.ts';
import { policyOf } from '../../support/policy.ts';
import {
  answerAsEmptyKeychain,
  callFromPage,
  DEMO_READY,
  makeAppFolder,
  type StartedApp,
  startTestApp,
  startTestAppWithDemo,
} from '../../support/shell-app.ts';
import { waitUntilPasses } from '../../support/wait.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);

let folder = '';
beforeEach(() => {
  folder = makeAppFolder();
});
afterEach(() => {
  resetElectron();
  // A program that starts again leaves its secrets in the environment for the next one.
  delete process.env['INTRAY_JWT'];
  rmSync(folder, { recursive: true, force: true });
});

const open = (more: Partial<AppOptions> = {}): StartedApp => startTestApp(folder, more);
const openWithDemo = (): Promise<StartedApp> => startTestAppWithDemo(folder);

function forks(): readonly unknown[][] {
  return asked.filter(({ name }) => name === 'utilityProcess.fork').map(({ args }) => [...args]);
}

/** Chooses "Lock" in the menu. */
function chooseLock(): void {
  const [menu] = lastAsk('Menu.setApplicationMenu') as [{ readonly items: MenuItemConstructorOptions[] }]; // built by the fake
  const items = menu.items.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));
  const lock = items.find(({ label }) => label === 'Lock');
  (lock?.click as (() => void) | undefined)?.(); // Electron passes what our item does not use
}

describe('the app', () => {
  it('starts the engine on its data folder, without any secret in its environment', () => {
    open();
    expect(forks()[0]).toEqual([
      join(folder, 'main/engine.cjs'),
      ['--data-dir', join(folder, 'data'), '--run', expect.stringMatching(/^[0-9a-f]{16}$/), '--strict'],
      { serviceName: 'Intray engine', env: { PATH: '/bin' }, stdio: ['ignore', 'ignore', 'pipe'] },
    ]);
  });

  it('opens the demo clinic if there is no account, and notifies the window', async () => {
    const { children, engineCalls } = open();
    await waitUntilPasses(() => expect(children).toHaveLength(2));
    children[1]?.emit('message', DEMO_READY);
    await waitUntilPasses(() => expect(engineCalls()).toContain('engine.open'));
    expect(engineCalls().filter((name) => !name.startsWith('engine.close'))).toEqual([
      'accessLog.open',
      'engine.setProxy',
      'engine.open',
    ]);
    FakeWindow.made[0]?.webContents.emit('did-finish-load');
    const emitted = FakeWindow.made[0]?.webContents.sent.map(([, name]) => name);
    expect(emitted).toContain('accounts');
  });

  it('removes the documents that a run before it left unencrypted', async () => {
    const left = join(folder, 'data/opened/papers-0123456789abcdef');
    mkdirSync(left, { recursive: true });
    writeFileSync(join(left, 'document.pdf'), '');
    open();
    await waitUntilPasses(() => expect(existsSync(left)).toBe(false));
  });

  it('removes the opened documents when the account is closed, not only at its end', async () => {
    const { children, engineCalls } = open();
    await waitUntilPasses(() => expect(children).toHaveLength(2));
    children[1]?.emit('message', DEMO_READY);
    await waitUntilPasses(() => expect(engineCalls()).toContain('engine.open'));
    expect(await callFromPage('pdfs.open', { id: 'req_1' })).toMatchObject({ ok: true });
    const document = String(lastAsk('shell.openPath')[0]);
    expect(existsSync(dirname(document))).toBe(true);
    // The demo clinic has ended, so the account is closed and opened over a new one.
    children[1]?.emit('exit', 0);
    void callFromPage('accounts.openDemo', {});
    await waitUntilPasses(() => expect(children).toHaveLength(3));
    children[2]?.emit('message', DEMO_READY);
    await waitUntilPasses(() => expect(existsSync(dirname(document))).toBe(false));
  });

  it('handles the page’s calls to the shell', async () => {
    open();
    expect(await callFromPage('app.info', {})).toMatchObject({ ok: true, value: { host: 'stand-in' } });
    expect(await callFromPage('settings.set', { theme: 'dark' })).toMatchObject({
      ok: true,
      value: { theme: 'dark' },
    });
    const accounts = (await callFromPage('accounts.list', {})) as Result<unknown>;
    expect(accounts.ok).toBe(true);
  });

  it('holds the page to the policy, and tells it which one applies', async () => {
    const policy = policyOf({ savePdfs: false, demoClinic: false });
    const { children, engineCalls } = open({ policy });
    expect(await callFromPage('policy.get', {})).toEqual(ok(policy));
    for (const name of ['pdfs.saveCopy', 'pdfs.drag', 'pdfs.open'])
      expect(await callFromPage(name, { id: 'req_1' })).toMatchObject({
        ok: false,
        error: { code: 'policy-refused' },
      });
    expect(await callFromPage('accounts.openDemo', {})).toMatchObject({ ok: false });
    expect(engineCalls()).not.toContain('pdfs.copyTo');
    expect(children).toHaveLength(1);
  });

  it('shows the address that it was given, and starts nothing for it without tokens', async () => {
    const baseUrl = 'https://clinic.example.org';
    const flags = { dataDir: null, baseUrl, debugPort: null, screenshot: null, headless: null };
    const { children } = open({ flags, variables: {} });
    expect(await callFromPage('app.info', {})).toMatchObject({ ok: true, value: { baseUrlHint: baseUrl } });
    expect(await callFromPage('accounts.list', {})).toMatchObject({ ok: true, value: { current: null } });
    expect(children).toHaveLength(1);
  });

  it('sends the engine’s state to a page when it has been loaded', () => {
    open();
    const contents = FakeWindow.made[0]?.webContents;
    contents?.emit('did-finish-load');
    expect(contents?.sent.at(-1)).toEqual(['intray:event', 'engine', { state: 'running' }]);
  });

  it('shows again the zoom that the user left it with', async () => {
    open();
    const window = FakeWindow.made[0];
    window?.webContents.emit('did-finish-load');
    if (window !== undefined) window.webContents.zoomLevel = 2;
    window?.emit('blur');
    expect(await callFromPage('settings.get', {})).toMatchObject({ value: { zoomLevel: 2 } });
    if (window !== undefined) window.webContents.zoomLevel = 0;
    window?.webContents.emit('did-finish-load');
    expect(window?.webContents.zoomLevel).toBe(2);
  });

  it('shows the text size that the user chooses in the settings at once, and again after the next start of the page', async () => {
    open();
    const window = FakeWindow.made[0];
    window?.webContents.emit('did-finish-load');
    await callFromPage('settings.set', { zoomLevel: 1.5 });
    expect(window?.webContents.zoomLevel).toBe(1.5);
    if (window !== undefined) window.webContents.zoomLevel = 2;
    // Another setting leaves the zoom as the menu has set it.
    await callFromPage('settings.set', { density: 'compact' });
    expect(window?.webContents.zoomLevel).toBe(2);
  });

  it('has the page save what is typed when Windows logs the user off, and then quits unasked', async () => {
    await openWithDemo();
    const exited = once(fakeApp, 'fake-exit');
    const window = FakeWindow.made[0];
    window?.webContents.emit('did-finish-load');
    window?.emit('query-session-end', hostEvent());
    expect(window?.webContents.sent.at(-1)).toEqual(['intray:event', 'loggingOff', {}]);
    window?.emit('session-end', hostEvent());
    await exited;
    expect(askedNames().filter((name) => /quit|close|exit/.test(name))).toEqual([
      'app.quit',
      'window.close',
      'app.exit',
    ]);
  });

  it.each(['activate', 'second-instance'])(
    'starts again, after its end, at "%s" while it ends',
    async (name) => {
      await openWithDemo();
      const exited = once(fakeApp, 'fake-exit');
      fakeApp.quit();
      await waitUntilPasses(() => expect(FakeWindow.made[0]?.isDestroyed()).toBe(true));
      fakeApp.emit(name, hostEvent());
      expect(FakeWindow.made).toHaveLength(1);
      await exited;
      expect(askedNames().slice(-2)).toEqual(['app.relaunch', 'app.exit']);
    },
  );

  it('shows its window at a second start, also one that never became ready', () => {
    open();
    expect(FakeWindow.made[0]?.isVisible()).toBe(false);
    fakeApp.emit('second-instance', hostEvent());
    expect(FakeWindow.made[0]?.isVisible()).toBe(true);
  });

  it('tells the engine whether the user is present and that the computer woke', async () => {
    const { engineCalls, engineInputs } = open();
    FakeWindow.made[0]?.emit('blur');
    FakeWindow.made[0]?.emit('focus');
    fakePower.emit('resume');
    expect(engineCalls().slice(-3)).toEqual(Array.from({ length: 3 }, () => 'engine.attention'));
    expect(engineInputs().slice(-3)).toEqual([{ now: 'background' }, { now: 'active' }, { now: 'woke' }]);
  });

  it('retries a stopped engine when a page is loaded, and when the user asks', async () => {
    const { children } = open();
    await waitUntilPasses(() => expect(children).toHaveLength(2));
    children[1]?.emit('message', DEMO_READY);
    for (const ask of [
      () => FakeWindow.made[0]?.webContents.emit('did-finish-load'),
      () => callFromPage('accounts.reopen', {}),
    ]) {
      const before = children.length;
      children.at(before === 2 ? 0 : -1)?.emit('message', { t: 'event', name: 'held', payload: {} });
      void ask();
      await waitUntilPasses(() => expect(children).toHaveLength(before + 1));
    }
    expect(forks().map(([file]) => basename(String(file)))).toEqual([
      'engine.cjs',
      'demo.cjs',
      'engine.cjs',
      'engine.cjs',
    ]);
  });

  it('closes the account and ends the engine before the program ends', async () => {
    const { children, engineCalls } = open();
    await waitUntilPasses(() => expect(children).toHaveLength(2));
    children[1]?.emit('message', DEMO_READY);
    await waitUntilPasses(() => expect(engineCalls()).toContain('engine.open'));
    const exited = once(fakeApp, 'fake-exit');
    fakeApp.emit('will-quit', hostEvent());
    await exited;
    expect(
      engineCalls()
        .filter((name) => name !== 'accessLog.open')
        .slice(-4),
    ).toEqual(['engine.close', 'engine.endRun', 'accessLog.close', 'engine.leave']);
    expect(children.map(({ kills }) => kills)).toEqual([1, 1]);
  });

  /** Starts the program, and waits until the demo account is open. Returns its child processes. */
  async function openDemo(): Promise<StartedApp['children']> {
    const { children, engineCalls } = open();
    await waitUntilPasses(() => expect(children).toHaveLength(2));
    children[1]?.emit('message', DEMO_READY);
    await waitUntilPasses(async () =>
      expect(await callFromPage('lock.state', {})).toMatchObject({ value: { account: 'demo' } }),
    );
    await waitUntilPasses(() => expect(engineCalls()).toContain('engine.open'));
    return children;
  }

  it('locks when the computer sleeps: the page ends, calls are refused, and an empty engine starts', async () => {
    const children = await openDemo();
    const contents = FakeWindow.made[0]?.webContents;
    contents?.emit('did-finish-load');
    fakePower.emit('suspend');
    expect(contents?.sent.at(-1)).toEqual(['intray:event', 'saveInput', {}]);
    await callFromPage('lock.inputSaved', { isSaved: true });
    await waitUntilPasses(() => expect(asked.at(-1)?.name).toBe('webContents.forcefullyCrashRenderer'));
    expect(await callFromPage('requisitions.get', { id: 'req_1' })).toMatchObject({
      error: { code: 'locked' },
    });
    expect(FakeWindow.made[0]?.title).toBe('Intray');
    await waitUntilPasses(() => expect(children).toHaveLength(3));
    await waitUntilPasses(async () =>
      expect(await callFromPage('lock.state', {})).toMatchObject({
        value: { state: 'locked', reason: 'suspend' },
      }),
    );
    fakePower.emit('resume');
    fakePower.emit('resume');
    const sent = contents?.sent.splice(0) ?? [];
    expect(sent.length).toBeGreaterThan(0);
    contents?.emit('render-process-gone', hostEvent(), { reason: 'killed' });
    contents?.emit('did-finish-load');
    children[2]?.emit('message', { t: 'event', name: 'unread', payload: { count: 3 } });
    const names = (): readonly unknown[] => contents?.sent.map(([, name]) => name) ?? [];
    expect(names()).not.toContain('unread');
    expect(await callFromPage('lock.unlock', { pin: null })).toMatchObject({ value: { state: 'unlocked' } });
    expect(names()).toContain('lock');
  });

  const countEngines = (): number => forks().filter(([file]) => String(file).includes('engine')).length;
  const countEndedPages = (): number =>
    askedNames().filter((name) => name === 'webContents.forcefullyCrashRenderer').length;
  const isOpen = async (current: unknown): Promise<void> =>
    expect(await callFromPage('accounts.list', {})).toMatchObject({ value: { session: 'open', current } });

  /** Opens an account of a service, whose secrets are in variables. */
  async function openService() {
    const jwt = `e30.${Buffer.from('{"sub":"user_ada"}').toString('base64url')}.s`;
    const variables = { INTRAY_ACCESS_TOKEN: 'a', INTRAY_JWT: jwt, INTRAY_CACHE_KEY: 'ab'.repeat(32) };
    const baseUrl = 'https://clinic.example.org';
    const flags = { dataDir: null, baseUrl, debugPort: null, screenshot: null, headless: null };
    const { children } = open({ flags, variables });
    await waitUntilPasses(() => isOpen(expect.not.stringMatching('demo')));
    const { value } = (await callFromPage('accounts.list', {})) as { readonly value: AccountsState }; // it succeeds
    return { children, value };
  }

  it('ends the page and the engine of an account that is left for another one, takes what it has copied, and keeps those of the demo clinic', async () => {
    const { children, value } = await openService();
    await callFromPage('app.copyText', { text: 'user_ada', isPrivate: true });
    const before = countEngines();
    const switched = callFromPage('accounts.openDemo', {});
    await waitUntilPasses(() => expect(children).toHaveLength(2));
    children[1]?.emit('message', DEMO_READY);
    await switched;
    await isOpen('demo');
    expect(await electron.clipboard.readText()).toBe('');
    expect(children[0]?.kills).toBe(1);
    expect([countEndedPages(), countEngines()]).toEqual([1, before + 1]);
    await callFromPage('accounts.switch', { id: value.current });
    await isOpen(value.current);
    expect([countEndedPages(), countEngines()]).toEqual([1, before + 1]);
  });

  it('ends the page and the engine of an account that is signed out, and tells the next page what was deleted', async () => {
    const { children, value } = await openService();
    const { onMade } = FakeUtilityProcess;
    FakeUtilityProcess.onMade = (child) => {
      onMade(child);
      if (children.length === 2) answerAsEmptyKeychain(child);
    };
    const before = countEngines();
    const account = value.current;
    await callFromPage('accounts.remove', {
      what: 'sign-out',
      account,
      discards: [],
      acceptsUnreadable: false,
    });
    expect(children[0]?.kills).toBe(1);
    expect([countEndedPages(), countEngines()]).toEqual([1, before + 1]);
    expect(await callFromPage('accounts.list', {})).toMatchObject({
      value: { session: 'closed', current: null },
    });
    expect(await callFromPage('accounts.getReceipts', {})).toMatchObject({
      value: { receipts: [{ what: 'sign-out', account }] },
    });
    await callFromPage('accounts.dismissReceipts', {});
    expect(await callFromPage('accounts.getReceipts', {})).toEqual(ok({ receipts: [] }));
  });

  it('locks when the screen is locked, and from the menu', async () => {
    const { children } = open();
    await waitUntilPasses(() => expect(children).toHaveLength(2));
    children[1]?.emit('message', DEMO_READY);
    await waitUntilPasses(async () =>
      expect(await callFromPage('accounts.list', {})).toMatchObject({ value: { session: 'open' } }),
    );
    fakePower.emit('lock-screen');
    await waitUntilPasses(async () =>
      expect(await callFromPage('lock.state', {})).toMatchObject({
        value: { state: 'locked', reason: 'system' },
      }),
    );
    await callFromPage('lock.unlock', { pin: null });
    chooseLock();
    await waitUntilPasses(async () =>
      expect(await callFromPage('lock.state', {})).toMatchObject({
        value: { state: 'locked', reason: 'user' },
      }),
    );
  });

  it('takes an id that was copied out of the clipboard when it locks', async () => {
    await openDemo();
    await callFromPage('app.copyText', { text: 'user_ada', isPrivate: true });
    expect(await electron.clipboard.readText()).toBe('user_ada');
    await callFromPage('lock.now', {});
    await waitUntilPasses(async () => expect(await electron.clipboard.readText()).toBe(''));
  });
});
