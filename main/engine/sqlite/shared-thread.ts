import { EventEmitter } from 'node:events';
import { MessageChannel, type MessagePort, type Transferable, type Worker } from 'node:worker_threads';
import type { StartedWorkerEndpoint, ThreadRole } from './worker.ts';

/** The message to a shared thread by which it begins to serve a role, over a port of its own. */
export interface RoleToServe {
  readonly role: ThreadRole;
  readonly port: MessagePort;
}

/** A thread that serves several roles. */
interface SharedThread {
  readonly worker: Worker;
  /** The number of roles that it serves. */
  roles: number;
}

/** One role of a thread, as what has started it sees it: like a worker of its own. */
function serveRole(
  { worker }: SharedThread,
  role: ThreadRole,
  end: () => Promise<unknown>,
): StartedWorkerEndpoint {
  const { port1, port2 } = new MessageChannel();
  worker.postMessage({ role, port: port2 } satisfies RoleToServe, [port2]);
  const events = new EventEmitter();
  port1.on('message', (message: unknown) => events.emit('message', message));
  const passOn = (name: 'error' | 'exit') => (payload: unknown) => void events.emit(name, payload);
  const [passError, passExit] = [passOn('error'), passOn('exit')];
  worker.on('error', passError).on('exit', passExit);
  return Object.assign(events, {
    postMessage: (message: unknown, transfer: readonly Transferable[] = []) =>
      port1.postMessage(message, transfer),
    terminate: async () => {
      worker.off('error', passError).off('exit', passExit);
      // The thread closes the files of the role when its port is closed.
      port1.close();
      await end();
      events.emit('exit', 1); // as a worker does when it is terminated
    },
  });
}

/**
 * Returns a function that starts a role in a thread that it shares with others. The thread starts with the first role and ends
 * with the last. Where it ends by itself, all its roles do, and the next one that starts gets a new thread.
 * @param startWorker starts the thread
 */
export function createSharedThreadStarter(
  startWorker: () => Worker,
): (role: ThreadRole) => StartedWorkerEndpoint {
  let current: SharedThread | null = null;
  const start = (): SharedThread => {
    const thread: SharedThread = { worker: startWorker(), roles: 0 };
    const forget = (): void => {
      if (current === thread) current = null;
    };
    thread.worker.on('error', forget).on('exit', forget);
    return thread;
  };
  return (role) => {
    const thread = (current ??= start());
    thread.roles += 1;
    let isEnded = false;
    return serveRole(thread, role, async () => {
      if (isEnded) return;
      isEnded = true;
      thread.roles -= 1;
      if (thread.roles > 0) return;
      if (current === thread) current = null;
      await thread.worker.terminate();
    });
  };
}
