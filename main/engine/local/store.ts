import { isDeepStrictEqual } from 'node:util';
import type { Kind } from '#contract/records.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { toEpochMs, type EpochMs } from '#contract/time.ts';
import type { Clock } from '#main/base/clock.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { LocalDatabase } from './database.ts';
import { editChange, resolveQuestionOfChange, retryChange } from './outbox/decide.ts';
import { OutboxCounter } from './outbox/outbox-counter.ts';
import { ChangesHeldForUndo, findNextTask, readPendingChangePage } from './outbox/pending.ts';
import { markOwnChangeViewed } from './data/viewed-versions.ts';
import type { TransactionTimeAndRandomHex } from './data/protocol.ts';
import { discardChange, readClosedChangePage, closeConfirmedChange } from './outbox/conclude.ts';
import { getChangeVersion } from './outbox/version.ts';
import { markChangeSending, storeAttemptResult } from './outbox/attempts.ts';
import { wasCreatedOnThisComputer, resolveServiceId } from './ids.ts';
import { isOnceOnlyChange, findStoredChange, listUnreconciledChanges } from './outbox/stored-changes.ts';
import { getOpenFileGenerationMarker } from './recovery/generation-marker.ts';
import {
  closeOrReleaseReadFlags,
  markNextReadFlagsSending,
  saveReadFlags,
} from './outbox/read-flag-batch.ts';
import type { LocalStoreCalls, LocalOpenInput, StoredChange, OutboxChanged } from './protocol.ts';
import { saveChanges } from './outbox/save-many.ts';
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
    const saved = this.saveMany({ changes: [input], allOrNone: false });
    return saved.ok ? (saved.value[0] ?? err('internal')) : saved;
  }

  /** Saves changes in one transaction, committed to the disk before it returns. An error, and with `allOrNone` a refusal, stores none. */
  saveMany({ changes, allOrNone }: CallInput<'saveMany'>): CallResult<'saveMany'> {
    const context = {
      now: this.#now(),
      createRandomHex: () => this.#deps.random.hex(10),
      held: this.#heldChanges.numbers(),
    };
    const results = this.#database.change<ReturnType<typeof saveChanges>>((db) => {
      const each = saveChanges(db, changes, context);
      const refused = allOrNone ? each.find((result) => !result.ok) : undefined;
      return refused?.ok === false ? refused : ok(each);
    });
    if (!results.ok) return results;
    const saved = results.value.flatMap((result) => (result.ok ? [result.value] : []));
    for (const [index, result] of results.value.entries())
      if (result.ok) this.#heldChanges.update(result.value, changes[index]?.change.holdMs);
    if (saved.length > 0) {
      this.#database.saveMarker();
      this.#emit(
        saved.flatMap(({ kind, id, discarded }) => [id, ...discarded].map((each) => ({ kind, id: each }))),
      );
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
    return this.read((db) => ok(findNextTask(db, this.#heldChanges.addTo(except))));
  }

  markSending({ number, data, evidence }: CallInput<'markSending'>): CallResult<'markSending'> {
    const { operation } = this.#peek(number) ?? {};
    const isOnce = operation !== undefined && isOnceOnlyChange(operation, data);
    const marked = this.#changeOne(number, (found, db) =>
      markChangeSending(db, found, { data, evidence, isOnce, now: this.#now() }),
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
    return this.#changeOne(input.number, (found, db) => storeAttemptResult(db, found, input, this.#now()));
  }

  closeConfirmedChange(input: CallInput<'closeConfirmedChange'>): CallResult<'closeConfirmedChange'> {
    const { realId } = input;
    return this.#changeOne(
      input.number,
      (found, db) => {
        if (!isDeepStrictEqual(found.data, input.data)) return err('cancelled');
        closeConfirmedChange(db, found, input, this.#now());
        if (input.text !== undefined) markOwnChangeViewed(db, found, input.text);
        return ok(null);
      },
      realId === undefined ? [] : [realId],
    );
  }

  markNextReadFlagsSending(
    input: CallInput<'markNextReadFlagsSending'>,
  ): CallResult<'markNextReadFlagsSending'> {
    const except = this.#heldChanges.addTo(input.except);
    return this.#changeReadFlags((db) => markNextReadFlagsSending(db, { ...input, except }, this.#now()));
  }

  closeOrReleaseReadFlags({
    sent,
    unsent,
  }: CallInput<'closeOrReleaseReadFlags'>): CallResult<'closeOrReleaseReadFlags'> {
    const settled = this.#changeReadFlags((db) => closeOrReleaseReadFlags(db, sent, unsent, this.#now()));
    return settled.ok ? ok(null) : settled;
  }

  list({ of, limit, after }: CallInput<'list'>): CallResult<'list'> {
    return this.read((db) => ok(readPendingChangePage(db, of?.id, limit, after)));
  }

  listClosedChanges({ limit, after }: CallInput<'listClosedChanges'>): CallResult<'listClosedChanges'> {
    return this.read((db) => ok(readClosedChangePage(db, limit, after)));
  }

  getStoredChange({ number }: CallInput<'getStoredChange'>): CallResult<'getStoredChange'> {
    return this.read((db) => {
      const found = findStoredChange(db, number);
      return found === undefined ? err('not-found') : ok(found);
    });
  }

  edit({ number, ...edit }: CallInput<'edit'>): CallResult<'edit'> {
    return this.#changeOne(number, (found, db) => editChange(db, found, edit, this.#now()));
  }

  listUnreconciled(): CallResult<'listUnreconciled'> {
    return this.read((db) => ok(listUnreconciledChanges(db)));
  }

  retry({ number }: CallInput<'retry'>): CallResult<'retry'> {
    return this.#changeOne(number, (found, db) => retryChange(db, found));
  }

  discard({ number, version }: CallInput<'discard'>): CallResult<'discard'> {
    return this.#changeOne(number, (found, db) => {
      if (found.state === 'sending') return err('on-its-way');
      if (version !== undefined && version !== getChangeVersion(found)) return err('changed-since');
      return this.#discards.run(db, found, () =>
        ok({ discarded: discardChange(db, found, 'discarded', this.#now()), id: found.target }),
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

  resolve({ number, version, resolution }: CallInput<'resolve'>): CallResult<'resolve'> {
    const real = resolution.take === 'found' ? [resolution.id] : [];
    return this.#changeOne(
      number,
      (found, db) => {
        const resolved = resolveQuestionOfChange(db, found, { version, resolution }, this.#now());
        return resolved.ok ? ok({ id: real[0] ?? found.target }) : resolved;
      },
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
  change<T>(work: (db: WritableDb, transaction: TransactionTimeAndRandomHex) => Result<T>): Result<T> {
    const transaction = { now: this.#now(), randomHex: this.#deps.random.hex(10) };
    return this.#database.change((db) => work(db, transaction));
  }

  copyStoreForExport({ key }: CallInput<'copyStoreForExport'>): CallResult<'copyStoreForExport'> {
    return this.#database.copyStoreForExport(key);
  }

  /** An import emits no event, because it would name nearly everything: the caller opens the account again. */
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

  #peek(number: number): StoredChange | undefined {
    const { db } = this.#database;
    return db === null ? undefined : findStoredChange(db, number);
  }

  /**
   * Changes one stored change. A full disk uses the reserved space, so that what waits can still be sent, discarded, decided and
   * edited; an edit may make it larger.
   */
  #changeOne<T>(
    number: number,
    work: (change: StoredChange, db: WritableDb) => Result<T>,
    further: readonly string[] = [],
  ): Result<T> {
    const before = this.#peek(number);
    if (before === undefined) return err('not-found', { detail: `no change ${number} in the outbox` });
    const changed = this.#database.changeWithReserve((db) => work(before, db));
    if (changed.ok) this.#emit([before.target, ...further].map((id) => ({ kind: before.kind, id })));
    return changed;
  }

  /** Changes read flags. A full disk uses the reserved space: the outbox is about to become smaller. */
  #changeReadFlags(
    work: (db: WritableDb) => readonly StoredChange[],
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
