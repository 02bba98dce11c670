import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { refusesChildren } from './app.ts';
import { config } from './config.ts';
import { checkForkOptions, HostChild } from './host-child.ts';
import { QUICK_CODE } from './quick-code.ts';
import { createStrictObject } from './strict.ts';

const FIRST = fileURLToPath(new URL('child.mjs', import.meta.url));
/** An unhandled rejection is a warning in a utility process, and does not end it. */
const NODE_OPTIONS = ['--unhandled-rejections=warn-with-error-code', ...(config.isVisible ? [] : QUICK_CODE)];

const running = new Set<ChildProcess>();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/** `electron.utilityProcess`: a process of Node, with a parent port. */
export const utilityProcess = createStrictObject('utilityProcess', {
  fork: (file: string, args: readonly string[] = [], options: Electron.ForkOptions = {}) => {
    const stdio = checkForkOptions(options);
    const child = fork(FIRST, [file, ...args], {
      serialization: 'advanced',
      execArgv: NODE_OPTIONS,
      stdio: [...stdio, 'ipc'],
      env: { ...(options.env ?? process.env) },
    });
    running.add(child);
    const own = new HostChild({
      stderr: child.stderr,
      // Electron drops what no longer arrives; without a callback Node would emit an error.
      post: (message) => void child.send(message as never, () => {}), // any cloneable value
      kill: () => child.kill(),
    });
    if (refusesChildren()) child.kill('SIGKILL');
    child.on('spawn', () => own.emit('spawn'));
    child.on('message', (message) => own.emit('message', message));
    child.on('exit', (code) => {
      running.delete(child);
      own.emit('exit', code ?? 1);
    });
    return createStrictObject('UtilityProcess', own);
  },
});
