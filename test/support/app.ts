import { type Write, writeSchema } from '#contract/writes.ts';
import type { z } from 'zod';
import { NO_KEYCHAIN_MARK, type KeychainMark } from '#contract/controls.ts';
import type { PendingOperation } from '#contract/outbox.ts';
import { type Clock, systemClock } from '#main/base/clock.ts';
import { createSeededRandom } from '#main/base/random.ts';
import { LocalStore } from '#main/engine/local/store.ts';
import { createLocalDataCalls } from '#main/engine/local/data/calls.ts';
import type { LocalDataChanged } from '#main/engine/local/data/protocol.ts';
import type { StoredOperation, OpenedLocal, OutboxChanged } from '#main/engine/local/protocol.ts';
import { TEST_KEY, unwrap } from './results.ts';

/** A local store in this thread, without a worker. */
export interface TestLocalStore {
  readonly store: LocalStore;
  readonly opened: OpenedLocal;
  /** The events of commits, oldest first. */
  readonly emitted: OutboxChanged[];
  /** The local data besides the outbox. */
  readonly kept: ReturnType<typeof createLocalDataCalls>;
  /** The events of local data, oldest first. */
  readonly changedLocalData: LocalDataChanged[];
  /** Saves a write as a user would, checked by the contract. */
  save(write: z.input<typeof writeSchema>, cached?: object | null): { number: number; id: string };
  all(): readonly PendingOperation[];
  one(number: number): StoredOperation;
  /** Marks a write as leaving, as the sender does. */
  leave(number: number): void;
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
    keychainMark = NO_KEYCHAIN_MARK,
  }: { clock?: Clock; seed?: number; keychainMark?: KeychainMark } = {},
): TestLocalStore {
  const emitted: OutboxChanged[] = [];
  const store = new LocalStore({
    clock,
    random: createSeededRandom(seed),
    onChanged: (changed) => emitted.push(changed),
  });
  const changedLocalData: LocalDataChanged[] = [];
  const opened = unwrap(store.open({ folder, key: TEST_KEY, keychainMark }));
  const one = (number: number): StoredOperation => unwrap(store.getOperation({ number }));
  return {
    store,
    opened,
    emitted,
    kept: createLocalDataCalls(store, (kept) => changedLocalData.push(kept)),
    changedLocalData,
    save: (write, cached = null) => {
      const checked: Write = writeSchema.parse(write);
      return unwrap(
        store.save({
          write: checked,
          cached: cached as Readonly<Record<string, unknown>> | null,
          userId: 'user_me',
        }),
      ); // any object is accepted
    },
    all: () => unwrap(store.list({ limit: 500 })).items,
    one,
    leave: (number) =>
      void unwrap(store.markSending({ number, data: one(number).data, evidence: { mayHaveLeft: true } })),
  };
}

/** What a provider orders. */
export const NEW_ORDER = {
  operation: 'requisitions.create',
  data: { patient: 'user_p1', type: 'lab', ordering_provider: 'user_d1', name: 'Lipid panel' },
} as const;
