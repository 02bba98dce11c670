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
export function strict<T extends object>(name: string, object: T): T {
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
export function knownEvents(name: string, known: readonly string[]): EventEmitter {
  const emitter = new EventEmitter();
  const listen = emitter.on.bind(emitter);
  emitter.on = (event, listener) => {
    if (known.includes(String(event))) return listen(event, listener);
    return refuse(`event ${String(event)} of ${name}`);
  };
  return emitter;
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
