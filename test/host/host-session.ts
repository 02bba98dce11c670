import type { Members } from './electron-types.ts';
import { EVENTS, type UsedSession } from './members.ts';
import { KnownEmitter, createStrictObject } from './strict.ts';

type Handler<K extends keyof Electron.Session> = Electron.Session[K] extends (handler: infer H) => void
  ? H
  : never;
type UsedProtocol = Members<Electron.Protocol, 'handle'>;
type ProtocolHandler = Parameters<UsedProtocol['handle']>[1];

/**
 * Creates `electron.protocol`.
 * @param announced receives the schemes that the program announces; only these can be served
 */
export function createProtocol(
  onUse: (name: string, ...args: readonly unknown[]) => void,
  announced: Set<string>,
) {
  return createStrictObject('protocol', {
    registerSchemesAsPrivileged: (schemes: Electron.CustomScheme[]): void => {
      onUse('protocol.registerSchemesAsPrivileged', schemes);
      schemes.forEach(({ scheme }) => announced.add(scheme));
    },
  } satisfies Members<Electron.Protocol, 'registerSchemesAsPrivileged'>);
}

export interface SessionDriver {
  /** Called with each use of the object. */
  readonly onUse: (name: string, ...args: readonly unknown[]) => void;
  /** The system's rule for an address. */
  readonly getProxyRule: () => string;
  /** Whether a page may be served from that scheme. */
  readonly isKnownScheme: (scheme: string) => boolean;
}

/**
 * A session of Electron. It keeps the handlers that the program sets. The stand-in asks those of schemes only, because a
 * headless Chromium grants nothing by itself; unit tests ask all of them.
 */
export class HostSession extends KnownEmitter implements UsedSession {
  readonly handlers = new Map<string, unknown>();
  /** What serves the pages of a scheme. */
  readonly schemes = new Map<string, ProtocolHandler>();
  readonly protocol: UsedProtocol;
  private readonly driver: SessionDriver;

  constructor(driver: SessionDriver) {
    super('session', EVENTS.session);
    this.driver = driver;
    this.protocol = createStrictObject('session.protocol', {
      handle: (scheme: string, handler: ProtocolHandler): void => {
        driver.onUse('session.protocol.handle', scheme);
        if (!driver.isKnownScheme(scheme)) throw new Error(`the scheme ${scheme} was never announced`);
        this.schemes.set(scheme, handler);
      },
    });
  }
  setPermissionRequestHandler(handler: Handler<'setPermissionRequestHandler'>): void {
    this.keep('setPermissionRequestHandler', handler);
  }
  setPermissionCheckHandler(handler: Handler<'setPermissionCheckHandler'>): void {
    this.keep('setPermissionCheckHandler', handler);
  }
  setDevicePermissionHandler(handler: Handler<'setDevicePermissionHandler'>): void {
    this.keep('setDevicePermissionHandler', handler);
  }
  setDisplayMediaRequestHandler(handler: Handler<'setDisplayMediaRequestHandler'>): void {
    this.keep('setDisplayMediaRequestHandler', handler);
  }
  setUSBProtectedClassesHandler(handler: Handler<'setUSBProtectedClassesHandler'>): void {
    this.keep('setUSBProtectedClassesHandler', handler);
  }
  setSpellCheckerEnabled(enabled: boolean): void {
    this.driver.onUse('session.setSpellCheckerEnabled', enabled);
  }
  async resolveProxy(url: string): Promise<string> {
    this.driver.onUse('session.resolveProxy', url);
    return this.driver.getProxyRule();
  }
  private keep(name: string, handler: unknown): void {
    this.driver.onUse(`session.${name}`);
    this.handlers.set(name, handler);
  }
}
