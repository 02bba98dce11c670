import type { Members } from './electron-types.ts';
import { EVENTS, type UsedSession } from './members.ts';
import { knownEvents, strict } from './strict.ts';

type ProtocolHandler = (request: GlobalRequest) => GlobalResponse | Promise<GlobalResponse>;

const handlers = new Map<string, ProtocolHandler>();
const schemes = new Set<string>();

/** `electron.protocol`. */
export const protocol = strict('protocol', {
  registerSchemesAsPrivileged: (announced: Electron.CustomScheme[]): void => {
    announced.forEach(({ scheme }) => schemes.add(scheme));
  },
} satisfies Members<Electron.Protocol, 'registerSchemesAsPrivileged'>);

const own = Object.assign(knownEvents('session', EVENTS.session), {
  protocol: strict('session.protocol', {
    handle: (scheme: string, handler: ProtocolHandler): void => {
      if (!schemes.has(scheme)) throw new Error(`the scheme ${scheme} was never announced`);
      handlers.set(scheme, handler);
    },
  } satisfies Members<Electron.Protocol, 'handle'>),
  // The system's proxy is left to Chromium; a test machine has none.
  resolveProxy: async (): Promise<string> => 'DIRECT',
  // A headless Chromium grants nothing by itself, so the handlers are tested directly.
  setPermissionRequestHandler: (): void => {},
  setPermissionCheckHandler: (): void => {},
  setDevicePermissionHandler: (): void => {},
  setDisplayMediaRequestHandler: (): void => {},
  setUSBProtectedClassesHandler: (): void => {},
  setSpellCheckerEnabled: (): void => {},
} satisfies UsedSession & { readonly protocol: unknown });

const only = strict('session', own);
let partition: string | null = null;

/** `electron.session`: one session, in memory. */
export const session = strict('session', {
  fromPartition: (name: string): typeof only => {
    if (name.startsWith('persist:')) throw new Error('the stand-in host keeps nothing of a session');
    if (partition !== null && partition !== name) throw new Error('the stand-in host has one session');
    partition = name;
    return only;
  },
});

/** Returns the program's response to a request for that address of its own scheme, or null. */
export async function answerOwn(method: string, address: string): Promise<Response | null> {
  const handler = handlers.get(address.slice(0, address.indexOf(':')));
  return handler === undefined ? null : handler(new Request(address, { method }));
}
