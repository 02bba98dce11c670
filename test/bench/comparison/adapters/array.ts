import { existsSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { createStore } from 'zustand/vanilla';
import { parsePage, type Peer, type StoredRequisition } from '../peer.ts';
import { matches } from '../plan.ts';

interface State {
  readonly newestFirst: readonly StoredRequisition[];
  readonly byId: ReadonlyMap<string, StoredRequisition>;
}

function toState(records: readonly StoredRequisition[]): State {
  return {
    newestFirst: records.toSorted((one, other) => other.updated - one.updated),
    byId: new Map(records.map((record) => [record.id, record])),
  };
}

/** All records in a sorted array of a zustand store, and in one JSON file, which every change writes as a whole. */
export function createArrayPeer(): Peer {
  const store = createStore<State>(() => toState([]));
  let file = '';
  const put = async (pages: readonly Uint8Array[]): Promise<void> => {
    const byId = new Map(store.getState().byId);
    for (const record of pages.flatMap(parsePage)) byId.set(record.id, record);
    store.setState(toState([...byId.values()]));
    const handle = await open(file, 'w');
    await handle.writeFile(JSON.stringify(store.getState().newestFirst));
    await handle.sync();
    await handle.close();
  };
  return {
    prepare: async (folder) => {
      file = path.join(folder, 'records.json');
    },
    open: async () => {
      if (!existsSync(file)) return;
      store.setState(toState(JSON.parse(readFileSync(file, 'utf8')) as StoredRequisition[])); // as `put` wrote it
    },
    ingest: put,
    update: put,
    list: async (condition, limit) => {
      const found: StoredRequisition[] = [];
      for (const record of store.getState().newestFirst) {
        if (found.length === limit) break;
        if (matches(record, condition)) found.push(record);
      }
      return found;
    },
    get: async (id) => store.getState().byId.get(id) ?? null,
    close: async () => {},
  };
}
