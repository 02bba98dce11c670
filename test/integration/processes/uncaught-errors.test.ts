import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseLogLineOfExitMessage } from '#main/base/uncaught-errors.ts';
import { temporaryFolder } from '../../support/engine.ts';

/** Electron's own mode in utility processes: a rejection that nothing handles is a warning. */
const AS_IN_ELECTRON = '--unhandled-rejections=warn-with-error-code';
/** Fails inside the process when the test says so. */
const onSignal = (work: string): string =>
  `data:text/javascript,process.on('SIGUSR2',()=>{${work}});setInterval(()=>{},1000)`;
const FAILURES = {
  'a rejection': "Promise.reject(new Error('req_abc is lost'))",
  'an exception': "setImmediate(()=>{throw new Error('req_abc is lost')})",
};

const main = (path: string): string => fileURLToPath(new URL(`../../../main/${path}`, import.meta.url));

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

const ENTRIES = [
  ['the engine', 'engine/index.ts', () => ['--data-dir', folder.path, '--run', 'a'.repeat(16)], 'req_***'],
  ['the keychain process', 'vault/keychain-child.ts', () => [], '"thrown":"Error"'],
  ['the demo clinic', 'demo/index.ts', () => ['--requisitions', '1', '--forms', '1'], 'req_***'],
] as const;

describe.each(ENTRIES)('%s', (_name, entry, words, reason) => {
  test.each(Object.entries(FAILURES))(
    'ends at %s that nothing handles, and says why',
    async (_what, work) => {
      const child = fork(main(entry), words(), {
        execArgv: [AS_IN_ELECTRON, '--import', onSignal(work)],
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
        env: {},
      });
      const messages: unknown[] = [];
      child.on('message', (message) => messages.push(message));
      let said = '';
      child.stderr?.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
      const ended = once(child, 'exit');
      // Its listeners stand once it has answered a call, whatever the answer is.
      if (entry !== 'demo/index.ts') child.send({ t: 'call', id: 1, name: 'none', input: {} });
      await once(child, 'message');
      child.kill('SIGUSR2');
      const [code, signal] = (await ended) as unknown[]; // its exit code, or the signal that has ended it
      expect(code ?? signal).toEqual(entry === 'vault/keychain-child.ts' ? 'SIGKILL' : 1);
      const line = messages.map(parseLogLineOfExitMessage).find((found) => found !== null);
      expect(line).toContain(reason);
      expect(said).toContain(line);
    },
  );
});

test('a worker thread ends at a rejection that nothing handles, with its error', async () => {
  // By a channel of its own: a second listener of the port would take messages before the thread listens.
  const fail = `const channel=new BroadcastChannel('failure of a test');
    channel.onmessage=()=>{Promise.reject(new Error('lost'))}`;
  const worker = new Worker(main('engine/worker.ts'), {
    workerData: { role: 'pack' },
    env: {},
    execArgv: [AS_IN_ELECTRON, '--import', `data:text/javascript,${encodeURIComponent(fail)}`],
  });
  worker.postMessage({ t: 'call', id: 1, name: 'none', input: {} });
  await once(worker, 'message');
  const ended = once(worker, 'error');
  const channel = new BroadcastChannel('failure of a test');
  channel.postMessage('fail');
  expect(await ended).toEqual([expect.objectContaining({ message: 'lost' })]);
  channel.close();
});

/** A module hook in whose process a file of the program cannot be read. */
const withoutFile = (specifier: string): string =>
  `data:text/javascript,import { registerHooks } from 'node:module'; registerHooks({ resolve: (name, context, next) => {
    if (name === '${specifier}') throw new Error('unreadable'); return next(name, context); } });`;

test('an engine whose code cannot be read ends, so that it is started again', async () => {
  const child = fork(main('engine/index.ts'), ['--data-dir', folder.path, '--run', 'a'.repeat(16)], {
    execArgv: [AS_IN_ELECTRON, '--import', withoutFile('./engine.ts')],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
  });
  const [code] = (await once(child, 'exit')) as unknown[]; // its exit code
  expect(code).toBe(1);
});
