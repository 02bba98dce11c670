import type { Transferable } from 'node:worker_threads';
import { createDeferred, type Deferred } from './async.ts';
import type { Port } from './port.ts';

/**
 * Request, reply and event over any Port. Handlers return values, errors included, and do not throw; an
 * exception reaches the caller as `RpcError` without its message, so that nothing leaks by accident.
 */
type Message =
  | { readonly t: 'call'; readonly id: number; readonly name: string; readonly input: unknown }
  | { readonly t: 'reply'; readonly id: number; readonly value: unknown }
  | { readonly t: 'fail'; readonly id: number }
  | { readonly t: 'event'; readonly name: string; readonly payload: unknown };

/** The other side threw, or has ended. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
}

export interface RpcClient {
  call(name: string, input: unknown, transfer?: readonly Transferable[]): Promise<unknown>;
  /** Fails every open call; later ones fail at once. */
  close(reason: string): void;
}

export interface RpcServer {
  emit(name: string, payload: unknown): void;
  stop(): void;
}

function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null || !('t' in value)) return false;
  return value.t === 'event' || ('id' in value && typeof value.id === 'number');
}

/** Creates a client that calls the other side and receives its events. */
export function createRpcClient(
  port: Port,
  onEvent: (name: string, payload: unknown) => void = () => {},
): RpcClient {
  const open = new Map<number, Deferred<unknown>>();
  let nextId = 1;
  let closed: string | null = null;
  const settle = (message: Message): void => {
    if (message.t === 'event') return onEvent(message.name, message.payload);
    const waiting = open.get(message.id);
    if (waiting === undefined || message.t === 'call') return;
    open.delete(message.id);
    if (message.t === 'reply') waiting.resolve(message.value);
    else waiting.reject(new RpcError('the other side failed'));
  };
  const stop = port.onMessage((message) => {
    if (isMessage(message)) settle(message);
  });
  return {
    call: (name, input, transfer) => {
      if (closed !== null) return Promise.reject(new RpcError(closed));
      const id = nextId++;
      // The message is sent before the call is registered: a value that cannot be cloned throws here, and no
      // call stays open without a reply.
      try {
        port.send({ t: 'call', id, name, input } satisfies Message, transfer);
      } catch {
        return Promise.reject(new RpcError('the call could not be sent'));
      }
      const waiting = createDeferred<unknown>();
      open.set(id, waiting);
      return waiting.promise;
    },
    close: (reason) => {
      closed = reason;
      stop();
      open.forEach((waiting) => waiting.reject(new RpcError(reason)));
      open.clear();
    },
  };
}

/** Serves calls of the other side. `onThrown` is called for handlers that threw. */
export function createRpcServer(
  port: Port,
  handle: (name: string, input: unknown) => Promise<unknown>,
  onThrown: (thrown: unknown, name: string) => void,
): RpcServer {
  const answerCall = async (id: number, name: string, input: unknown): Promise<void> => {
    try {
      port.send({ t: 'reply', id, value: await handle(name, input) } satisfies Message);
    } catch (thrown) {
      onThrown(thrown, name);
      port.send({ t: 'fail', id } satisfies Message);
    }
  };
  const stop = port.onMessage((message) => {
    if (isMessage(message) && message.t === 'call') void answerCall(message.id, message.name, message.input);
  });
  return {
    emit: (name, payload) => port.send({ t: 'event', name, payload } satisfies Message),
    stop,
  };
}
