import { describe, expect, it } from 'vitest';
import { createDesktop, type DesktopScript } from '../../host/desktop.ts';
import { createOutbound } from '../../host/ipc.ts';
import { KnownEmitter, createStrictObject } from '../../host/strict.ts';

function desktop(more: Partial<DesktopScript> = {}) {
  return createDesktop({
    onUse: () => {},
    saveTo: () => '',
    press: () => 0,
    problem: () => '',
    reportsOpened: () => false,
    isOnline: () => true,
    fetch: async () => new Response(''),
    isDark: () => false,
    dropsErrorBox: () => false,
    idleSeconds: () => 0,
    ...more,
  });
}

/** The state of a promise once everything that is due has happened. */
function settled<T>(promise: Promise<T>): Promise<T | 'pending'> {
  return Promise.race([promise, new Promise<'pending'>((resolve) => setImmediate(resolve, 'pending'))]);
}

describe('the desktop of the fakes', () => {
  it('never reports whether a file was opened, as Linux', async () => {
    expect(await settled(desktop().shell.openPath('/a.pdf'))).toBe('pending');
  });

  it('reports it where a test asks for another system', async () => {
    const { shell } = desktop({ reportsOpened: () => true, problem: () => 'no program' });
    expect(await settled(shell.openPath('/a.pdf'))).toBe('no program');
    await expect(shell.openExternal('https://a.example.org')).rejects.toThrow('no program');
  });

  it('takes only options that Electron has and Intray uses', async () => {
    const options = { message: '', checkboxLabel: '' };
    await expect(desktop().dialog.showMessageBox(options)).rejects.toThrow('checkboxLabel');
  });
});

describe('events to a page', () => {
  it('that another page did not fetch are dropped', async () => {
    const page = createOutbound();
    page.send('of the page before', []);
    page.forget();
    page.send('received', []);
    expect(await page.next()).toEqual([{ channel: 'received', args: [] }]);
  });

  it('are kept while the page handles those before', async () => {
    const page = createOutbound();
    const first = page.next();
    page.send('one', []);
    await first;
    page.send('two', []);
    expect(await page.next()).toEqual([{ channel: 'two', args: [] }]);
  });
});

describe('a fake', () => {
  it('has no member, and emits no event, that is not listed', () => {
    expect(() => Reflect.get(createStrictObject('app', {}), 'relaunch')).toThrow('no app.relaunch');
    expect(() => new KnownEmitter('app', ['quit']).on('moved', () => {})).toThrow('no event moved');
    expect(() => new KnownEmitter('app', ['quit']).once('moved', () => {})).toThrow('no event moved');
  });
});
