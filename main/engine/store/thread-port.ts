import type { Transferable } from 'node:worker_threads';
import type { Port } from '#main/base/port.ts';

/** What a Worker and a worker's own parent port have in common. */
interface ThreadEnd {
  postMessage(message: unknown, transfer?: readonly Transferable[]): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  off(event: 'message', listener: (message: unknown) => void): unknown;
}

/** Either end of a thread as a port. */
export function threadPort(end: ThreadEnd): Port {
  return {
    send: (message, transfer) => end.postMessage(message, [...(transfer ?? [])]),
    onMessage: (listener) => {
      end.on('message', listener);
      return () => end.off('message', listener);
    },
  };
}
