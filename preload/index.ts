import { contextBridge, ipcRenderer } from 'electron';
import type { Bridge } from '#contract/api.ts';
import { CALL_CHANNEL, EVENT_CHANNEL, EVENT_NAMES } from '#contract/names.ts';
import { PROCEDURE_NAMES } from '#contract/procedure-names.ts';

/**
 * The bridge: one function per name, and no way to say a name that is not there. Schemas are checked on
 * the other side; what cannot even be sent (a function, a DOM node) is refused here, as a value.
 */
const NOT_SENDABLE = { ok: false, error: { code: 'invalid-input', detail: 'not plain data' } } as const;

type Listener = (payload: unknown) => void;
const listeners = new Map<string, Set<Listener>>(EVENT_NAMES.map((name) => [name, new Set<Listener>()]));

ipcRenderer.on(EVENT_CHANNEL, (_event, name: string, payload: unknown) => {
  // Each on its own: a listener that throws takes nobody with it. The event object stays here.
  for (const listener of listeners.get(name) ?? []) queueMicrotask(() => listener(payload));
});

function caller(name: string): (input: unknown) => Promise<unknown> {
  return async (input) => {
    try {
      return await ipcRenderer.invoke(CALL_CHANNEL, name, input);
    } catch {
      return NOT_SENDABLE;
    }
  };
}

function subscriber(name: string): (listener: Listener) => () => void {
  return (listener) => {
    // Wrapped, so that one function subscribed twice is two subscriptions.
    const own: Listener = (payload) => listener(payload);
    listeners.get(name)?.add(own);
    return () => {
      listeners.get(name)?.delete(own);
    };
  };
}

const bridge = Object.freeze({
  call: Object.freeze(Object.fromEntries(PROCEDURE_NAMES.map((name) => [name, caller(name)]))),
  on: Object.freeze(Object.fromEntries(EVENT_NAMES.map((name) => [name, subscriber(name)]))),
}) as unknown as Bridge; // every name of both lists is there; each name's types live in the contract alone

contextBridge.exposeInMainWorld('intray', bridge);
