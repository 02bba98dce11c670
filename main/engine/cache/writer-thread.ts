import { getHeapStatistics } from 'node:v8';
import type { Result } from '#contract/result.ts';
import type { Clock } from '#main/base/clock.ts';
import type { Log } from '#main/base/log.ts';
import { openCacheFile } from './open.ts';
import { missingCalls } from './missing-calls.ts';
import type { WriterCalls } from './protocol.ts';
import { Writer } from './writer.ts';

/** Memory that a page may take while it is read, for each of its bytes. */
const MEMORY_PER_BYTE = 16;

/** What the writing thread answers, by name. `emit` tells of commits. */
export function writerThread(
  clock: Clock,
  log: Log,
  emit: (name: string, payload: unknown) => void,
): (name: string, input: never) => Result<unknown> {
  const writer = new Writer({
    openFile: (file) => openCacheFile(file, () => clock.now()),
    clock,
    log,
    pageBytes: getHeapStatistics().heap_size_limit / MEMORY_PER_BYTE,
    onCommitted: (committed) => emit('committed', committed),
  });
  const calls: { readonly [N in keyof WriterCalls]: (input: never) => Result<unknown> } = {
    open: (input) => writer.open(input),
    beginSweep: (input) => writer.beginSweep(input),
    store: (input) => writer.store(input),
    endSweep: (input) => writer.endSweep(input),
    storeOne: (input) => writer.storeOne(input),
    removeOne: (input) => writer.removeOne(input),
    ...missingCalls(writer),
    close: () => writer.close(),
  };
  return (name, input) => calls[name as keyof WriterCalls](input); // the other end is `cache.ts`, typed alike
}
