import { afterEach, describe, expect, it, vi } from 'vitest';
import { HostWindow } from '../../host/host-window.ts';
import { createStrictObject, hostEvent } from '../../host/strict.ts';
import { FakeContents, fakeApp, FakeWindow, resetElectron } from '../../support/fake-electron.ts';
import { waitUntilPasses } from '../../support/wait.ts';

const DRAWN = { pixels: Buffer.of(1) } as unknown as Electron.NativeImage; // what the fake draws

afterEach(resetElectron);

describe('a page of the fakes, like that of Electron at its worst,', () => {
  it('loses what is sent before it has been loaded, and again after it was left', () => {
    const page = new FakeContents();
    page.send('news', 'early');
    page.emit('did-finish-load');
    page.send('news', 'received');
    page.emit('did-navigate');
    page.send('news', 'lost');
    page.emit('did-finish-load');
    page.emit('render-process-gone', hostEvent(), { reason: 'crashed' });
    page.send('news', 'lost');
    expect(page.sent).toEqual([['news', 'received']]);
  });

  it('receives copies, and nothing that cannot be copied', () => {
    const page = new FakeContents();
    page.emit('did-finish-load');
    const item = { count: 1 };
    page.send('news', item);
    item.count = 2;
    expect(page.sent).toEqual([['news', { count: 1 }]]);
    expect(() => page.send('news', () => {})).toThrow('could not be cloned');
  });

  it('reports nothing of a print that begins while another one runs', async () => {
    const page = new FakeContents();
    const first = vi.fn<() => void>();
    const second = vi.fn<() => void>();
    page.print({}, first);
    page.print({}, second);
    page.answerPrint(true, '');
    await waitUntilPasses(() => expect(first).toHaveBeenCalledExactlyOnceWith(true, ''));
    expect(second).not.toHaveBeenCalled();
    page.print({}, second);
    page.answerPrint(false, 'Print job canceled');
    await waitUntilPasses(() => expect(second).toHaveBeenCalledOnce());
  });

  it('refuses a drag without a picture, and says nothing of one without a file', () => {
    const page = new FakeContents();
    const drag = (pixels: Buffer): void =>
      page.startDrag({ file: '/missing.pdf', icon: { pixels } as unknown as Electron.NativeImage }); // an image of the fakes
    expect(() => drag(Buffer.alloc(4))).toThrow('icon');
    expect(() => drag(Buffer.alloc(4, 1))).not.toThrow();
  });

  it('takes only options of a PDF that Electron has and Intray uses', async () => {
    const options = { landscape: true };
    await expect(new FakeContents().printToPDF(options)).rejects.toThrow('landscape');
  });
});

describe('a window of the fakes, like that of Electron at its worst,', () => {
  it('is never ready to show, and gets no overlay icon before it is shown', () => {
    const window = new FakeWindow({ show: false });
    const ready = vi.fn<() => void>();
    window.once('ready-to-show', ready);
    window.webContents.emit('did-finish-load');
    window.setOverlayIcon(DRAWN, '1 unread');
    expect([window.isVisible(), window.overlay]).toEqual([false, null]);
    window.show();
    window.setOverlayIcon(DRAWN, '1 unread');
    expect([window.isVisible(), window.overlay]).toEqual([true, DRAWN]);
    window.emit('hide');
    expect([window.isVisible(), window.overlay]).toEqual([false, null]);
    expect(ready).not.toHaveBeenCalled();
  });

  it('throws at each use once it has closed, and so do its contents', () => {
    const window = new FakeWindow({});
    const { webContents } = window;
    window.close();
    expect(window.isDestroyed()).toBe(true);
    for (const use of [
      () => window.show(),
      () => window.isVisible(),
      () => window.setTitle(''),
      () => window.webContents,
      () => webContents.send('news'),
      () => webContents.reload(),
    ])
      expect(use).toThrow('Object has been destroyed');
  });

  it('stays, and the program with it, where the program prevents its closing', async () => {
    const ended = vi.fn<() => void>();
    const wanted = vi.fn<() => void>();
    fakeApp.on('fake-exit', ended);
    fakeApp.on('will-quit', wanted);
    const window = new FakeWindow({});
    window.once('close', (event: { preventDefault(): void }) => event.preventDefault());
    fakeApp.quit();
    await waitUntilPasses(() => expect(fakeApp.isQuitting).toBe(false));
    expect([window.isDestroyed(), wanted.mock.calls.length]).toEqual([false, 0]);
    fakeApp.quit();
    await waitUntilPasses(() => expect(ended).toHaveBeenCalledOnce());
    expect(window.isDestroyed()).toBe(true);
  });

  it('tells the program when it was the last one', () => {
    const allClosed = vi.fn<() => void>();
    fakeApp.on('window-all-closed', allClosed);
    const first = new FakeWindow({});
    const second = new FakeWindow({});
    first.close();
    expect(allClosed).not.toHaveBeenCalled();
    second.close();
    expect(allClosed).toHaveBeenCalledOnce();
  });

  it('is no longer open once the program has destroyed it, through the object that the program holds', () => {
    const quits = vi.fn<() => void>();
    fakeApp.on('will-quit', quits);
    const last = new FakeWindow({});
    // A page of a browser is gone only later.
    const driver = { onUse() {}, app: fakeApp, load: async () => {}, raise() {}, close() {}, setTitle() {} };
    createStrictObject('BrowserWindow', new HostWindow({}, new FakeContents(), driver)).destroy();
    fakeApp.quit();
    expect([last.isDestroyed(), quits.mock.calls.length]).toEqual([true, 1]);
  });
});
