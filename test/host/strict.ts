import { EventEmitter } from 'node:events';

/** Properties that the language itself reads of any object. */
const ASKED_BY_THE_LANGUAGE: ReadonlySet<PropertyKey> = new Set(['then', 'toJSON', '__esModule', 'default']);

/** Throws, and also writes to stderr, since the program may catch the error. */
function refuse(what: string): never {
  const sentence = `the stand-in host has no ${what}`;
  process.stderr.write(`${sentence}\n`);
  throw new TypeError(sentence);
}

/** An object that throws when a missing property is read, instead of returning `undefined`. */
export function createStrictObject<T extends object>(name: string, object: T): T {
  return new Proxy(object, {
    get(target, key): unknown {
      if (key in target || typeof key === 'symbol' || ASKED_BY_THE_LANGUAGE.has(key))
        return Reflect.get(target, key);
      return refuse(`${name}.${key}`);
    },
  });
}

/** Throws if an options object holds a key that the stand-in does not support. */
export function knownKeys(name: string, options: object, known: readonly string[]): void {
  const unknown = Object.keys(options).find((key) => !known.includes(key));
  if (unknown !== undefined) refuse(`option ${unknown} of ${name}`);
}

/** An emitter of a few named events; listening for another one throws, because it would never be emitted. */
export class KnownEmitter extends EventEmitter {
  // Not `#`: a strict object calls its methods through a proxy, which has no such fields.
  private readonly owner: string;
  private readonly known: readonly string[];
  constructor(name: string, known: readonly string[]) {
    super();
    this.owner = name;
    this.known = known;
  }
  /** Node itself listens to `error` where it waits for another event. */
  private check(event: string | symbol): void {
    if (event === 'error' || this.known.includes(String(event))) return;
    refuse(`event ${String(event)} of ${this.owner}`);
  }
  override on(event: string | symbol, listener: (...args: never[]) => void): this {
    this.check(event);
    return super.on(event, listener as (...args: unknown[]) => void); // It is called with what is emitted.
  }
  override once(event: string | symbol, listener: (...args: never[]) => void): this {
    this.check(event);
    return super.once(event, listener as (...args: unknown[]) => void); // as above
  }
}

/** Creates an emitter of a few named events. */
export function knownEvents(name: string, known: readonly string[]): KnownEmitter {
  return new KnownEmitter(name, known);
}

/** An event of Electron that can be prevented. */
export interface HostEvent {
  readonly url: string;
  readonly isMainFrame: boolean;
  readonly defaultPrevented: boolean;
  preventDefault(): void;
}

/** Creates an event; `url` is the target of a navigation. */
export function hostEvent(url = '', isMainFrame = true): HostEvent {
  let prevented = false;
  return {
    url,
    isMainFrame,
    get defaultPrevented() {
      return prevented;
    },
    preventDefault: () => {
      prevented = true;
    },
  };
}
