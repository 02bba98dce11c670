import { fork } from 'node:child_process';
import type { ChildPort } from './port.ts';

export interface NodeForkOptions {
  /** The whole environment of the child; default: its parent's. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/**
 * Starts a Node program as a process of its own, with a port to it. Its stdout is ignored, so that it never
 * mixes with ours; its stderr is passed through.
 * @param entry full path of the program
 * @param args arguments of the program
 */
export function forkNode(
  entry: string,
  args: readonly string[] = [],
  options: NodeForkOptions = {},
): ChildPort {
  const child = fork(entry, [...args], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
    ...(options.env === undefined ? {} : { env: { ...options.env } }),
  });
  let exit: { readonly code: number | null } | null = null;
  const listeners = new Set<(code: number | null) => void>();
  const notifyExit = (code: number | null): void => {
    if (exit !== null) return;
    exit = { code };
    listeners.forEach((listener) => listener(code));
  };
  child.once('exit', notifyExit);
  // The program could not be started, or a message was sent to one that has just ended.
  child.on('error', () => {
    if (child.pid === undefined) notifyExit(null);
  });
  return {
    send: (message) => {
      if (child.connected) child.send(message as object); // Advanced serialization accepts any value.
    },
    onMessage: (listener) => {
      child.on('message', listener);
      return () => child.off('message', listener);
    },
    onExit: (listener) => {
      if (exit === null) listeners.add(listener);
      else listener(exit.code);
    },
    // A process blocked in a native call does not react to a weaker signal.
    kill: () => void child.kill('SIGKILL'),
  };
}
