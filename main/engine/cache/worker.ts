/** Entry of the cache's two threads: one writes, one reads, each with a connection of its own. */
import { parentPort, workerData } from 'node:worker_threads';
import { err, ok, type Result } from '#contract/result.ts';
import { systemClock } from '#main/base/clock.ts';
import { createLog, describeThrown } from '#main/base/log.ts';
import { rpcServer } from '#main/base/rpc.ts';
import type { Connection } from './db.ts';
import { openCacheFile, openForReading, type CacheFile } from './open.ts';
import type { WorkerRole, WriterCalls } from './protocol.ts';
import { isReadName, READS } from './reader.ts';
import { storageError } from './sqlite-errors.ts';
import { threadPort } from './thread-port.ts';
import { Writer } from './writer.ts';

type Handle = (name: string, input: never) => Result<unknown>;

/** A read that takes longer is told of by its name. */
const SLOW_READ_MS = 40;

const log = createLog(
  (line) => server.emit('log', line),
  () => systemClock.now(),
);

function writing(): Handle {
  const writer = new Writer({
    openFile: (file) => openCacheFile(file, () => systemClock.now()),
    clock: systemClock,
    log,
    onCommitted: (committed) => server.emit('committed', committed),
  });
  const calls: { readonly [N in keyof WriterCalls]: (input: never) => Result<unknown> } = {
    open: (input) => writer.open(input),
    beginSweep: (input) => writer.beginSweep(input),
    store: (input) => writer.store(input),
    endSweep: (input) => writer.endSweep(input),
    close: () => writer.close(),
  };
  return (name, input) => calls[name as keyof WriterCalls](input); // the other end is `cache.ts`, typed alike
}

function reading(): Handle {
  let db: Connection | null = null;
  const open = (file: CacheFile): Result<null> => {
    db = openForReading(file);
    return ok(null);
  };
  const close = (): Result<null> => {
    db?.close();
    db = null;
    return ok(null);
  };
  return (name, input) => {
    if (name === 'open') return open(input);
    if (name === 'close') return close();
    if (db === null || !isReadName(name)) return err('internal');
    const from = systemClock.monotonic();
    const answer = READS[name](db, input);
    const ms = Math.round(systemClock.monotonic() - from);
    if (ms > SLOW_READ_MS) log.warn('slow read', { name, ms });
    return answer;
  };
}

function answering(handle: Handle) {
  return async (name: string, input: unknown): Promise<Result<unknown>> => {
    try {
      return handle(name, input as never); // each call's own type is known to `cache.ts` alone
    } catch (thrown) {
      const error = storageError(thrown);
      if (error === null) throw thrown;
      return { ok: false, error };
    }
  };
}

if (parentPort === null) throw new Error('the cache worker is a thread');
const { role } = workerData as { readonly role: WorkerRole }; // given by `cache.ts`
const server = rpcServer(
  threadPort(parentPort),
  answering(role === 'writer' ? writing() : reading()),
  (thrown, name) => log.error('a cache call failed', { role, name, thrown: describeThrown(thrown) }),
);
