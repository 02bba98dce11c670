import { contextBridge, ipcRenderer } from 'electron';
import type { CallContext, PreloadBridge } from '#contract/api.ts';
import { ABANDON_CHANNEL, CALL_CHANNEL, EVENT_CHANNEL, EVENT_NAMES } from '#contract/ipc-names.ts';
import { PROCEDURE_NAMES } from '#contract/procedure-names.ts';

/** The result of a call whose input cannot be cloned, such as a function or a DOM node. */
const NOT_SENDABLE = { ok: false, error: { code: 'invalid-input', detail: 'not plain data' } } as const;

type Listener = (payload: unknown) => void;
const listeners = new Map<string, Set<Listener>>(EVENT_NAMES.map((name) => [name, new Set<Listener>()]));
/** The last payload of each event that came before the first subscription to it: the page's script starts later. */
const early = new Map<string, unknown>();
const subscribed = new Set<string>();

ipcRenderer.on(EVENT_CHANNEL, (_event, name: string, payload: unknown) => {
  if (listeners.has(name) && !subscribed.has(name)) early.set(name, payload);
  // Each listener runs in its own microtask: an exception in one does not affect the others. The event object
  // is not passed on.
  for (const listener of listeners.get(name) ?? []) queueMicrotask(() => listener(payload));
});

function createCaller(name: string): (input: unknown, context?: CallContext) => Promise<unknown> {
  return async (input, context = {}) => {
    try {
      return await ipcRenderer.invoke(CALL_CHANNEL, name, input, context);
    } catch {
      return NOT_SENDABLE;
    }
  };
}

function abandon(ticket: number): void {
  // Where the message does not arrive, the read runs to its end.
  ipcRenderer.invoke(ABANDON_CHANNEL, ticket).catch(() => {});
}

function createSubscriber(name: string): (listener: Listener) => () => void {
  return (listener) => {
    // The listener is wrapped in a new function, so that one function subscribed twice makes two subscriptions.
    const own: Listener = (payload) => listener(payload);
    listeners.get(name)?.add(own);
    subscribed.add(name);
    if (early.has(name)) {
      const payload = early.get(name);
      early.delete(name);
      queueMicrotask(() => {
        if (listeners.get(name)?.has(own) === true) listener(payload);
      });
    }
    return () => {
      listeners.get(name)?.delete(own);
    };
  };
}

/** One function per name; other names cannot be called. The main process checks the input against its schema. */
const bridge = Object.freeze({
  call: Object.freeze(Object.fromEntries(PROCEDURE_NAMES.map((name) => [name, createCaller(name)]))),
  reads: Object.freeze({ abandon }),
  on: Object.freeze(Object.fromEntries(EVENT_NAMES.map((name) => [name, createSubscriber(name)]))),
}) as unknown as PreloadBridge; // Every name of both lists is present; the types per name exist in the contract only.

contextBridge.exposeInMainWorld('intray', bridge);
