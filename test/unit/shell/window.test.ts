import { afterEach, describe, expect, it, vi } from 'vitest';
import { createWindows, type WindowDeps, toWindowTitleWithoutRecordName } from '#main/shell/window.ts';
import { englishTexts } from '#renderer/text/en/index.ts';
import { silentLog } from '#main/base/log.ts';
import { askedNames, hostEvent, FakeWindow, lastAsk, resetElectron } from '../../support/fake-electron.ts';
import { manualClock, type ManualClock } from '../../support/clocks.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);

const SESSION = {} as WindowDeps['session']; // passed through, never called

function open(more: Partial<WindowDeps> = {}) {
  const clock = manualClock();
  const windows = createWindows({
    session: SESSION,
    preload: '/app/preload/index.cjs',
    devTools: false,
    clock,
    log: silentLog,
    mayOpen: () => true,
    zoom: { read: () => 0, save: () => {} },
    background: () => '#111315',
    onLoaded: () => {},
    onShown: () => {},
    onAttention: () => {},
    onInput: () => {},
    onClosing: () => {},
    onLoggingOff: () => {},
    onLoggedOff: () => {},
    ...more,
  });
  windows.show();
  const window = FakeWindow.made[0];
  if (window === undefined) throw new Error('no window was made');
  return { windows, window, clock };
}

/** How often the window was shown. */
function shows(): number {
  return askedNames().filter((name) => name === 'window.show').length;
}

afterEach(resetElectron);

