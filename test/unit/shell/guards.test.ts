import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isAddressOfAppPage } from '#main/shell/address.ts';
import { guardAllWebContents, denyPermissionRequests } from '#main/shell/guards.ts';
import {
  fakeApp,
  FakeContents,
  resetElectron,
  hostEvent,
  FakeSession,
  lastAsk,
} from '../../support/fake-electron.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);
afterEach(resetElectron);

const FOREIGN = [
  'https://example.org/',
  'http://localhost:5173/',
  'javascript:alert(1)',
  'data:text/html,<h1>x</h1>',
  'file:///etc/passwd',
  'about:blank',
  'about:srcdoc',
  'blob:app://intray/0000',
  '',
  'intray',
  'app:',
  'app://',
  'app:///index.html',
  'app://evil/index.html',
  'app://intray.evil/index.html',
  'app://evil.intray/index.html',
  'app://intray@evil/index.html',
  'app://user@intray/index.html',
  'app://intray:80/index.html',
  'app://intray:@intray/',
  'apps://intray/index.html',
  'https://intray/index.html',
  'https://evil/?app://intray/',
  'view-source:app://intray/index.html',
  'smb://intray/index.html',
  'ms-msdt:/id',
  '//evil/',
  '\\\\evil\\share',
];
const OWN = [
  'app://intray/index.html',
  'app://intray/',
  'app://intray/#/forms',
  'app://intray/assets/a.js?x',
];

function guardedContents(): FakeContents {
  guardAllWebContents();
  const contents = new FakeContents();
  fakeApp.emit('web-contents-created', hostEvent(), contents);
  return contents;
}

describe('an address', () => {
  it.each(FOREIGN)('is not ours: %j', (address) => expect(isAddressOfAppPage(address)).toBe(false));
  it.each(OWN)('is ours: %j', (address) => expect(isAddressOfAppPage(address)).toBe(true));
});

describe('a page', () => {
  const EVENTS = ['will-navigate', 'will-frame-navigate', 'will-redirect'];

  it.each(EVENTS)('cannot leave by %s', (name) => {
    const contents = guardedContents();
    const stopped = FOREIGN.filter((address) => {
      const event = hostEvent(address);
      contents.emit(name, event);
      return event.defaultPrevented;
    });
    expect(stopped).toEqual(FOREIGN);
  });

  it.each(EVENTS)('may move inside itself by %s', (name) => {
    const contents = guardedContents();
    for (const address of OWN) {
      const event = hostEvent(address);
      contents.emit(name, event);
      expect(event.defaultPrevented).toBe(false);
    }
  });

  it('opens no windows', () => {
    const details = {} as Electron.HandlerDetails; // no window is opened, whatever they say
    expect(guardedContents().openHandler?.(details)).toEqual({ action: 'deny' });
  });

  it('embeds no other page', () => {
    const event = hostEvent();
    guardedContents().emit('will-attach-webview', event, {}, {});
    expect(event.defaultPrevented).toBe(true);
  });

  it('reveals no address by WebRTC', () => {
    guardedContents();
    expect(lastAsk('webContents.setWebRTCIPHandlingPolicy')).toEqual(['disable_non_proxied_udp']);
  });

  it('is offered no Bluetooth device', () => {
    const choose = vi.fn();
    const event = hostEvent();
    guardedContents().emit('select-bluetooth-device', event, [{ deviceId: 'x' }], choose);
    expect(event.defaultPrevented).toBe(true);
    expect(choose).toHaveBeenCalledExactlyOnceWith('');
  });
});

/** Every permission that Electron documents, as its own types list them. */
function documentedPermissions(): readonly string[] {
  const types = readFileSync('node_modules/electron/electron.d.ts', 'utf8');
  const list = /setPermissionCheckHandler\(handler: \(\(webContents: [^,]+, permission: ([^,]+),/.exec(
    types,
  )?.[1];
  return [...(list ?? '').matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name);
}
const PERMISSIONS = documentedPermissions();
const OURS = { isMainFrame: true, requestingUrl: 'app://intray/index.html' };

describe('a session', () => {
  function guarded(): FakeSession {
    const session = new FakeSession();
    denyPermissionRequests(session as unknown as Parameters<typeof denyPermissionRequests>[0]); // records the members that are used
    return session;
  }
  function isGranted(permission: string, details: object, contents: object | null = {}): boolean {
    const answers: boolean[] = [];
    guarded().ask(
      'setPermissionRequestHandler',
      contents,
      permission,
      (a: boolean) => answers.push(a),
      details,
    );
    return answers[0] === true && answers.length === 1;
  }
  function isChecked(
    permission: string,
    contents: object | null,
    origin: string,
    isMainFrame = true,
  ): boolean {
    return guarded().ask('setPermissionCheckHandler', contents, permission, origin, { isMainFrame }) === true;
  }

  it('names every permission', () => {
    expect(PERMISSIONS.length).toBeGreaterThan(40);
    expect(PERMISSIONS).toEqual(expect.arrayContaining(['media', 'geolocation', 'openExternal', 'unknown']));
  });

  it('grants nothing that a page requests except copying', () => {
    expect(PERMISSIONS.filter((name) => isGranted(name, OURS))).toEqual(['clipboard-sanitized-write']);
  });

  it('denies every check except the one for copying', () => {
    expect(PERMISSIONS.filter((name) => isChecked(name, {}, 'app://intray'))).toEqual([
      'clipboard-sanitized-write',
    ]);
  });

  it('grants copying to no frame, no other origin and no unknown requester', () => {
    const copy = 'clipboard-sanitized-write';
    expect(isGranted(copy, { ...OURS, isMainFrame: false })).toBe(false);
    expect(isGranted(copy, { ...OURS, requestingUrl: 'https://evil/' })).toBe(false);
    expect(isChecked(copy, null, 'app://intray')).toBe(false);
    expect(isChecked(copy, {}, 'https://evil')).toBe(false);
    expect(isChecked(copy, {}, 'app://intray', false)).toBe(false);
  });

  it('grants no device and no screen capture', () => {
    const session = guarded();
    const streams: unknown[] = [];
    session.ask('setDisplayMediaRequestHandler', {}, (answer: unknown) => streams.push(answer));
    expect(streams).toEqual([null]);
    expect(session.ask('setDevicePermissionHandler', { deviceType: 'usb' })).toBe(false);
    expect(session.ask('setUSBProtectedClassesHandler', { protectedClasses: [] })).toHaveLength(7);
  });

  it('downloads nothing and sends no word to a spelling dictionary', () => {
    const event = hostEvent();
    guarded().emit('will-download', event);
    expect(event.defaultPrevented).toBe(true);
    expect(lastAsk('session.setSpellCheckerEnabled')).toEqual([false]);
  });
});
