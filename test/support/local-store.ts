import { onTestFinished } from 'vitest';
import { type ChangeToSave, changeToSaveSchema } from '#contract/changes.ts';
import type { z } from 'zod';
import type { PendingChange } from '#contract/outbox.ts';
import { type Clock, systemClock } from '#main/base/clock.ts';
import { createSeededRandom } from '#main/base/random.ts';
import { getChangeVersion } from '#main/engine/local/outbox/version.ts';
import { LocalStore } from '#main/engine/local/store.ts';
import { hashResourceText } from '#main/engine/sqlite/text.ts';
import type { DifferencesSinceViewed } from '#contract/local-data.ts';
import { createLocalDataCalls } from '#main/engine/local/data/calls.ts';
import type { LocalDataChanged } from '#main/engine/local/data/protocol.ts';
import type {
  LocalOpenInput,
  LocalStoreOpenResult,
  OutboxChanged,
  StoredChange,
} from '#main/engine/local/protocol.ts';
import { temporaryFolder } from './engine.ts';
import { TEST_KEY, unwrap } from './results.ts';
import { type StandingClock, standingClock } from './clocks.ts';

/** A local store in this thread, without a worker. */
export interface TestLocalStore {
  readonly store: LocalStore;
  readonly opened: LocalStoreOpenResult;
  /** The events of commits, oldest first. */
  readonly emitted: OutboxChanged[];
  /** The local data besides the outbox. */
  readonly kept: ReturnType<typeof createLocalDataCalls>;
  /** The events of local data, oldest first. */
  readonly changedLocalData: LocalDataChanged[];
  /** Saves a change as a user would, checked by the contract. */
  readonly save: (
    change: z.input<typeof changeToSaveSchema>,
    cached?: object | null,
  ) => { number: number; id: string };
  readonly all: () => readonly PendingChange[];
  readonly one: (number: number) => StoredChange;
  /** A change as the user sees it now: its number and its version. */
  readonly seen: (number: number) => Pick<PendingChange, 'number' | 'version'>;
  /** Marks a change as leaving, as the sender does. */
  readonly leave: (number: number) => void;
}

/**
 * Opens a local store in a folder. Two stores of one folder that are open at the same time share their random
 * bytes.
 */
export function testLocalStore(
  folder: string,
  {
    clock = systemClock,
    seed = 1,
    ...options
  }: { clock?: Clock; seed?: number } & Pick<LocalOpenInput, 'keychainMark' | 'checksLargeTables'> = {},
): TestLocalStore {
  const emitted: OutboxChanged[] = [];
  const store = new LocalStore({
    clock,
    random: createSeededRandom(seed),
    onChanged: (changed) => emitted.push(changed),
  });
  const changedLocalData: LocalDataChanged[] = [];
  const opened = unwrap(store.open({ folder, key: TEST_KEY, ...options }));
  const one = (number: number): StoredChange => unwrap(store.getStoredChange({ number }));
  return {
    store,
    opened,
    emitted,
    kept: createLocalDataCalls(store, (kept) => changedLocalData.push(kept)),
    changedLocalData,
    save: (change, cached = null) => {
      const checked: ChangeToSave = changeToSaveSchema.parse(change);
      return unwrap(
        store.save({
          change: checked,
          cached: cached as Readonly<Record<string, unknown>> | null,
          userId: 'user_me',
        }),
      ); // any object is accepted
    },
    all: () => unwrap(store.list({ limit: 500 })).items,
    one,
    seen: (number) => ({ number, version: getChangeVersion(one(number)) }),
    leave: (number) =>
      void unwrap(store.markSending({ number, data: one(number).data, evidence: { mayHaveLeft: true } })),
  };
}

/** A local store with a clock that a test advances. */
export interface LocalDataStore extends TestLocalStore {
  readonly folder: string;
  readonly clock: StandingClock;
  /** Closes the file and opens it again. */
  again(): LocalDataStore;
  /** Marks this version of a requisition as viewed. */
  look(id: string, record: object): DifferencesSinceViewed;
}

function opened(folder: string, clock: StandingClock, seed: number): LocalDataStore {
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
      return unwrap(app.kept.markViewed({ kind: 'requisition', id, raw, hash: hashResourceText(raw) }));
    },
  };
}

/** Opens a local store in a folder of its own, which is removed after the test. */
export async function localDataStore(): Promise<LocalDataStore> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  return opened(folder.path, standingClock(), 1);
}