describe('the window', () => {
  it('isolates and sandboxes its page and disables what a page does not need', () => {
    const { window } = open();
    expect(window.options['webPreferences']).toEqual({
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      enableBlinkFeatures: '',
      spellcheck: false,
      navigateOnDragDrop: false,
      session: SESSION,
      preload: '/app/preload/index.cjs',
      devTools: false,
    });
  });

  it('opens our page and nothing else', () => {
    open();
    expect(lastAsk('window.loadURL')).toEqual(['app://intray/index.html']);
  });

  it('stays hidden at first, and stores its position under a name', () => {
    const { window } = open();
    expect(window.options).toMatchObject({ show: false, name: 'main', windowStatePersistence: true });
    expect(window.options).toMatchObject({ backgroundColor: '#111315' });
    expect(shows()).toBe(0);
  });

  it.each<readonly [string, (window: FakeWindow, clock: ManualClock) => unknown]>([
    ['is ready to show', (window) => window.emit('ready-to-show')],
    ['has been loaded', ({ webContents }) => webContents.emit('did-finish-load')],
    ['cannot be loaded', ({ webContents }) => webContents.emit('did-fail-load', {}, -6, '', '', true)],
    ['says nothing for two seconds', (_window, clock) => clock.pass(2_000)],
  ])('is shown if its page %s, and only once', async (_sign, give) => {
    const { window, clock } = open();
    await give(window, clock);
    expect(shows()).toBe(1);
    window.emit('ready-to-show');
    window.webContents.emit('did-finish-load');
    await clock.pass(60_000);
    expect(shows()).toBe(1);
  });

  it('is not shown after it was closed', async () => {
    const { window, clock } = open();
    window.close();
    await clock.pass(2_000);
    expect(shows()).toBe(0);
  });

  it('is the same one when requested again, visible and in front', () => {
    const { windows, window } = open();
    window.minimized = true;
    windows.show();
    expect(FakeWindow.made).toHaveLength(1);
    expect(askedNames().slice(-3)).toEqual(['window.restore', 'window.show', 'window.focus']);
    windows.show();
    expect(askedNames().slice(-2)).toEqual(['window.focus', 'window.focus']);
  });

  it('is not created while the program ends', () => {
    const { windows, window } = open({ mayOpen: () => FakeWindow.made.length === 0 });
    window.close();
    windows.show();
    expect(FakeWindow.made).toHaveLength(1);
    expect(windows.current()).toBeNull();
  });

  it('is created again when the last one was closed', () => {
    const { windows, window } = open();
    window.close();
    expect(windows.current()).toBeNull();
    windows.show();
    expect(FakeWindow.made).toHaveLength(2);
  });

  it('receives events by name and payload, and none once it is closed', () => {
    const { windows, window } = open();
    window.webContents.emit('did-finish-load');
    windows.send('command', { id: 'sync.now' });
    window.close();
    windows.send('command', { id: 'sync.now' });
    expect(window.page.sent).toEqual([['intray:event', 'command', { id: 'sync.now' }]]);
  });

  it.each<readonly [string, (window: FakeWindow) => void]>([
    ['at first', () => {}],
    ['again', ({ webContents }) => webContents.emit('did-navigate', {})],
    [
      'again after a crash',
      ({ webContents }) => webContents.emit('render-process-gone', {}, { reason: 'oom' }),
    ],
  ])('receives the last of each event that came while its page was loaded %s', (_when, load) => {
    const { windows, window } = open();
    if (_when !== 'at first') window.webContents.emit('did-finish-load');
    load(window);
    windows.send('engine', { state: 'starting' });
    windows.send('reveal', { notification: 'notf_1' });
    windows.send('engine', { state: 'failed' });
    window.webContents.emit('did-finish-load');
    expect(window.webContents.sent).toEqual([
      ['intray:event', 'engine', { state: 'failed' }],
      ['intray:event', 'reveal', { notification: 'notf_1' }],
    ]);
  });

  it('is remembered in its zoom, once the page is there and the user leaves it', () => {
    const zoom = { level: 1.5, saved: [] as number[] };
    const { window } = open({
      zoom: { read: () => zoom.level, save: (level) => void zoom.saved.push(level) },
    });
    window.emit('blur');
    expect(zoom.saved).toEqual([]);
    window.webContents.emit('did-finish-load');
    expect(window.webContents.zoomLevel).toBe(1.5);
    window.emit('blur');
    window.webContents.zoomLevel = -0.5;
    window.emit('close', hostEvent());
    expect(zoom.saved).toEqual([-0.5]);
  });

  it('reports that Windows logs the user off, and that it ends the program', () => {
    const onLoggingOff = vi.fn();
    const onLoggedOff = vi.fn();
    const { window } = open({ onLoggingOff, onLoggedOff });
    window.emit('query-session-end', hostEvent());
    expect([onLoggingOff.mock.calls.length, onLoggedOff.mock.calls.length]).toEqual([1, 0]);
    window.emit('session-end', hostEvent());
    expect(onLoggedOff).toHaveBeenCalledOnce();
  });

  it('reloads a page that has crashed, and tells the user where none can be loaded', () => {
    const { window } = open();
    window.webContents.emit('render-process-gone', hostEvent(), { reason: 'crashed' });
    expect(askedNames()).toContain('webContents.reload');
    window.webContents.emit('did-fail-load', hostEvent(), -6, '', '', true);
    expect(askedNames()).toContain('dialog.showMessageBox');
  });

  it('has a context menu', () => {
    const { window } = open();
    const editFlags = { canCopy: true };
    const params = { isEditable: false, editFlags, selectionText: 'req_1', menuSourceType: 'mouse' };
    window.webContents.emit('context-menu', hostEvent(), params);
    expect(askedNames()).toContain('menu.popup');
  });

  it('reports when it has become visible', () => {
    const onShown = vi.fn();
    const { window } = open({ onShown });
    expect(onShown).not.toHaveBeenCalled();
    window.emit('ready-to-show');
    expect(onShown).toHaveBeenCalledOnce();
  });

  it('reports when its page has been loaded', () => {
    const onLoaded = vi.fn();
    const { window } = open({ onLoaded });
    window.webContents.emit('did-finish-load');
    expect(onLoaded).toHaveBeenCalledOnce();
  });

  it('reports when the user enters and leaves it', () => {
    const onAttention = vi.fn();
    const { window } = open({ onAttention });
    for (const name of ['show', 'focus', 'blur', 'hide', 'focus', 'closed']) window.emit(name);
    expect(onAttention.mock.calls.flat()).toEqual([
      'active',
      'active',
      'background',
      'background',
      'active',
      'background',
    ]);
  });

  it('never shows the page’s title, unless it is the name of a screen', () => {
    const { window } = open();
    const event = hostEvent();
    window.emit('page-title-updated', event, 'Maria Gonzales, potassium 6.9');
    expect(event.defaultPrevented).toBe(true);
    expect(window.title).toBe('Intray');
    window.emit('page-title-updated', hostEvent(), 'Forms – Intray');
    expect(window.title).toBe('Forms – Intray');
  });
});

describe('a title', () => {
  it.each(Object.values(englishTexts.screen))('shows the screen %s, as the page names it', (place) => {
    expect(toWindowTitleWithoutRecordName(`${place} – Intray`)).toBe(`${place} – Intray`);
  });

  it.each([
    ['Requisitions', 'Requisitions – Intray'],
    ['Settings – Intray', 'Settings – Intray'],
    ['', 'Intray'],
    ['Requisitions of Maria Gonzales', 'Intray'],
    ['Maria Gonzales – Requisitions', 'Intray'],
    ['constructor', 'Intray'],
  ])('of %j is %j', (said, shown) => {
    expect(toWindowTitleWithoutRecordName(said)).toBe(shown);
  });
});
