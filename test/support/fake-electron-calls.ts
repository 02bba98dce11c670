import { EventEmitter } from 'node:events';

export interface Ask {
  readonly name: string;
  readonly args: readonly unknown[];
}

/** All calls of the module since the last `resetElectron`, in order. */
export const asked: Ask[] = [];

/** Notes a call. */
export function record(name: string, ...args: readonly unknown[]): void {
  asked.push({ name, args });
}

/** The arguments of the last call of that name. */
export function lastAsk(name: string): readonly unknown[] {
  const found = asked.findLast((ask) => ask.name === name);
  if (found === undefined) throw new Error(`${name} was not asked for`);
  return found.args;
}

/** Names of the calls so far, in order. */
export function askedNames(): readonly string[] {
  return asked.map(({ name }) => name);
}

/** An event of Electron, which remembers whether it was prevented. */
export class FakeEvent {
  readonly url: string;
  prevented = false;
  constructor(url = '') {
    this.url = url;
  }
  preventDefault(): void {
    this.prevented = true;
  }
}

export class FakeSession extends EventEmitter {
  readonly handlers = new Map<string, (...args: never[]) => unknown>();
  readonly protocol = {
    handle: (scheme: string, handler: (...args: never[]) => unknown) => {
      record('session.protocol.handle', scheme);
      this.handlers.set('protocol', handler);
    },
  };
  proxy = 'DIRECT';
  #keep(name: string, handler: (...args: never[]) => unknown): void {
    record(`session.${name}`);
    this.handlers.set(name, handler);
  }
  setPermissionRequestHandler(handler: (...args: never[]) => unknown): void {
    this.#keep('setPermissionRequestHandler', handler);
  }
  setPermissionCheckHandler(handler: (...args: never[]) => unknown): void {
    this.#keep('setPermissionCheckHandler', handler);
  }
  setDevicePermissionHandler(handler: (...args: never[]) => unknown): void {
    this.#keep('setDevicePermissionHandler', handler);
  }
  setDisplayMediaRequestHandler(handler: (...args: never[]) => unknown): void {
    this.#keep('setDisplayMediaRequestHandler', handler);
  }
  setUSBProtectedClassesHandler(handler: (...args: never[]) => unknown): void {
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
    if (handler === undefined) throw new Error(`no ${name} was set`);
    return handler(...(args as never[])); // the test plays Electron, which passes what it likes
  }
}
