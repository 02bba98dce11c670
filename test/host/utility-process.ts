import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { refusesChildren } from './app.ts';
import { EVENTS, OPTIONS, type UsedUtilityProcess } from './members.ts';
import { knownEvents, knownKeys, strict } from './strict.ts';

const FIRST = fileURLToPath(new URL('child.ts', import.meta.url));
/** An unhandled rejection is a warning in a utility process, and does not end it. */
const NODE_OPTIONS = ['--unhandled-rejections=warn-with-error-code'];

const running = new Set<ChildProcess>();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/** `electron.utilityProcess`: a process of Node, with a parent port. */
export const utilityProcess = strict('utilityProcess', {
  fork: (file: string, args: readonly string[] = [], options: Electron.ForkOptions = {}) => {
    knownKeys('utilityProcess.fork', options, OPTIONS.fork);
    const { stdio } = options;
    if (!Array.isArray(stdio)) throw new TypeError('the stand-in host takes stdio as a list only');
    const child = fork(FIRST, [file, ...args], {
      serialization: 'advanced',
      execArgv: NODE_OPTIONS,
      stdio: [...stdio, 'ipc'],
      env: { ...(options.env ?? process.env) },
    });
    running.add(child);
    const events = knownEvents('UtilityProcess', EVENTS.utilityProcess);
    if (refusesChildren()) child.kill('SIGKILL');
    child.on('spawn', () => events.emit('spawn'));
    child.on('message', (message) => events.emit('message', message));
    child.on('exit', (code) => {
      running.delete(child);
      events.emit('exit', code ?? 1);
    });
    return strict(
      'UtilityProcess',
      Object.assign(events, {
        stderr: child.stderr,
        // Electron drops what is sent to a process that has ended; without a callback Node would emit an error.
        postMessage: (message: unknown): void => void child.send(message as never, () => {}), // any cloneable value
        kill: (): boolean => child.kill(),
      } satisfies UsedUtilityProcess & { readonly stderr: unknown }),
    );
  },
});
