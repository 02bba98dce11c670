import { Session } from 'node:inspector/promises';
import { setInterval } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { SECOND } from './durations.ts';

/** How often a thread looks whether it rests. */
const LOOK_EVERY = 5 * SECOND;
/** The part of that time in which a resting thread may have worked. */
const MAX_WORK_AT_REST = 0.02;
/** A collection takes some tens of milliseconds; for less growth of the heap than this it is not worth them. In bytes. */
const MIN_GROWTH = 4_000_000;

/** What is known of the thread, and what is done in it; tests pass their own. */
export interface ThreadMemory {
  /** The part of the time since the last call in which the thread has worked, from 0 to 1. */
  getWorkSinceLastCall(): number;
  /** Bytes that V8 holds for objects of this thread, free ones included. */
  getHeapSize(): number;
  /** Collects all garbage of this thread and returns free memory to the system. */
  collectGarbage(): Promise<void>;
}

/**
 * Collects all garbage of the calling thread, with the next task of its event loop. The inspector is the way to it that needs no flag
 * of V8: Electron may freeze them.
 */
export async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  try {
    await session.post('HeapProfiler.collectGarbage');
  } finally {
    session.disconnect();
  }
}

function createThreadMemory(): ThreadMemory {
  let before = performance.eventLoopUtilization();
  return {
    getWorkSinceLastCall: () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
    getHeapSize: () => getHeapStatistics().total_heap_size,
    collectGarbage,
  };
}

/**
 * Returns the function that, called regularly, collects the garbage of a thread once it rests: V8 by itself collects only in threads
 * that go on making objects, so that one with little to do keeps the garbage of its start for hours.
 */
export function createIdleGarbageCollector(memory: ThreadMemory): () => Promise<void> {
  let settled = 0;
  return async () => {
    const isAtRest = memory.getWorkSinceLastCall() <= MAX_WORK_AT_REST;
    if (!isAtRest || memory.getHeapSize() - settled < MIN_GROWTH) return;
    await memory.collectGarbage();
    settled = memory.getHeapSize();
  };
}

async function collectRegularly(): Promise<void> {
  const collectIfIdle = createIdleGarbageCollector(createThreadMemory());
  for await (const _ of setInterval(LOOK_EVERY, undefined, { ref: false })) await collectIfIdle();
}

/** Collects the garbage of the calling thread whenever it rests, as long as the thread lives; it does not keep the thread alive. */
export function collectGarbageWhenIdle(): void {
  collectRegularly().catch(() => {
    // A runtime without an inspector: the thread keeps its garbage until V8 needs the room.
  });
}
