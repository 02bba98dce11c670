import { createProtocol, HostSession } from './host-session.ts';
import { createStrictObject } from './strict.ts';

const announced = new Set<string>();

/** `electron.protocol`. */
export const protocol = createProtocol(() => {}, announced);

const own = new HostSession({
  onUse: () => {},
  // The system's proxy is left to Chromium; a test machine has none.
  getProxyRule: () => 'DIRECT',
  isKnownScheme: (scheme) => announced.has(scheme),
});

const only = createStrictObject('session', own);
let partition: string | null = null;

/** `electron.session`: one session, in memory. */
export const session = createStrictObject('session', {
  fromPartition: (name: string): typeof only => {
    if (name.startsWith('persist:')) throw new Error('the stand-in host keeps nothing of a session');
    if (partition !== null && partition !== name) throw new Error('the stand-in host has one session');
    partition = name;
    return only;
  },
});

/** Returns the program's response to a request for that address of its own scheme, or null. */
export async function answerOwn(method: string, address: string): Promise<Response | null> {
  const handler = own.schemes.get(address.slice(0, address.indexOf(':')));
  return handler === undefined ? null : handler(new Request(address, { method }));
}
