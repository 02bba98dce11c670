import { onTestFinished } from 'vitest';
import { toHash } from '#main/engine/sqlite/text.ts';
import type { ViewedDifference } from '#contract/local-data.ts';
import { standingClock } from './cache.ts';
import { testLocalStore, type TestLocalStore } from './app.ts';
import { temporaryFolder, unwrap } from './engine.ts';

/** A local store with a clock that a test advances. */
export interface LocalDataStore extends TestLocalStore {
  readonly folder: string;
  readonly clock: ReturnType<typeof standingClock>;
  /** Closes the file and opens it again. */
  again(): LocalDataStore;
  /** Marks this version of a requisition as viewed. */
  look(id: string, record: object): ViewedDifference;
}

function opened(folder: string, clock: ReturnType<typeof standingClock>, seed: number): LocalDataStore {
  const app = testLocalStore(folder, { clock, seed });
  onTestFinished(() => void app.store.close());
  return {
    ...app,
    folder,
    clock,
    again: () => {
      app.store.close();
      return opened(folder, clock, seed + 1);
    },
    look: (id, record) => {
      const raw = JSON.stringify(record);
      return unwrap(app.kept.markViewed({ kind: 'requisition', id, raw, hash: toHash(raw) }));
    },
  };
}

/** Opens a local store in a folder of its own, which is removed after the test. */
export async function localDataStore(): Promise<LocalDataStore> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  return opened(folder.path, standingClock(), 1);
}
