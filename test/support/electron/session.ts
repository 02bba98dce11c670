import { HostSession } from '../../host/host-session.ts';
import { record } from './recording.ts';

/** A session whose handlers a test asks; a test of one part announces no schemes. */
export class FakeSession extends HostSession {
  constructor() {
    super({
      onUse: record,
      getProxyRule: () => 'DIRECT',
      isKnownScheme: () => true,
    });
  }
  /** Calls a handler that the shell has set; `protocol` is that of the program's own scheme. */
  ask(name: string, ...args: readonly unknown[]): unknown {
    const [own] = this.schemes.values();
    const handler = name === 'protocol' ? own : this.handlers.get(name);
    if (typeof handler !== 'function') throw new Error(`no ${name} was set`);
    return Reflect.apply(handler, undefined, args);
  }
}

export const fakeSession = { current: new FakeSession() };
