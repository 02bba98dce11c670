import type { Transferable } from 'node:worker_threads';
import { createDeferredPromise, type DeferredPromise } from './async.ts';
import type { Port } from './port.ts';

/**
 * Request, reply and event over any Port. Handlers return values, errors included, and do not throw; an
 * exception reaches the caller as `RpcError` without its message, so that nothing leaks by accident.
 */
type Message =
  | {
      readonly t: 'call';
      readonly id: number;
      readonly name: string;
      readonly input: unknown;
      readonly flag: SharedArrayBuffer | undefined;
      readonly account: string | undefined;
    }
  | { readonly t: 'abandon'; readonly id: number }
  | { readonly t: 'reply'; readonly id: number; readonly value: unknown }
  | { readonly t: 'fail'; readonly id: number }
  | { readonly t: 'event'; readonly name: string; readonly payload: unknown };

/** The other side threw, or has ended, or the caller has abandoned the call. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
}

export interface RpcCallOptions {
  /** Id of the account that the call is about, for the function that serves it. */
  readonly account?: string | undefined;
  readonly transfer?: readonly Transferable[] | undefined;
  /**
   * Abandons the call: it rejects at once, and the other side learns that its reply is no longer awaited. A thread that
   * shares memory learns it even while it works.
   */
  readonly signal?: AbortSignal | undefined;
}

/** Whether the caller of a served call has abandoned it. */
export interface CallAbandonmentStatus {
  /** Aborts with the message that the call was abandoned. */
  readonly signal: AbortSignal;
  /** Whether the call was abandoned; known at once where the two sides share memory. */
  readonly isAbandoned: () => boolean;
}

/** What the function that serves a call learns of it besides name and input. */
export interface ServedCall extends CallAbandonmentStatus {
  /** Id of the account that the caller means; undefined where it means no certain one. */
  readonly account: string | undefined;
}

export interface RpcClient {
  call(name: string, input: unknown, options?: RpcCallOptions): Promise<unknown>;
  /** Fails every open call; later ones fail at once. */
  close(reason: string): void;
}

export interface RpcServer {
  emit(name: string, payload: unknown): void;
  stop(): void;
}

interface OpenCall extends Pick<DeferredPromise<unknown>, 'resolve' | 'reject'> {
  readonly stopListening: () => void;
}

const ABANDONED = 'the call was abandoned';

/**
 * Creates a flag in memory that two threads share: the calling thread sets it when it abandons a call, and the thread
 * that serves the call reads it.
 */
function createFlag(): SharedArrayBuffer {
  return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
}

function raiseFlag(flag: SharedArrayBuffer): void {
  Atomics.store(new Int32Array(flag), 0, 1);
}

function isFlagRaised(flag: SharedArrayBuffer): boolean {
  return Atomics.load(new Int32Array(flag), 0) === 1;
}

function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null || !('t' in value)) return false;
  return value.t === 'event' || ('id' in value && typeof value.id === 'number');
}

/** Settles the call that a message replies to; a message that is no reply, or a late one, changes nothing. */
function settleCall(open: Map<number, OpenCall>, message: Exclude<Message, { t: 'event' }>): void {
  const waiting = open.get(message.id);
  if (waiting === undefined || (message.t !== 'reply' && message.t !== 'fail')) return;
  open.delete(message.id);
  waiting.stopListening();
  if (message.t === 'reply') waiting.resolve(message.value);
  else waiting.reject(new RpcError('the other side failed'));
}

function failCalls(open: Map<number, OpenCall>, reason: string): void {
  open.forEach((waiting) => {
    waiting.stopListening();
    waiting.reject(new RpcError(reason));
  });
  open.clear();
}

/**
 * Creates a client that calls the other side and receives its events.
 * @param sharesMemory whether the other side is a thread of this process
 */
export function createRpcClient(
  port: Port,
  onEvent: (name: string, payload: unknown) => void = () => {},
  sharesMemory = false,
): RpcClient {
  const open = new Map<number, OpenCall>();
  let nextId = 1;
  let closed: string | null = null;
  const abandon = (id: number, flag: SharedArrayBuffer | undefined): void => {
    const waiting = open.get(id);
    if (waiting === undefined) return;
    open.delete(id);
    if (flag === undefined) port.send({ t: 'abandon', id } satisfies Message);
    else raiseFlag(flag);
    waiting.reject(new RpcError(ABANDONED));
  };
  const stop = port.onMessage((message) => {
    if (!isMessage(message)) return;
    if (message.t === 'event') onEvent(message.name, message.payload);
    else settleCall(open, message);
  });
  return {
    call: (name, input, { transfer, signal, account } = {}) => {
      if (closed !== null) return Promise.reject(new RpcError(closed));
      if (signal?.aborted === true) return Promise.reject(new RpcError(ABANDONED));
      const id = nextId++;
      const flag = signal !== undefined && sharesMemory ? createFlag() : undefined;
      // The message is sent before the call is registered: a value that cannot be cloned throws here, and no
      // call stays open without a reply.
      try {
        port.send({ t: 'call', id, name, input, flag, account } satisfies Message, transfer);
      } catch {
        return Promise.reject(new RpcError('the call could not be sent'));
      }
      const waiting = createDeferredPromise<unknown>();
      const onAbort = (): void => abandon(id, flag);
      signal?.addEventListener('abort', onAbort, { once: true });
      open.set(id, { ...waiting, stopListening: () => signal?.removeEventListener('abort', onAbort) });
      return waiting.promise;
    },
    close: (reason) => {
      closed = reason;
      stop();
      failCalls(open, reason);
    },
  };
}

/**
 * Serves calls of the other side. A call that was abandoned before it is served is dropped; one that is being served
 * gets no reply. `onThrown` is called for handlers that threw.
 */
export function createRpcServer(
  port: Port,
  handle: (name: string, input: unknown, call: ServedCall) => Promise<unknown>,
  onThrown: (thrown: unknown, name: string) => void,
): RpcServer {
  const served = new Map<number, AbortController>();
  const answerCall = async (message: Extract<Message, { t: 'call' }>): Promise<void> => {
    const { id, name, input, flag, account } = message;
    const stopping = new AbortController();
    const { signal } = stopping;
    const isAbandoned = (): boolean => signal.aborted || (flag !== undefined && isFlagRaised(flag));
    if (isAbandoned()) return;
    served.set(id, stopping);
    try {
      const value = await handle(name, input, { signal, isAbandoned, account });
      if (!isAbandoned()) port.send({ t: 'reply', id, value } satisfies Message);
    } catch (thrown) {
      onThrown(thrown, name);
      if (!isAbandoned()) port.send({ t: 'fail', id } satisfies Message);
    } finally {
      served.delete(id);
    }
  };
  const stop = port.onMessage((message) => {
    if (!isMessage(message)) return;
    if (message.t === 'call') void answerCall(message);
    if (message.t === 'abandon') served.get(message.id)?.abort();
  });
  return {
    emit: (name, payload) => port.send({ t: 'event', name, payload } satisfies Message),
    stop,
  };
}
