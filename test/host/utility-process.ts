import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { knownEvents, knownKeys, strict } from './strict.ts';

const FIRST = fileURLToPath(new URL('child.ts', import.meta.url));
const OPTIONS = ['serviceName', 'env', 'stdio'] as const satisfies readonly (keyof Electron.ForkOptions)[];

const running = new Set<ChildProcess>();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/** `electron.utilityProcess`: a process of Node, with a parent port. */
export const utilityProcess = strict('utilityProcess', {
  fork: (file: string, args: readonly string[] = [], options: Electron.ForkOptions = {}) => {
    knownKeys('utilityProcess.fork', options, OPTIONS);
    const { stdio } = options;
    if (!Array.isArray(stdio)) throw new TypeError('the stand-in host takes stdio as a list only');
    const child = fork(FIRST, [file, ...args], {
      serialization: 'advanced',
      // As in Electron, a rejected promise that nothing handles ends no utility process.
      execArgv: ['--unhandled-rejections=warn-with-error-code'],
      stdio: [...stdio, 'ipc'],
      env: { ...(options.env ?? process.env) },
    });
    running.add(child);
    const events = knownEvents('utilityProcess', ['message', 'error', 'exit', 'spawn']);
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
        postMessage: (message: unknown): void => void child.send(message as never), // any cloneable value
        kill: (): boolean => child.kill(),
      }),
    );
  },
});
