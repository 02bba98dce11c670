import { EventEmitter } from 'node:events';

/** What the language itself asks of any object, without meaning anything by it. */
const ASKED_BY_THE_LANGUAGE: ReadonlySet<PropertyKey> = new Set(['then', 'toJSON', '__esModule', 'default']);

/** Throws, and says so on stderr too: the program may catch what it does not expect. */
function refuse(what: string): never {
  const sentence = `the stand-in host has no ${what}`;
  process.stderr.write(`${sentence}\n`);
  throw new TypeError(sentence);
}

/** An object that throws where it is asked for something it does not have, instead of answering `undefined`. */
export function strict<T extends object>(name: string, object: T): T {
  return new Proxy(object, {
    get(target, key): unknown {
      if (key in target || typeof key === 'symbol' || ASKED_BY_THE_LANGUAGE.has(key))
        return Reflect.get(target, key);
      return refuse(`${name}.${key}`);
    },
  });
}

/** Throws where an options object holds a key that the stand-in does not look at. */
export function knownKeys(name: string, options: object, known: readonly string[]): void {
  const unknown = Object.keys(options).find((key) => !known.includes(key));
  if (unknown !== undefined) refuse(`option ${unknown} of ${name}`);
}

/** An emitter of a few named events; listening for another one throws, because it would never come. */
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

/** Makes an event; `url` is where a navigation would lead. */
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
