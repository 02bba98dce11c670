import { EVENTS, type UsedSession } from '../../host/members.ts';
import { KnownEmitter } from '../../host/strict.ts';
import { record } from './recording.ts';

type Handler<K extends keyof Electron.Session> = Electron.Session[K] extends (handler: infer H) => void
  ? H
  : never;

export class FakeSession extends KnownEmitter implements UsedSession {
  readonly handlers = new Map<string, unknown>();
  readonly protocol = {
    handle: (scheme: string, handler: (...args: never[]) => unknown) => {
      record('session.protocol.handle', scheme);
      this.handlers.set('protocol', handler);
    },
  };
  proxy = 'DIRECT';
  constructor() {
    super('session', EVENTS.session);
  }
  #keep(name: string, handler: unknown): void {
    record(`session.${name}`);
    this.handlers.set(name, handler);
  }
  setPermissionRequestHandler(handler: Handler<'setPermissionRequestHandler'>): void {
    this.#keep('setPermissionRequestHandler', handler);
  }
  setPermissionCheckHandler(handler: Handler<'setPermissionCheckHandler'>): void {
    this.#keep('setPermissionCheckHandler', handler);
  }
  setDevicePermissionHandler(handler: Handler<'setDevicePermissionHandler'>): void {
    this.#keep('setDevicePermissionHandler', handler);
  }
  setDisplayMediaRequestHandler(handler: Handler<'setDisplayMediaRequestHandler'>): void {
    this.#keep('setDisplayMediaRequestHandler', handler);
  }
  setUSBProtectedClassesHandler(handler: Handler<'setUSBProtectedClassesHandler'>): void {
    this.#keep('setUSBProtectedClassesHandler', handler);
  }
  setSpellCheckerEnabled(enabled: boolean): void {
    record('session.setSpellCheckerEnabled', enabled);
  }
  async resolveProxy(url: string): Promise<string> {
    record('session.resolveProxy', url);
    return this.proxy;
  }
  /** Calls a handler that the shell has set. */
  ask(name: string, ...args: readonly unknown[]): unknown {
    const handler = this.handlers.get(name);
    if (typeof handler !== 'function') throw new Error(`no ${name} was set`);
    return Reflect.apply(handler, undefined, args);
  }
}

export const fakeSession = { current: new FakeSession() };
