/** Entry of the engine's process: a utility process of the window, or a fork of plain Node. */
import { parseArgs } from 'node:util';
import type { InternalProcedureName } from '#contract/internal-procedures.ts';
import type { ProcedureName } from '#contract/procedures.ts';
import { ok } from '#contract/result.ts';
import { runInBackground } from '#main/base/async.ts';
import { systemClock } from '#main/base/clock.ts';
import { leaveMemoryOutOfCoreDumps } from '#main/base/core-dumps.ts';
import { SECOND } from '#main/base/durations.ts';
import { collectGarbageWhenIdle } from '#main/base/idle-garbage.ts';
import { createRedactingLog, describeThrown } from '#main/base/log.ts';
import { getParentPort, onParentProcessEnd } from '#main/base/port.ts';
import { systemRandomSource } from '#main/base/random.ts';
import { createRelayedFork } from '#main/base/relayed-children.ts';
import { createRpcClient, createRpcServer } from '#main/base/rpc.ts';
import { exitProcessOnUncaughtErrors } from '#main/base/uncaught-errors.ts';
import type { Engine } from './engine.ts';
import { prestartWorkers, THREADS_OF_FILES } from './sqlite/prestarted-workers.ts';
import { createProcessWorkerStarter, createWorkerStarter } from './sqlite/worker-starter.ts';

/** Exit code of a process that finds the data folder locked by another one. */
const EXIT_HELD = 7;
const EXIT_USAGE = 2;
/** Entry file of the worker threads: the TypeScript source, or the bundle. */
const WORKER = import.meta.url.endsWith('.ts') ? './worker.ts' : './engine-worker.cjs';

process.umask(0o077);
leaveMemoryOutOfCoreDumps();

const log = createRedactingLog(
  (line) => process.stderr.write(`${line}\n`),
  () => systemClock.now(),
);
const { values: options } = parseArgs({
  options: {
    'data-dir': { type: 'string', default: '' },
    role: { type: 'string', default: 'window' },
    run: { type: 'string', default: '' },
    strict: { type: 'boolean', default: false },
  },
});

const role = options.role === 'command' ? 'command' : 'window';
const port = getParentPort();
if (port === null || options['data-dir'] === '' || options.run === '') {
  log.error('the engine is started by Intray, with --data-dir and --run');
  process.exit(EXIT_USAGE);
}

exitProcessOnUncaughtErrors({ message: 'the engine failed', port });

const startWorker = createWorkerStarter(new URL(WORKER, import.meta.url));
// A window opens an account as soon as its keys are there. Its threads read their code meanwhile: the two that an opening waits for
// first beside the engine's own code, on a second processor; the third would only delay that.
const isWindow = role === 'window';
const firstThreads = prestartWorkers(startWorker, isWindow ? THREADS_OF_FILES.slice(0, 2) : []);

const startPdfWorker = createProcessWorkerStarter(createRelayedFork(port));

// RPC client for calls to the main process, which owns the keychain.
const main = createRpcClient(port);

async function loadEngine(): Promise<Engine> {
  const { createEngine } = await import('./engine.ts');
  const threads = prestartWorkers(firstThreads.startWorker, isWindow ? THREADS_OF_FILES : []);
  return createEngine({
    dataDir: options['data-dir'],
    role,
    run: options.run,
    isStrict: options.strict,
    clock: systemClock,
    random: systemRandomSource,
    log,
    emit: (name, payload) => server.emit(name, payload),
    saveMarker: async (account, mark) => (await main.call('generation.keep', { account, mark })) === true,
    saveAccessHead: async (head) => (await main.call('accessLog.keepHead', head)) === true,
    startWorker: threads.startWorker,
    startPdfWorker,
  });
}

const loaded = loadEngine();
collectGarbageWhenIdle();
// An engine without its code ends, and is started again.
loaded.catch((thrown: unknown) => {
  setImmediate(() => {
    throw thrown;
  });
});
const started = loaded.then((engine) => engine.start());

async function leave(code: number): Promise<void> {
  const engine = await loaded;
  await engine.close();
  process.exit(code);
}

/** Reports the holder of the data folder to the parent and to pending calls, then ends the process. */
async function leaveToHolder(): Promise<void> {
  const start = await started;
  if (start.ok || start.error.code !== 'held') return;
  server.emit('held', start.error);
  await systemClock.wait(SECOND);
  await leave(EXIT_HELD);
}

/** Whether the main process has asked the engine to close its files, before it ends this process. */
let isLeaving = false;

const server = createRpcServer(
  port,
  async (name, input, { signal, account }) => {
    isLeaving ||= name === 'engine.leave';
    const engine = await loaded;
    await started;
    if (name === 'engine.leave') {
      await engine.close();
      return ok({});
    }
    // The name is not checked here: the router rejects one that no procedure or internal procedure has.
    return engine.handle(name as ProcedureName | InternalProcedureName, input, { signal, account });
  },
  (thrown, name) => log.error('a call failed', { name, thrown: describeThrown(thrown) }),
);

runInBackground(leaveToHolder(), 'the engine could not leave', log);
const leaveInBackground = (): void => runInBackground(leave(0), 'the engine could not close', log);
onParentProcessEnd(leaveInBackground);
/**
 * A signal of the main process follows its request to leave: the files are closed, or closing them took too long. Without
 * a request it comes from the system or a terminal, and the files are closed first.
 */
const handleSignal = (): void => {
  if (isLeaving) process.kill(process.pid, 'SIGKILL');
  else leaveInBackground();
};
process.once('SIGTERM', handleSignal).once('SIGINT', handleSignal);
