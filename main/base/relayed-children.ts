import type { ChildPort, Port } from './port.ts';

/**
 * Child processes that a process uses and its parent starts. In Electron only the main process can start any. Both
 * sides share the port of the two processes with its calls and events, whose messages have an `id` and no `child`. The
 * parent passes messages on unread.
 */
type Request =
  | { readonly t: 'child-start'; readonly child: number; readonly task: unknown }
  | { readonly t: 'child-send'; readonly child: number; readonly message: unknown }
  | { readonly t: 'child-kill'; readonly child: number };

type Report =
  | { readonly t: 'child-message'; readonly child: number; readonly message: unknown }
  | { readonly t: 'child-exit'; readonly child: number; readonly code: number | null };

type Relayed = Request | Report;

const TYPES: ReadonlySet<unknown> = new Set<Relayed['t']>([
  'child-start',
  'child-send',
  'child-kill',
  'child-message',
  'child-exit',
]);

function isRelayed(message: unknown): message is Relayed {
  if (typeof message !== 'object' || message === null || !('t' in message) || !('child' in message))
    return false;
  return TYPES.has(message.t) && typeof message.child === 'number';
}

/** The children that a parent has started for one process. */
export interface ChildrenStartedForPort {
  /** Kills all of them, and starts no more. */
  end(): void;
}

/**
 * Starts and ends children at the request of the process behind a port.
 * @param fork starts the child for a task, which the process behind the port has named; throws where there is none
 */
export function startChildrenOnRequestOfPort(
  port: Port,
  fork: (task: unknown) => ChildPort,
): ChildrenStartedForPort {
  const children = new Map<number, ChildPort>();
  const report = (message: Report): void => port.send(message);
  const start = (child: number, task: unknown): void => {
    let started: ChildPort;
    try {
      started = fork(task);
    } catch {
      return report({ t: 'child-exit', child, code: null });
    }
    children.set(child, started);
    started.onMessage((message) => report({ t: 'child-message', child, message }));
    started.onExit((code) => {
      children.delete(child);
      report({ t: 'child-exit', child, code });
    });
  };
  const stop = port.onMessage((message) => {
    if (!isRelayed(message)) return;
    if (message.t === 'child-start') start(message.child, message.task);
    else if (message.t === 'child-send') children.get(message.child)?.send(message.message);
    else if (message.t === 'child-kill') children.get(message.child)?.kill();
  });
  return {
    end: () => {
      stop();
      children.forEach((started) => started.kill());
    },
  };
}

/**
 * Returns a function that has the parent start a child for a task. It listens on the port once, for all children: a port lives
 * as long as its process, which uses many of them.
 * @param port the port to the parent, which serves it with `startChildrenOnRequestOfPort`
 */
export function createRelayedFork(port: Port): (task: unknown) => ChildPort {
  const handlers = new Map<number, (report: Report) => void>();
  const send = (message: Request): void => port.send(message);
  port.onMessage((message) => {
    if (!isRelayed(message)) return;
    if (message.t === 'child-message' || message.t === 'child-exit') handlers.get(message.child)?.(message);
  });
  let last = 0;
  return (task) => {
    last += 1;
    const child = last;
    const messageListeners = new Set<(message: unknown) => void>();
    const exitListeners = new Set<(code: number | null) => void>();
    let exit: { readonly code: number | null } | null = null;
    handlers.set(child, (report) => {
      if (report.t === 'child-message')
        return messageListeners.forEach((listener) => listener(report.message));
      exit = { code: report.code };
      handlers.delete(child);
      exitListeners.forEach((listener) => listener(report.code));
    });
    send({ t: 'child-start', child, task });
    return {
      send: (message) => {
        if (exit === null) send({ t: 'child-send', child, message });
      },
      onMessage: (listener) => {
        messageListeners.add(listener);
        return () => messageListeners.delete(listener);
      },
      onExit: (listener) => {
        if (exit === null) exitListeners.add(listener);
        else listener(exit.code);
      },
      kill: () => {
        if (exit === null) send({ t: 'child-kill', child });
      },
    };
  };
}
