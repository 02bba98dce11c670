import type { OutboxCounts } from '#contract/outbox.ts';
import type { PendingState } from '#contract/records.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql, toSqlList } from '#main/engine/sqlite/sql.ts';
import { getLastPendingChangeLogNumber, readIdsWithChangedPending } from './change-log.ts';

type StateCounts = Record<PendingState, number>;

const NONE: Readonly<StateCounts> = { saved: 0, sending: 0, uncertain: 0, 'needs-you': 0, rejected: 0 };

/** One change's record and state. */
interface StateOfRecord {
  readonly target: string;
  readonly state: PendingState;
}

/**
 * The number of pending changes in each state. Each count reads the records alone whose changes changed since the one
 * before, so that its cost does not grow with the number of pending changes.
 */
export class OutboxCounter {
  #db: ReadableDb | null = null;
  #last = 0;
  #counts: StateCounts = { ...NONE };
  /** The states of the pending changes by the record that they change. */
  readonly #states = new Map<string, readonly PendingState[]>();

  /** Returns the counts as the file has them now; it is called outside of a transaction. */
  count(db: ReadableDb): OutboxCounts {
    const changes = db === this.#db ? readIdsWithChangedPending(db, this.#last) : null;
    if (changes === null) this.#countAll(db);
    else this.#countAgain(db, changes.targets);
    this.#last = changes?.last ?? getLastPendingChangeLogNumber(db);
    this.#db = db;
    const { saved, sending, uncertain, rejected } = this.#counts;
    return { saved, sending, uncertain, needsYou: this.#counts['needs-you'], rejected };
  }

  #countAll(db: ReadableDb): void {
    this.#counts = { ...NONE };
    this.#states.clear();
    this.#add(db.all(sql<StateOfRecord>`SELECT target, state FROM operation`));
  }

  #countAgain(db: ReadableDb, targets: ReadonlySet<string>): void {
    if (targets.size === 0) return;
    for (const target of targets) {
      for (const state of this.#states.get(target) ?? []) this.#counts[state] -= 1;
      this.#states.delete(target);
    }
    this.#add(
      db.all(sql<StateOfRecord>`
        SELECT target, state FROM operation INDEXED BY operation_target WHERE target IN ${toSqlList(targets)}`),
    );
  }

  #add(found: readonly StateOfRecord[]): void {
    for (const { target, state } of found) {
      this.#counts[state] += 1;
      this.#states.set(target, [...(this.#states.get(target) ?? []), state]);
    }
  }
}
