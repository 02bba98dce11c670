import { isDeepStrictEqual } from 'node:util';
import { countUnsent } from '#contract/outbox.ts';
import type { Kind } from '#contract/records.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { toEpochMs, type EpochMs } from '#contract/time.ts';
import type { Clock } from '#main/base/clock.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { LocalDatabase } from './database.ts';
import { editOperation, resolveOperation, retryOperation } from './outbox/decide.ts';
import { OutboxCounter } from './outbox/outbox-counter.ts';
import { ChangesHeldForUndo, findNextTask, toPendingOperations } from './outbox/pending.ts';
import { markOwnWriteViewed } from './data/viewed-versions.ts';
import type { TransactionTimeAndRandomHex } from './data/protocol.ts';
import { discardOperation, readClosedWritePage, closeConfirmedOperation } from './outbox/conclude.ts';
import { markOperationSending, storeAttemptResult } from './outbox/attempts.ts';
import { wasCreatedOnThisComputer, resolveServiceId } from './ids.ts';
import {
  isOnceOnlyWrite,
  findOperation,
  listUnreconciledOperations,
  listOperationsAfter,
  listOperationsOfRecord,
} from './outbox/operations.ts';
import { getOpenFileGenerationMarker } from './recovery/generation-marker.ts';
import { closeOrReleaseReadFlags, markNextReadFlagsSending } from './outbox/read-flag-batch.ts';
import { saveReadFlags } from './outbox/save-read-flags.ts';
import type { LocalStoreCalls, LocalOpenInput, StoredOperation, OutboxChanged } from './protocol.ts';
import { saveWrites } from './outbox/save.ts';
import { UndoableDiscards } from './outbox/undoable-discards.ts';
import { importAttachedStore } from './transfer/import-outbox.ts';

export interface LocalStoreDeps {
  readonly clock: Clock;
  readonly random: RandomGenerator;
  /** Called with what a change of the outbox touched, always after its commit. */
  readonly onChanged: (changed: OutboxChanged) => void;
}

type CallResult<N extends keyof LocalStoreCalls> = Result<LocalStoreCalls[N]['output']>;
type CallInput<N extends keyof LocalStoreCalls> = LocalStoreCalls[N]['input'];

/** The calls of the local store. Every change of the outbox is one transaction here. */
export class LocalStore {
  readonly #deps: LocalStoreDeps;
  readonly #database: LocalDatabase;
  readonly #heldChanges: ChangesHeldForUndo;
  readonly #counter = new OutboxCounter();
  readonly #discards = new UndoableDiscards();

  constructor(deps: LocalStoreDeps) {
    this.#deps = deps;
    this.#database = new LocalDatabase(deps.clock, deps.random);
    this.#heldChanges = new ChangesHeldForUndo(deps.clock);
  }

