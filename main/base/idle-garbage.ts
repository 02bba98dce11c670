import { setTimeout as sleep } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { MINUTE, SECOND } from './durations.ts';

/** How often a thread that works looks whether it rests, and how often one that rests does. */
const SHORTEST_WAIT = 5 * SECOND;
const LONGEST_WAIT = MINUTE;
/** The part of the time between two looks in which a resting thread may have worked. */
const MAX_WORK_AT_REST = 0.02;
/** Garbage is collected only after this much work, in milliseconds of processor time: a collection itself takes some tens of them. */
const MIN_WORK = 500;
/** It is also collected after less work, if the heap has grown by this many bytes. */
const MIN_GROWTH = 4_000_000;

/** What is known of the thread, and what is done in it; tests pass their own. */
export interface ThreadMemory {
  /** Processor time that the thread has used since it started, in milliseconds. */
  getWork(): number;
  /** Bytes that V8 holds for objects of this thread, free ones included. */
  getHeapSize(): number;
  /** Collects all garbage of this thread and returns free memory to the system. */
  collectGarbage(): Promise<void>;
}

/**
 * Collects all garbage of the calling thread, in the next task of its event loop. The inspector is the way to it that needs no flag
 * of V8: Electron may freeze them. The session is within the thread and opens no port.
 */
export async function collectGarbage(): Promise<void> {
  const { Session } = await import('node:inspector/promises');
  const session = new Session();
  session.connect();
  try {
    await session.post('HeapProfiler.collectGarbage');
  } finally {
    session.disconnect();
  }
}

const MICROSECONDS_A_MILLISECOND = 1_000;

/** The calling thread. Its use of the event loop is no measure: Electron waits for events outside of the loop of Node. */
const CALLING_THREAD: ThreadMemory = {
  getWork: () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / MICROSECONDS_A_MILLISECOND;
  },
  getHeapSize: () => getHeapStatistics().total_heap_size,
  collectGarbage,
};

/**
 * Returns a function that collects the garbage of a thread if the thread rests. It returns after how many milliseconds to call it
 * again. V8 by itself collects only in threads that go on making objects, so that one with little to do keeps the garbage of its
 * start for hours.
 */
export function createIdleGarbageCollector(memory: ThreadMemory): () => Promise<number> {
  let wait = SHORTEST_WAIT;
  let workAtLastLook = memory.getWork();
  let settled = { work: 0, heap: 0 };
  return async () => {
    const work = memory.getWork();
    const isAtRest = work - workAtLastLook <= MAX_WORK_AT_REST * wait;
    const isWorthIt = work - settled.work >= MIN_WORK || memory.getHeapSize() - settled.heap >= MIN_GROWTH;
    if (isAtRest && isWorthIt) {
      await memory.collectGarbage();
      settled = { work: memory.getWork(), heap: memory.getHeapSize() };
    }
    workAtLastLook = memory.getWork();
    wait = isAtRest ? Math.min(2 * wait, LONGEST_WAIT) : SHORTEST_WAIT;
    return wait;
  };
}

async function collectRegularly(): Promise<never> {
  const collectIfAtRest = createIdleGarbageCollector(CALLING_THREAD);
  let wait = SHORTEST_WAIT;
  for (;;) {
    await sleep(wait, undefined, { ref: false });
    wait = await collectIfAtRest();
  }
}

/** Collects the garbage of the calling thread whenever it rests, as long as the thread lives; it does not keep the thread alive. */
export function collectGarbageWhenIdle(): void {
  collectRegularly().catch(() => {
    // The runtime has no inspector or does not tell the time of a thread: its garbage stays until V8 needs the room.
  });
}
