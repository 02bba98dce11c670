/**
 * Runs inside a page before any script of it: the preload script with its `electron` module. The function
 * below is sent as text, so it uses nothing from outside itself.
 */
import { readFileSync } from 'node:fs';

/** Name of the binding from page to host. The bridge removes it from the page at once. */
export const BINDING = '__standInHost';

type Reach = (
  kind: 'invoke' | 'next' | 'title' | 'attention',
  ...args: readonly unknown[]
) => Promise<unknown>;
type Preload = (require: (name: string) => unknown, module: object, exports: object) => void;
type Listener = (event: object, ...args: readonly unknown[]) => void;
interface Message {
  readonly channel: string;
  readonly args: readonly unknown[];
}

function installBridge(preload: Preload, binding: string): void {
  const world = globalThis as unknown as Record<string, unknown>; // the host has set its binding there
  const reach = world[binding] as Reach; // see above
  delete world[binding];
  if (window.top !== window) return;
  const clone = structuredClone;
  const listeners = new Map<string, Listener[]>();

  const isPlain = (value: object): boolean => {
    const prototype: unknown = Object.getPrototypeOf(value);
    return prototype === null || prototype === Object.prototype;
  };
  /** Copies a value as from one JavaScript world to another; functions become functions that copy. */
  const across = (value: unknown): unknown => {
    if (typeof value === 'function')
      return (...args: readonly unknown[]): unknown => across(Reflect.apply(value, null, args.map(across)));
    if (value instanceof Promise) return value.then(across);
    if (Array.isArray(value)) return value.map(across);
    if (typeof value === 'object' && value !== null && isPlain(value))
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, across(inner)]));
    // Electron passes primitives as they are; cloning each of them takes longer than all the rest.
    return typeof value === 'object' || typeof value === 'symbol' ? clone(value) : value;
  };
  const freeze = (value: unknown): unknown => {
    if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
    return value;
  };
  const listen = async (): Promise<void> => {
    for (;;) {
      const messages = (await reach('next')) as readonly Message[]; // the host's own shape
      for (const { channel, args } of messages)
        for (const listener of listeners.get(channel) ?? []) listener({}, ...args);
    }
  };
  const electron = {
    contextBridge: {
      exposeInMainWorld: (name: string, value: unknown) => {
        Object.defineProperty(window, name, { value: freeze(across(value)), enumerable: true });
      },
    },
    ipcRenderer: {
      invoke: async (channel: string, ...args: readonly unknown[]) => reach('invoke', channel, clone(args)),
      on: (channel: string, listener: Listener) => {
        listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
      },
    },
  };
  const requireInPage = (name: string): unknown => {
    if (name === 'electron') return electron;
    throw new Error(`module not found: ${name}`);
  };
  const tellTitle = (): void => void reach('title', document.title);
  document.addEventListener('DOMContentLoaded', () => {
    tellTitle();
    new MutationObserver(tellTitle).observe(document.head, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
  for (const name of ['focus', 'blur']) window.addEventListener(name, () => void reach('attention', name));
  document.addEventListener('visibilitychange', () => {
    void reach('attention', document.visibilityState === 'visible' ? 'show' : 'hide');
  });
  const module = { exports: {} };
  preload(requireInPage, module, module.exports);
  // The page is gone when this ends, so an error has no receiver.
  listen().catch(() => {});
}

/** Returns the text of the page's first script, with the preload script of that file in it. */
export function bridgeScript(preloadFile: string): string {
  const preload = `function (require, module, exports) {\n${readFileSync(preloadFile, 'utf8')}\n}`;
  return `(${installBridge.toString()})(${preload}, ${JSON.stringify(BINDING)});`;
}
