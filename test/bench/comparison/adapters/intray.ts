import { mkdir } from 'node:fs/promises';
import { getAccountFolder } from '#main/base/data-dir.ts';
import { systemClock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import { openCacheFile } from '#main/engine/cache/file/open.ts';
import { CacheWriter } from '#main/engine/cache/ingest/writer.ts';
import type { CallOutput } from '#contract/api.ts';
import { toEpochMs } from '#contract/time.ts';
import type { WorklistSearchTerm } from '#contract/worklist-search.ts';
import { forkEngine, type EngineChild } from '../../../support/engine-process.ts';
import { openInput, unwrap } from '../../../support/engine.ts';
import { DATA_KEY } from '../../worklist-data.ts';
import type { Condition, Peer } from '../peer.ts';
import { readBareBytes, readResidentBytes } from '../resident-memory.ts';

const ACCOUNT = openInput('').account;
/** Nothing listens there: a closed engine's clinic is not asked. */
const NO_CLINIC = 'http://127.0.0.1:9';
const MAX_PAGE_BYTES = 1e9;

function toTerms(condition: Condition): readonly WorklistSearchTerm[] {
  if (condition.kind === 'all') return [];
  if (condition.kind === 'search') return [{ field: 'text', value: condition.text, isNot: false }];
  return [
    { field: 'patient', value: condition.patient, isNot: false },
    { field: 'type', value: condition.type, isNot: false },
  ];
}

/**
 * Intray: records are written by the writer of the cache, as a sync hands it the pages, and read through the calls of the
 * engine's process.
 * @param entry the engine's entry
 */
export function createIntrayPeer(entry: URL): Peer {
  let dataDir = '';
  let engine: EngineChild | null = null;
  const call = async (name: string, input: unknown): Promise<unknown> => {
    if (engine === null) throw new Error('the engine has not started');
    return unwrap(await engine.call(name, input));
  };
  const write = (pages: readonly Uint8Array[], scope: 'all' | 'changes'): void => {
    const kind = 'requisition';
    const at = toEpochMs(systemClock.now());
    const writer = new CacheWriter({
      clock: systemClock,
      log: silentLog,
      openFile: (target) => openCacheFile(target, () => systemClock.now()),
      pageBytes: MAX_PAGE_BYTES,
      onCommitted: () => {},
    });
    unwrap(writer.open({ folder: getAccountFolder(dataDir, ACCOUNT), key: DATA_KEY }));
    unwrap(writer.beginSweep({ kind, at, writeSequence: 0 }));
    let offset = 0;
    for (const bytes of pages) {
      const facts = { fetchedAt: at, requestedAt: 0, pass: 0, isUrgent: false } as const;
      offset += unwrap(writer.store({ kind, bytes, offset, ...facts })).records;
    }
    const ending = { kind, at, outcome: 'complete', etag: null, isCertain: true, isGapless: true } as const;
    unwrap(writer.endSweep({ ...ending, scope }));
    unwrap(writer.close());
  };
  return {
    prepare: async (folder, use) => {
      dataDir = folder;
      await mkdir(getAccountFolder(dataDir, ACCOUNT), { recursive: true });
      if (use === 'writing') return;
      engine = forkEngine(dataDir, () => {}, entry, false);
      await call('sync.health', {}); // the process has started when it answers
    },
    open: async () => {
      if (engine !== null) await call('engine.open', openInput(NO_CLINIC, { key: DATA_KEY }));
    },
    ingest: async (pages) => write(pages, 'all'),
    update: async (pages) => write(pages, 'changes'),
    list: async (condition, limit) => {
      const input = {
        tab: 'all',
        terms: toTerms(condition),
        order: { by: 'updated', descending: true },
        limit,
      };
      const { items } = (await call('worklist.page', input)) as CallOutput<'worklist.page'>; // as the contract says
      return items;
    },
    get: async (id) => ((await call('requisitions.get', { id })) as CallOutput<'requisitions.get'>).record, // as above
    askForNothing: async () => void (await engine?.call('requisitions.get', { id: 'req_absent' })),
    close: async () => engine?.killHard(),
    readMemoryGrowth: async () => readResidentBytes(engine?.process.pid) - (await readBareBytes()),
  };
}
