import { isDeepStrictEqual } from 'node:util';
import type { Kind } from '#contract/records.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { toEpochMs, type EpochMs } from '#contract/time.ts';
import type { Clock } from '#main/base/clock.ts';
import type { Random } from '#main/base/random.ts';
import { DamagedFileError, toStorageError } from '#main/engine/sqlite/errors.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { withReservedSpace } from './recovery/reserved-space.ts';
import { editOperation, resolveOperation, retryOperation } from './outbox/decide.ts';
import { UndoableChanges, findNextTask, toPendingOperation } from './outbox/pending.ts';
import { markOwnWriteViewed } from './data/viewed-versions.ts';
import type { ChangeContext } from './data/protocol.ts';
import { discardOperation, listAcknowledgedBefore, acknowledgeOperation } from './outbox/conclude.ts';
import { isOwnCreation, resolveId } from './ids.ts';
import {
  isOnceOnlyWrite,
  needsReconcile,
  findOperation,
  listUnreconciledOperations,
  listOperationsAfter,
  listOperationsOf,
  countOutbox,
  listPossibleBlockers,
  updateOperation,
} from './outbox/operations.ts';
import {
  getCurrentMarker,
  getLocalStorePath,
  storeMarkerBesideFile,
  openLocalFile,
} from './recovery/open.ts';
import type { OpenedLocalFile } from './recovery/open.ts';
import { saveReadFlags } from './outbox/read-marks.ts';
import type { LocalCalls, LocalOpenInput, StoredOperation, OutboxChanged } from './protocol.ts';
import { saveWrite } from './outbox/save.ts';

export interface LocalStoreDeps {
  readonly clock: Clock;
  readonly random: Random;
  /** Called after a commit, never before. */
  readonly onChanged: (changed: OutboxChanged) => void;
}

type CallResult<N extends keyof LocalCalls> = Result<LocalCalls[N]['output']>;
type CallInput<N extends keyof LocalCalls> = LocalCalls[N]['input'];

/** Owner of the local store's file. Every change of the outbox is one transaction here. */
export class LocalStore {
  readonly #deps: LocalStoreDeps;
  #target: LocalOpenInput | null = null;
  #file: OpenedLocalFile | null = null;
  readonly #heldChanges: UndoableChanges;

  constructor(deps: LocalStoreDeps) {
    this.#deps = deps;
    this.#heldChanges = new UndoableChanges(deps.clock);
  }

  open(target: LocalOpenInput): CallResult<'open'> {
    const { clock, random } = this.#deps;
    const opened = openLocalFile(target, { now: () => clock.now(), hex: (count) => random.hex(count) });
    if (!opened.ok) return opened;
    this.#target = target;
    this.#file = opened.value;
    const { health, mark, db } = opened.value;
    return ok({ health, mark, counts: countOutbox(db) });
  }