  open(target: LocalOpenInput): CallResult<'open'> {
    this.#discards.clear();
    const opened = this.#database.open(target);
    if (!opened.ok) return opened;
    const { health, mark, db } = opened.value;
    return ok({ health, mark, counts: this.#counter.count(db) });
  }

  /** Commits to the disk before it returns. Nothing is stored after an error like 'storage-full'. */
  save(input: CallInput<'save'>): CallResult<'save'> {
    const saved = this.saveMany({ writes: [input] });
    return saved.ok ? (saved.value[0] ?? err('internal')) : saved;
  }

  /** Saves writes in one transaction, committed to the disk before it returns. An error like 'storage-full' stores none. */
  saveMany({ writes }: CallInput<'saveMany'>): CallResult<'saveMany'> {
    const context = {
      now: this.#now(),
      createRandomHex: () => this.#deps.random.hex(10),
      held: this.#heldChanges.numbers(),
    };
    const results = this.#database.change((db) => ok(saveWrites(db, writes, context)));
    if (!results.ok) return results;
    const saved = results.value.flatMap((result) => (result.ok ? [result.value] : []));
    for (const [index, result] of results.value.entries())
      if (result.ok) this.#heldChanges.add(result.value.number, writes[index]?.write.holdMs);
    if (saved.length > 0) {
      this.#database.saveMarker();
      this.#emit(saved.map(({ kind, id }) => ({ kind, id })));
    }
    return ok(
      results.value.map((result) =>
        result.ok ? ok({ number: result.value.number, id: result.value.id }) : result,
      ),
    );
  }

  /** Saves the read flags of many notifications in one transaction, all or none. */
  saveReadFlags(input: CallInput<'saveReadFlags'>): CallResult<'saveReadFlags'> {
    const randomHex = this.#deps.random.hex(10);
    const marked = this.#database.change((db) => saveReadFlags(db, input, { now: this.#now(), randomHex }));
    if (!marked.ok || marked.value.length === 0) return marked;
    this.#database.saveMarker();
    this.#emit(marked.value.map((id) => ({ kind: 'notification', id })));
    return marked;
  }

  getNextTask({ except }: CallInput<'getNextTask'>): CallResult<'getNextTask'> {
    return this.read((db) => ok(findNextTask(db, [...except, ...this.#heldChanges.numbers()])));
  }

  markSending({ number, data, evidence }: CallInput<'markSending'>): CallResult<'markSending'> {
    const { operation } = this.#peek(number) ?? {};
    const isOnce = operation !== undefined && isOnceOnlyWrite(operation, data);
    const marked = this.#changeOne(number, (found, db) =>
      markOperationSending(db, found, { data, evidence, isOnce, now: this.#now() }),
    );
    if (!marked.ok || !isOnce) return marked;
    this.#database.saveMarker();
    return this.read((db) => ok(getOpenFileGenerationMarker(db)));
  }

  noteMarkerSaved({ mark }: CallInput<'noteMarkerSaved'>): CallResult<'noteMarkerSaved'> {
    this.#database.noteKeychainMarker(mark);
    return ok(null);
  }

  storeAttempt(input: CallInput<'storeAttempt'>): CallResult<'storeAttempt'> {
    return this.#changeOne(input.number, (found, db) => storeAttemptResult(db, found, input));
  }

  closeConfirmedWrite(input: CallInput<'closeConfirmedWrite'>): CallResult<'closeConfirmedWrite'> {
    const { realId } = input;
    return this.#changeOne(
      input.number,
      (found, db) => {
        if (!isDeepStrictEqual(found.data, input.data)) return err('cancelled');
        closeConfirmedOperation(db, found, input, this.#now());
        if (input.text !== undefined) markOwnWriteViewed(db, found, input.text);
        return ok(null);
      },
      realId === undefined ? [] : [realId],
    );
  }

  markNextReadFlagsSending(
    input: CallInput<'markNextReadFlagsSending'>,
  ): CallResult<'markNextReadFlagsSending'> {
    return this.#changeReadFlags((db) => markNextReadFlagsSending(db, input, this.#now()));
  }

  closeOrReleaseReadFlags({
    sent,
    unsent,
  }: CallInput<'closeOrReleaseReadFlags'>): CallResult<'closeOrReleaseReadFlags'> {
    const settled = this.#changeReadFlags((db) => closeOrReleaseReadFlags(db, sent, unsent, this.#now()));
    return settled.ok ? ok(null) : settled;
  }

  list({ of, limit, after = 0 }: CallInput<'list'>): CallResult<'list'> {
    return this.read((db) => {
      const found = of === undefined ? listOperationsAfter(db, after, limit + 1) : this.#ofRecord(of.id);
      const shown = found.slice(0, limit);
      const items = toPendingOperations(db, shown);
      return ok({ items, next: found.length > limit ? (items.at(-1)?.number ?? null) : null });
    });
  }

  listClosedWrites({ limit, after }: CallInput<'listClosedWrites'>): CallResult<'listClosedWrites'> {
    return this.read((db) => ok(readClosedWritePage(db, limit, after)));
  }

  getOperation({ number }: CallInput<'getOperation'>): CallResult<'getOperation'> {
    return this.read((db) => {
      const found = findOperation(db, number);
      return found === undefined ? err('not-found') : ok(found);
    });
  }

  edit({ number, data, cached }: CallInput<'edit'>): CallResult<'edit'> {
    return this.#changeOne(number, (found, db) => editOperation(db, found, { data, cached }));
  }

  listUnreconciled(): CallResult<'listUnreconciled'> {
    return this.read((db) => ok(listUnreconciledOperations(db)));
  }

  retry({ number }: CallInput<'retry'>): CallResult<'retry'> {
    return this.#changeOne(number, (found, db) => retryOperation(db, found));
  }

  discard({ number }: CallInput<'discard'>): CallResult<'discard'> {
    return this.#changeOne(number, (found, db) => {
      if (found.state === 'sending') return err('on-its-way');
      return this.#discards.run(db, found, () =>
        ok({ discarded: discardOperation(db, found, 'discarded', this.#now()), id: found.target }),
      );
    });
  }

  restore({ number }: CallInput<'restore'>): CallResult<'restore'> {
    const restored = this.#database.change((db) => this.#discards.undo(db, number));
    if (!restored.ok) return restored;
    const { kind, target } = restored.value;
    this.#emit([{ kind, id: target }]);
    return ok({ id: target });
  }

  resolve({ number, resolution }: CallInput<'resolve'>): CallResult<'resolve'> {
    const real = resolution.take === 'found' ? [resolution.id] : [];
    const decide = (found: StoredOperation, db: WritableDb): Result<{ id: string }> => {
      const resolved = resolveOperation(db, found, resolution, this.#now());
      return resolved.ok ? ok({ id: real[0] ?? found.target }) : resolved;
    };
    return this.#changeOne(
      number,
      (found, db) =>
        resolution.take === 'server'
          ? this.#discards.run(db, found, () => decide(found, db))
          : decide(found, db),
      real,
    );
  }

  resolveId({ id }: CallInput<'resolveId'>): CallResult<'resolveId'> {
    return this.read((db) => {
      const real = resolveServiceId(db, id);
      return real === undefined ? err('not-found', { detail: 'no such local id' }) : ok(real);
    });
  }

  filterOwnCreations({ ids }: CallInput<'filterOwnCreations'>): CallResult<'filterOwnCreations'> {
    return this.read((db) => ok(ids.filter((id) => wasCreatedOnThisComputer(db, id))));
  }

  /** Runs a read of the file outside the outbox. */
  read<T>(work: (db: ReadableDb) => Result<T>): Result<T> {
    return this.#database.read(work);
  }

  /** Changes the file outside the outbox in one transaction, committed to the disk before it returns. */
  change<T>(work: (db: WritableDb, operationContext: TransactionTimeAndRandomHex) => Result<T>): Result<T> {
    const operationContext = { now: this.#now(), randomHex: this.#deps.random.hex(10) };
    return this.#database.change((db) => work(db, operationContext));
  }

  copyStoreForExport({ key }: CallInput<'copyStoreForExport'>): CallResult<'copyStoreForExport'> {
    const copied = this.#database.copyStoreForExport(key);
    if (!copied.ok) return copied;
    return ok({ path: copied.value.path, changes: countUnsent(copied.value.counts) });
  }

  /**
   * An import emits no event, because it would name nearly everything: the caller opens the account
   * again.
   */
  importCopy({ key }: CallInput<'importCopy'>): CallResult<'importCopy'> {
    const imported = this.#database.importCopy(key, (db) => importAttachedStore(db, this.#now()));
    if (imported.ok) this.#database.saveMarker();
    return imported;
  }

  removeCopies(): CallResult<'removeCopies'> {
    return this.#database.removeCopies();
  }

  close(): CallResult<'close'> {
    this.#database.close();
    return ok(null);
  }

  #now(): EpochMs {
    return toEpochMs(this.#deps.clock.now());
  }

  #peek(number: number): StoredOperation | undefined {
    const { db } = this.#database;
    return db === null ? undefined : findOperation(db, number);
  }

  #ofRecord(id: string): readonly StoredOperation[] {
    const { db } = this.#database;
    const target = db === null ? undefined : resolveServiceId(db, id);
    return db === null || target === undefined ? [] : listOperationsOfRecord(db, target);
  }

  /** Changes one operation. A full disk uses the reserved space: the outbox is about to become smaller. */
  #changeOne<T>(
    number: number,
    work: (operation: StoredOperation, db: WritableDb) => Result<T>,
    further: readonly string[] = [],
  ): Result<T> {
    const before = this.#peek(number);
    if (before === undefined) return err('not-found', { detail: `no write ${number} in the outbox` });
    const changed = this.#database.changeWithReserve((db) => work(before, db));
    if (changed.ok) this.#emit([before.target, ...further].map((id) => ({ kind: before.kind, id })));
    return changed;
  }

  /** Changes read flags. A full disk uses the reserved space: the outbox is about to become smaller. */
  #changeReadFlags(
    work: (db: WritableDb) => readonly StoredOperation[],
  ): CallResult<'markNextReadFlagsSending'> {
    const changed = this.#database.changeWithReserve((db) => ok(work(db)));
    if (changed.ok && changed.value.length > 0)
      this.#emit(changed.value.map(({ kind, target }) => ({ kind, id: target })));
    return changed;
  }

  #emit(touched: readonly { readonly kind: Kind; readonly id: string }[]): void {
    const { db } = this.#database;
    if (db === null) return;
    const counts = this.#counter.count(db);
    this.#deps.onChanged({ counts, touched: touched satisfies OutboxChanged['touched'] });
  }
}
