import { afterEach, describe, expect, it, vi } from 'vitest';
import { MAX_RECORD_WINDOWS, type RecordOfWindow } from '#contract/record-windows.ts';
import { ok } from '#contract/result.ts';
import { silentLog } from '#main/base/log.ts';
import { runCallOfPage } from '#main/shell/calling-page.ts';
import { createWindowHandlers } from '#main/shell/window-handlers.ts';
import { createWindows, type WindowDeps } from '#main/shell/window.ts';
import { manualClock } from '../../support/clocks.ts';
import { askedNames, FakeWindow, hostEvent, resetElectron } from '../../support/fake-electron.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);

const SESSION = {} as WindowDeps['session']; // passed through, never called
const FORM: RecordOfWindow = { kind: 'form', id: 'local_form_01ARZ3NDEKTSV4RRFFQ69G5FAV' as never }; // as its schema returns it
const requisition = (number: number): RecordOfWindow => ({
  kind: 'requisition',
  id: `req_${number}` as never, // as its schema returns it
});

function open(more: Partial<WindowDeps> = {}) {
  const windows = createWindows({
    session: SESSION,
    preload: '/app/preload/index.cjs',
    devTools: false,
    clock: manualClock(),
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
  return { windows, handlers: createWindowHandlers(windows), main: getWindow(0) };
}

function getWindow(index: number): FakeWindow {
  const window = FakeWindow.made[index];
  if (window === undefined) throw new Error('no such window was made');
  return window;
}

/** Loads the page of a window, so that it receives events; returns the names of those that it has received. */
function load(window: FakeWindow): () => readonly unknown[] {
  window.webContents.emit('did-finish-load');
  return () => window.page.sent.map(([, name]) => name);
}

afterEach(resetElectron);

describe('the window of a record', () => {
  it('is restricted like the main one, and its size and place are stored under a name of its own', () => {
    const { windows, main } = open();
    expect(windows.records.open(FORM)).toBe('opened');
    const window = getWindow(1);
    expect(window.options['webPreferences']).toEqual(main.options['webPreferences']);
    expect(window.options).toMatchObject({ name: 'record-1', windowStatePersistence: true });
    expect(windows.isOurs(window.webContents as never)).toBe(true); // of the fake
    expect(windows.current()).toBe(main);
  });

  it('comes to the front when its record is opened again, also by the id that it has got since', async () => {
    const { windows, handlers } = open();
    windows.records.open(FORM);
    const page = getWindow(1).webContents as never; // of the fake
    const noted = { kind: 'form', id: 'form_1' } as const;
    expect(await runCallOfPage(page, () => handlers['windows.noteId'](noted))).toEqual(ok({}));
    expect(windows.records.open({ kind: 'form', id: 'form_1' as never })).toBe('shown');
    expect(FakeWindow.made).toHaveLength(2);
    expect(askedNames().at(-1)).toBe('window.focus');
  });

  it('keeps its record where the page names one of another kind, and the main window has none', async () => {
    const { windows, handlers, main } = open();
    windows.records.open(FORM);
    const page = getWindow(1).webContents as never; // of the fake
    const other = { kind: 'requisition', id: 'req_1' } as const;
    expect(await runCallOfPage(page, () => handlers['windows.noteId'](other))).toMatchObject({ ok: false });
    const ofMain = await runCallOfPage(main.webContents as never, () => handlers['windows.getRecord']());
    expect(ofMain).toEqual(ok({ record: null }));
    const own = await runCallOfPage(page, () => handlers['windows.getRecord']());
    expect(own).toEqual(ok({ record: FORM }));
  });

  it('is one of a few, and the number of a closed one is used again', () => {
    const { windows } = open();
    for (let number = 1; number <= MAX_RECORD_WINDOWS; number += 1)
      expect(windows.records.open(requisition(number))).toBe('opened');
    expect(windows.records.open(requisition(99))).toBe('full');
    getWindow(3).close();
    expect(windows.records.open(requisition(99))).toBe('opened');
    expect(FakeWindow.made.at(-1)?.options).toMatchObject({ name: 'record-3' });
  });

  it('receives what happens to records, and not what leads to a screen', () => {
    const { windows, main } = open();
    windows.records.open(FORM);
    const [ofMain, ofRecord] = [load(main), load(getWindow(1))];
    windows.send('saveInput', {});
    windows.send('command', { id: 'go.home' });
    windows.send('reveal', { notification: null });
    expect(ofMain()).toEqual(['saveInput', 'command', 'reveal']);
    expect(ofRecord()).toEqual(['saveInput']);
  });

  it('brings the main window to the front for every other place', async () => {
    const { handlers, windows, main } = open();
    windows.records.open(FORM);
    const ofMain = load(main);
    await handlers['windows.showInMain']({ to: 'screen', screen: 'outbox' });
    expect(askedNames().at(-1)).toBe('window.focus');
    expect(ofMain()).toEqual(['showPlace']);
  });

  it('is closed by its page, which closes no other window; the main window hears of it', async () => {
    const { handlers, windows, main } = open();
    windows.records.open(FORM);
    windows.records.open(requisition(1));
    const ofMain = load(main);
    const page = getWindow(1).webContents as never; // of the fake
    await runCallOfPage(page, () => handlers['windows.close']());
    expect(FakeWindow.made.map((window) => window.isDestroyed())).toEqual([false, true, false]);
    expect(ofMain()).toEqual(['recordWindowClosed']);
  });

  it('closes with the main window, without a question of its own', () => {
    const onClosing = vi.fn();
    const { windows, main } = open({ onClosing });
    windows.records.open(FORM);
    getWindow(1).emit('close', hostEvent());
    expect(onClosing).not.toHaveBeenCalled();
    main.close();
    expect(getWindow(1).isDestroyed()).toBe(true);
    expect(windows.list()).toEqual([]);
  });

  it('ends at once with its process when the window is locked, whatever its page does', () => {
    const { windows, main } = open();
    windows.records.open(FORM);
    const window = getWindow(1);
    load(window);
    const ofMain = load(main);
    const onClose = vi.fn();
    window.on('close', onClose);
    windows.renewPage();
    const crash = askedNames().indexOf('webContents.forcefullyCrashRenderer');
    expect(crash).toBeGreaterThan(-1);
    expect(askedNames().indexOf('window.destroy')).toBeGreaterThan(crash);
    expect([window.isDestroyed(), main.isDestroyed()]).toEqual([true, false]);
    expect(onClose).not.toHaveBeenCalled();
    // Its end is reported later; a window that is gone loads nothing.
    window.page.emit('render-process-gone', hostEvent(), { reason: 'killed' });
    expect(askedNames()).not.toContain('webContents.reload');
    expect(ofMain()).toEqual([]);
  });
});