  /** Commits to the disk before it returns. Nothing is stored after an error like 'storage-full'. */
  save(input: CallInput<'save'>): CallResult<'save'> {
    const held = this.#heldChanges.numbers();
    const context = { now: this.#now(), randomHex: this.#deps.random.hex(10), held };
    const saved = this.#inTransaction(({ db }) => saveWrite(db, input, context));
    if (!saved.ok) return saved;
    const { number, id, kind } = saved.value;
    this.#heldChanges.add(number, input.write.holdMs);
    this.#saveMarker();
    this.#emit([{ kind, id }]);
    return ok({ number, id });
  }

  /** Saves many read flags, all or none. */
  saveReadFlags(input: CallInput<'saveReadFlags'>): CallResult<'saveReadFlags'> {
    const randomHex = this.#deps.random.hex(10);
    const marked = this.#inTransaction(({ db }) => saveReadFlags(db, input, { now: this.#now(), randomHex }));
    if (!marked.ok || marked.value.length === 0) return marked;
    this.#saveMarker();
    this.#emit(marked.value.map((id) => ({ kind: 'notification', id })));
    return marked;
  }

  getNextTask({ except }: CallInput<'getNextTask'>): CallResult<'getNextTask'> {
    return this.read((db) => ok(findNextTask(db, [...except, ...this.#heldChanges.numbers()])));
  }

  markSending({ number, data, evidence }: CallInput<'markSending'>): CallResult<'markSending'> {
    const { operation } = this.#peek(number) ?? {};
    const isOnce = operation !== undefined && isOnceOnlyWrite(operation, data);
    const marked = this.#changeOne(number, (found, { db }) => {
      const mayGo = found.state === 'saved' || (found.state === 'uncertain' && !needsReconcile(found));
      if (!mayGo || !isDeepStrictEqual(found.data, data)) return err('cancelled');
      updateOperation(db, {
        ...found,
        state: 'sending',
        evidence,
        attempts: found.attempts + 1,
        triedAt: this.#now(),
      });
      if (isOnce) db.run(sql`UPDATE local_state SET moves = moves + 1`);
      return ok(null);
    });
    if (!marked.ok || !isOnce || this.#file === null) return marked;
    this.#saveMarker();
    return ok(getCurrentMarker(this.#file.db));
  }

  noteMarkerSaved({ mark }: CallInput<'noteMarkerSaved'>): CallResult<'noteMarkerSaved'> {
    // The file beside the store gets it with the next marker; until then it knows less than the keychain.
    if (this.#target !== null) this.#target = { ...this.#target, keychainMark: { state: 'found', mark } };
    return ok(null);
  }

  storeAttempt({ number, data, rest, from = null }: CallInput<'storeAttempt'>): CallResult<'storeAttempt'> {
    return this.#changeOne(number, (found, { db }) => {
      const isOther = from !== null && found.state !== from;
      if (isOther || !isDeepStrictEqual(found.data, data)) return err('cancelled');
      const { state, error = null, question = null, theirs = {}, candidates = [] } = rest;
      const evidence = rest.evidence ?? found.evidence;
      updateOperation(db, { ...found, state, error, question, theirs, candidates, evidence });
      return ok(null);
    });
  }

  acknowledge(input: CallInput<'acknowledge'>): CallResult<'acknowledge'> {
    const { realId } = input;
    return this.#changeOne(
      input.number,
      (found, { db }) => {
        if (!isDeepStrictEqual(found.data, input.data)) return err('cancelled');
        acknowledgeOperation(db, found, input, this.#now());
        if (input.text !== undefined) markOwnWriteViewed(db, found, input.text);
        return ok(null);
      },
      realId === undefined ? [] : [realId],
    );
  }

  list({ of, limit, after = 0 }: CallInput<'list'>): CallResult<'list'> {
    return this.read((db) => {
      const found = of === undefined ? listOperationsAfter(db, after, limit + 1) : this.#ofRecord(of.id);
      const shown = found.slice(0, limit);
      const rivals = listPossibleBlockers(db, shown);
      const items = shown.map((operation) => toPendingOperation(operation, rivals));
      return ok({ items, next: found.length > limit ? (items.at(-1)?.number ?? null) : null });
    });
  }

  listAcknowledged({
    limit,
    after = Number.MAX_SAFE_INTEGER,
  }: CallInput<'listAcknowledged'>): CallResult<'listAcknowledged'> {
    return this.read((db) => {
      const found = listAcknowledgedBefore(db, after, limit + 1);
      const items = found.slice(0, limit);
      return ok({ items, next: found.length > limit ? (items.at(-1)?.number ?? null) : null });
    });
  }

  getOperation({ number }: CallInput<'getOperation'>): CallResult<'getOperation'> {
    return this.read((db) => {
      const found = findOperation(db, number);
      return found === undefined ? err('not-found') : ok(found);
    });
  }

  edit({ number, data, cached }: CallInput<'edit'>): CallResult<'edit'> {
    const edited = this.#changeOne(number, (found, { db }) => editOperation(db, found, { data, cached }));
    if (!edited.ok) return edited;
    return this.read((db) => ok(toPendingOperation(edited.value, listPossibleBlockers(db, [edited.value]))));
  }

  listUnreconciled(): CallResult<'listUnreconciled'> {
    return this.read((db) => ok(listUnreconciledOperations(db).filter(needsReconcile)));
  }

  retry({ number }: CallInput<'retry'>): CallResult<'retry'> {
    return this.#changeOne(number, (found, { db }) => retryOperation(db, found));
  }

  discard({ number }: CallInput<'discard'>): CallResult<'discard'> {
    return this.#changeOne(number, (found, { db }) => {
      if (found.state === 'sending') return err('on-its-way');
      return ok({ discarded: discardOperation(db, found, 'discarded', this.#now()) });
    });
  }

  resolve({ number, resolution }: CallInput<'resolve'>): CallResult<'resolve'> {
    const real = resolution.take === 'found' ? [resolution.id] : [];
    return this.#changeOne(
      number,
      (found, { db }) => resolveOperation(db, found, resolution, this.#now()),
      real,
    );
  }

  resolveId({ id }: CallInput<'resolveId'>): CallResult<'resolveId'> {
    return this.read((db) => {
      const real = resolveId(db, id);
      return real === undefined ? err('not-found', { detail: 'no such local id' }) : ok(real);
    });
  }

  filterOwnCreations({ ids }: CallInput<'filterOwnCreations'>): CallResult<'filterOwnCreations'> {
    return this.read((db) => ok(ids.filter((id) => isOwnCreation(db, id))));
  }

  /** Runs a read of the file outside the outbox. */
  read<T>(work: (db: ReadableDb) => Result<T>): Result<T> {
    return this.#file === null ? err('engine-down') : work(this.#file.db);
  }

  /** Changes the file outside the outbox in one transaction, committed to the disk before it returns. */
  change<T>(work: (db: WritableDb, operationContext: ChangeContext) => Result<T>): Result<T> {
    const operationContext = { now: this.#now(), randomHex: this.#deps.random.hex(10) };
    return this.#inTransaction(({ db }) => work(db, operationContext));
  }

  close(): CallResult<'close'> {
    this.#file?.db.close();
    this.#file = null;
    return ok(null);
  }

  #now(): EpochMs {
    return toEpochMs(this.#deps.clock.now());
  }

  #peek(number: number): StoredOperation | undefined {
    return this.#file === null ? undefined : findOperation(this.#file.db, number);
  }

  #ofRecord(id: string): readonly StoredOperation[] {
    const db = this.#file?.db;
    const target = db === undefined ? undefined : resolveId(db, id);
    return db === undefined || target === undefined ? [] : listOperationsOf(db, target);
  }

  /** Runs the work in one transaction. */
  #inTransaction<T>(work: (file: OpenedLocalFile) => Result<T>): Result<T> {
    if (this.#file === null) return err('engine-down');
    this.#restorePlace();
    const file = this.#file;
    return file.db.transaction(() => work(file));
  }

  /** Changes one operation. A full disk uses the reserved space: the outbox is about to become smaller. */
  #changeOne<T>(
    number: number,
    work: (operation: StoredOperation, file: OpenedLocalFile) => Result<T>,
    further: readonly string[] = [],
  ): Result<T> {
    const before = this.#peek(number);
    if (before === undefined) return err('not-found', { detail: `no write ${number} in the outbox` });
    const folder = this.#target?.folder ?? '';
    const changed = withReservedSpace(folder, () => this.#inTransaction((file) => work(before, file)));
    if (changed.ok) this.#emit([before.target, ...further].map((id) => ({ kind: before.kind, id })));
    return changed;
  }

  /** Writes the marker after a commit. Where that fails, the detection of a restored backup is merely less exact. */
  #saveMarker(): void {
    if (this.#file === null || this.#target === null) return;
    try {
      storeMarkerBesideFile(this.#target, getCurrentMarker(this.#file.db));
    } catch (thrown) {
      if (toStorageError(thrown) === null) throw thrown;
    }
  }

  /** Writes the open database back to its path where the file was removed from there. */
  #restorePlace(): void {
    if (this.#file === null || this.#target === null) return;
    try {
      this.#file.checkIdentity();
    } catch (thrown) {
      if (!(thrown instanceof DamagedFileError)) throw thrown;
      this.#writeBack(this.#file, this.#target);
    }
  }

  #writeBack({ db }: OpenedLocalFile, target: LocalOpenInput): void {
    db.run(sql`VACUUM INTO ${getLocalStorePath(target.folder)}`);
    db.close();
    this.#file = null;
    if (!this.open(target).ok) throw new DamagedFileError('PLACE');
  }

  #emit(touched: readonly { readonly kind: Kind; readonly id: string }[]): void {
    if (this.#file === null) return;
    const counts = countOutbox(this.#file.db);
    this.#deps.onChanged({ counts, touched: touched satisfies OutboxChanged['touched'] });
  }
}
