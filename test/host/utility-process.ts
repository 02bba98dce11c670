import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { hostApp, refusesChildren } from './app.ts';
import { config } from './config.ts';
import { checkForkOptions, HostChild } from './host-child.ts';
import { QUICK_CODE } from './quick-code.ts';
import { createStrictObject, hostEvent } from './strict.ts';

const FIRST = fileURLToPath(new URL('child.mjs', import.meta.url));
/** An unhandled rejection is a warning in a utility process, and does not end it. */
const NODE_OPTIONS = ['--unhandled-rejections=warn-with-error-code', ...(config.isVisible ? [] : QUICK_CODE)];

const running = new Set<ChildProcess>();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));

const KILLS: ReadonlySet<NodeJS.Signals> = new Set(['SIGTERM', 'SIGKILL']);

function getReason(code: number | null, signal: NodeJS.Signals | null): string {
  if (signal !== null) return KILLS.has(signal) ? 'killed' : 'crashed';
  return code === 0 ? 'clean-exit' : 'abnormal-exit';
}

/** Tells the program of an end, as Electron does: also of one that the program has asked for. */
function announceEnd(name: string, code: number | null, signal: NodeJS.Signals | null): void {
  const details = { type: 'Utility', reason: getReason(code, signal), exitCode: code ?? 1, name };
  hostApp.emit('child-process-gone', hostEvent(), details);
}

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
    child.on('exit', (code, signal) => {
      running.delete(child);
      announceEnd(options.serviceName ?? 'Node Utility Process', code, signal);
      own.emit('exit', code ?? 1);
    });
    return createStrictObject('UtilityProcess', own);
  },
});
