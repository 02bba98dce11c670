import { utilityProcess } from 'electron';
import type { Child } from '#main/base/port.ts';

export interface ForkOptions {
  /** Full path of the bundle. */
  readonly file: string;
  /** Shown in the system's list of processes. */
  readonly name: string;
  readonly args?: readonly string[];
  /** The whole environment of the child: see `childEnvironment`. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Starts a process of our own: Node without windows, the sandbox of nobody else's code. */
export function forkChild({ file, name, args = [], environment }: ForkOptions): Child {
  const child = utilityProcess.fork(file, [...args], {
    serviceName: name,
    env: { ...environment },
    stdio: 'inherit',
  });
  let exit: { readonly code: number | null } | null = null;
  child.once('exit', (code) => {
    exit = { code };
  });
  return {
    send: (message) => {
      // A message to a process that has just ended has crashed Electron's own.
      if (exit === null) child.postMessage(message);
    },
    onMessage: (listener) => {
      child.on('message', listener);
      return () => child.off('message', listener);
    },
    onExit: (listener) => {
      if (exit === null) child.once('exit', (code) => listener(code));
      else listener(exit.code);
    },
    kill: () => {
      // A process that is still being started cannot be killed yet.
      if (exit === null && !child.kill()) child.once('spawn', () => child.kill());
    },
  };
}
