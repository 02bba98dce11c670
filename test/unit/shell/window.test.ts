import { afterEach, describe, expect, it, vi } from 'vitest';
import { createWindows, type WindowOptions, toWindowTitle } from '#main/shell/window.ts';
import { en } from '#renderer/text/en.ts';
import { silentLog } from '#main/base/log.ts';
import { FakeWindow, resetElectron } from '../../support/fake-electron.ts';
import { asked, askedNames, FakeEvent, lastAsk } from '../../support/fake-electron-calls.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);

const SESSION = {} as WindowOptions['session']; // passed through, never called

function open(more: Partial<WindowOptions> = {}) {
  const windows = createWindows({
    session: SESSION,
    preload: '/app/preload/index.cjs',
    devTools: false,
    log: silentLog,
    onLoaded: () => {},
    onAttention: () => {},
    onClosing: () => {},
    ...more,
  });
  windows.show();
  const window = FakeWindow.made[0];
  if (window === undefined) throw new Error('no window was made');
  return { windows, window };
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

  it('stays hidden until its page is ready, and stores its position under a name', () => {
    const { window } = open();
    expect(window.options).toMatchObject({ show: false, name: 'desk', windowStatePersistence: true });
    expect(askedNames()).not.toContain('window.show');
    window.emit('ready-to-show');
    expect(askedNames()).toContain('window.show');
  });

  it('is the same one when requested again, brought to the front', () => {
    const { windows, window } = open();
    window.minimized = true;
    windows.show();
    expect(FakeWindow.made).toHaveLength(1);
    expect(askedNames().slice(-2)).toEqual(['window.restore', 'window.focus']);
  });

  it('is created again when the last one was closed', () => {
    const { windows, window } = open();
    window.destroyed = true;
    expect(windows.current()).toBeNull();
    windows.show();
    expect(FakeWindow.made).toHaveLength(2);
  });

  it('receives events by name and payload, and none once it is closed', () => {
    const { windows, window } = open();
    windows.send('command', { id: 'sync.now' });
    window.destroyed = true;
    windows.send('command', { id: 'sync.now' });
    expect(window.webContents.sent).toEqual([['intray:event', 'command', { id: 'sync.now' }]]);
  });

  it('reloads a crashed page, but not endlessly', () => {
    const { window } = open();
    for (let crash = 0; crash < 10; crash++)
      window.webContents.emit('render-process-gone', new FakeEvent(), { reason: 'crashed' });
    expect(askedNames().filter((name) => name === 'webContents.reload')).toHaveLength(3);
  });

  it('does not reload a page that ended on purpose', () => {
    const { window } = open();
    window.webContents.emit('render-process-gone', new FakeEvent(), { reason: 'clean-exit' });
    expect(asked.some(({ name }) => name === 'webContents.reload')).toBe(false);
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
    const event = new FakeEvent();
    window.emit('page-title-updated', event, 'Maria Gonzales, potassium 6.9');
    expect(event.prevented).toBe(true);
    expect(window.title).toBe('Intray');
    window.emit('page-title-updated', new FakeEvent(), 'Forms – Intray');
    expect(window.title).toBe('Forms – Intray');
  });
});

describe('a title', () => {
  it.each(Object.values(en.place))('shows the screen %s, as the page names it', (place) => {
    expect(toWindowTitle(`${place} – Intray`)).toBe(`${place} – Intray`);
  });

  it.each([
    ['Requisitions', 'Requisitions – Intray'],
    ['Settings – Intray', 'Settings – Intray'],
    ['', 'Intray'],
    ['Requisitions of Maria Gonzales', 'Intray'],
    ['Maria Gonzales – Requisitions', 'Intray'],
    ['constructor', 'Intray'],
  ])('of %j is %j', (said, shown) => {
    expect(toWindowTitle(said)).toBe(shown);
  });
});
