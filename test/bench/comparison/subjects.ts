import path from 'node:path';
import { createArrayPeer } from './adapters/array.ts';
import { createFloorPeer } from './adapters/floor.ts';
import { createIntrayPeer } from './adapters/intray.ts';
import { createLokiPeer } from './adapters/loki.ts';
import { createNedbPeer } from './adapters/nedb.ts';
import { requirePeer } from './adapters/packages.ts';
import { createPouchPeer } from './adapters/pouch.ts';
import { createPowerSyncPeer } from './adapters/powersync.ts';
import { createRxPeer, type RxLibrary } from './adapters/rxdb.ts';
import { createWatermelonPeer } from './adapters/watermelon.ts';
import type { Peer } from './peer.ts';

/** The engine as it is built. */
const BUILT_ENGINE = new URL('../../../dist/main/engine.cjs', import.meta.url);

/** A database of the comparison; `title` is its name in the table. */
export type Subject = { readonly title: string } & (
  | { readonly create: () => Peer }
  /** Nothing is kept on the disk: one process does everything, and nothing can be opened. */
  | { readonly create: () => Peer; readonly isInMemory: true }
  /** It runs in a browser's page, whose module this is. */
  | { readonly pageModule: string }
);

function importAdapter(file: string): string {
  return JSON.stringify(path.join(import.meta.dirname, file));
}

const DEXIE_PAGE = `
  import { Dexie } from 'dexie';
  import { createDexiePeer } from ${importAdapter('adapters/dexie.ts')};
  import { servePage } from ${importAdapter('page.ts')};
  servePage(createDexiePeer({ Dexie }));
`;
const RXDB_PAGE = `
  import { createRxDatabase } from 'rxdb/plugins/core';
  import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
  import { createRxPeer } from ${importAdapter('adapters/rxdb.ts')};
  import { servePage } from ${importAdapter('page.ts')};
  servePage(createRxPeer(async () => ({ createRxDatabase, storage: getRxStorageDexie() })));
`;

// See its documentation for the types.
async function loadRxdbInMemory(): Promise<RxLibrary> {
  const { createRxDatabase } = requirePeer('rxdb/plugins/core') as RxLibrary;
  const { getRxStorageMemory } = requirePeer('rxdb/plugins/storage-memory') as {
    readonly getRxStorageMemory: () => object;
  };
  return { createRxDatabase, storage: getRxStorageMemory() };
}

/** The databases of the comparison, in the order of the table. The others are compared with `intray`. */
export const SUBJECTS = {
  intray: { title: 'Intray', create: () => createIntrayPeer(BUILT_ENGINE) },
  floor: { title: 'floor', create: createFloorPeer },
  array: { title: 'array, zustand and a JSON file', create: createArrayPeer },
  loki: { title: 'LokiJS, file', create: createLokiPeer },
  nedb: { title: 'NeDB (@seald-io)', create: createNedbPeer },
  watermelon: { title: 'WatermelonDB, SQLite', create: createWatermelonPeer },
  powersync: { title: 'PowerSync, local only', create: createPowerSyncPeer },
  pouch: { title: 'PouchDB, LevelDB', create: createPouchPeer },
  dexie: { title: 'Dexie, Chromium', pageModule: DEXIE_PAGE },
  'rxdb-dexie': { title: 'RxDB on Dexie, Chromium', pageModule: RXDB_PAGE },
  rxdb: { title: 'RxDB, memory', create: () => createRxPeer(loadRxdbInMemory), isInMemory: true },
} as const satisfies Readonly<Record<string, Subject>>;
export type SubjectName = keyof typeof SUBJECTS;
