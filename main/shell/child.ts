import { createInterface } from 'node:readline';
import { utilityProcess, type UtilityProcess } from 'electron';
import { redact } from '#main/base/log.ts';
import type { Child } from '#main/base/port.ts';

/** Starts a bundle as a process of our own, under a name for the system's list of processes. */
export type Fork = (name: string, file: string, args?: readonly string[]) => Child;

/**
 * Makes the one way to start processes: Node without windows.
 * @param environment the whole environment of the children, see `childEnvironment`
 * @param onLine hears what they write to their error output, line by line and redacted
 */
export function forker(environment: Readonly<Record<string, string>>, onLine: (line: string) => void): Fork {
  return (name, file, args = []) => {
    const child = utilityProcess.fork(file, [...args], {
      serviceName: name,
      env: { ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    if (child.stderr !== null)
      createInterface({ input: child.stderr }).on('line', (line) => onLine(redact(line)));
    return asChild(child);
  };
}

function asChild(child: UtilityProcess): Child {
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
