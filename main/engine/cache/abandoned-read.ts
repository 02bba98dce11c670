import { err, type Result } from '#contract/result.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';

/** Thrown between the statements of a read that is no longer awaited. */
class AbandonedRead extends Error {
  override readonly name = 'AbandonedRead';
}

const isNeverAbandoned = (): boolean => false;

/**
 * Ends a read between two of its statements once it is no longer awaited. SQLite offers no way to end a statement from the
 * thread that runs it, so each statement has to be short.
 */
export class AbandonableReadRunner {
  #isAbandoned = isNeverAbandoned;

  /** Runs a read; returns 'cancelled' where it was abandoned before its end. */
  run<T>(isAbandoned: () => boolean, read: () => Result<T>): Result<T> {
    this.#isAbandoned = isAbandoned;
    try {
      return isAbandoned() ? err('cancelled') : read();
    } catch (thrown) {
      if (thrown instanceof AbandonedRead) return err('cancelled');
      throw thrown;
    } finally {
      this.#isAbandoned = isNeverAbandoned;
    }
  }

  /** Returns the connection with a look before each query. What is kept from read to read must not be read with it. */
  watch(db: Connection): Connection {
    const look = (): void => {
      if (this.#isAbandoned()) throw new AbandonedRead();
    };
    return {
      all: (query) => {
        look();
        return db.all(query);
      },
      get: (query) => {
        look();
        return db.get(query);
      },
      run: (query) => db.run(query),
      execute: (query) => db.execute(query),
      transaction: (work) => db.transaction(work),
      get inTransaction() {
        return db.inTransaction;
      },
      defineFunction: (name, compute) => db.defineFunction(name, compute),
      pragma: (text) => db.pragma(text),
      close: () => db.close(),
    };
  }
}
