import type { Transferable } from 'node:worker_threads';

/** A port has two members: send and receive. Parent ports, IPC, worker threads and tests all fit. */
export interface Port {
  send(message: unknown, transfer?: readonly Transferable[]): void;
  onMessage(listener: (message: unknown) => void): () => void;
}

/** A process or thread that was started, with the port to it. */
export interface ChildPort extends Port {
  /** Calls the listener once, however it ended; at once when it has already ended. */
  onExit(listener: (code: number | null) => void): void;
  /**
   * Ends a process by SIGTERM, which it may handle, and a thread at once. Electron kills a process that is still there
   * after two seconds; on macOS the main process waits for that and does nothing else. Windows has no signals: there the
   * process ends at once.
   */
  kill(): void;
}

interface MessageEventLike {
  readonly data: unknown;
}
interface UtilityParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: MessageEventLike) => void): unknown;
  off(event: 'message', listener: (event: MessageEventLike) => void): unknown;
}

function getUtilityPort(): UtilityParentPort | undefined {
  return (process as { parentPort?: UtilityParentPort }).parentPort; // Only Electron's types declare it.
}

/**
 * Calls the listener when the parent process has ended. Only Node's own IPC channel reports that; Electron
 * ends its utility processes itself.
 */
export function onParentProcessEnd(listener: () => void): void {
  if (getUtilityPort() === undefined && process.send !== undefined) process.once('disconnect', listener);
}

/**
 * Returns the port to the parent process: Electron's `process.parentPort` in a utility process, Node's own
 * IPC channel under `child_process.fork`. Null where there is none (started by hand).
 */
export function getParentPort(): Port | null {
  const utility = getUtilityPort();
  if (utility !== undefined) {
    return {
      send: (message) => utility.postMessage(message),
      onMessage: (listener) => {
        const forward = (event: MessageEventLike): void => listener(event.data);
        utility.on('message', forward);
        return () => utility.off('message', forward);
      },
    };
  }
  if (process.send === undefined) return null;
  return {
    // With a callback, a parent that has just ended causes no error in this process.
    send: (message) => void process.send?.(message, undefined, undefined, () => {}),
    onMessage: (listener) => {
      process.on('message', listener);
      return () => process.off('message', listener);
    },
  };
}

/** Returns two ports joined in memory. Messages are cloned and delivered later, as between processes. */
export function createPortPair(): readonly [Port, Port] {
  const listeners: readonly [Set<(message: unknown) => void>, Set<(message: unknown) => void>] = [
    new Set(),
    new Set(),
  ];
  const createSide = (mine: 0 | 1, other: 0 | 1): Port => ({
    send: (message, transfer) => {
      const copy: unknown = structuredClone(message, { transfer: [...(transfer ?? [])] });
      queueMicrotask(() => listeners[other].forEach((listener) => listener(copy)));
    },
    onMessage: (listener) => {
      listeners[mine].add(listener);
      return () => listeners[mine].delete(listener);
    },
  });
  return [createSide(0, 1), createSide(1, 0)];
}
