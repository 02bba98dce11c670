import { ok, type AppError, type Result } from '#contract/result.ts';
import type { WritableDb } from '#main/engine/sqlite/db.ts';
import type { ChangeSaveResult } from '../protocol.ts';

type Results = readonly Result<ChangeSaveResult>[];

/** Thrown out of a transaction, so that it stores nothing. */
class Refused extends Error {
  readonly error: AppError;

  constructor(error: AppError) {
    super(error.code);
    this.error = error;
  }
}

/**
 * Saves changes in one transaction; returns a result for each. Where changes belong together, the first refusal is the result of the
 * whole and nothing is stored.
 * @param change runs its work in a transaction, which an exception takes back
 */
export function saveTogether(
  change: (work: (db: WritableDb) => Result<Results>) => Result<Results>,
  save: (db: WritableDb) => Results,
  isAllOrNone: boolean,
): Result<Results> {
  try {
    return change((db) => {
      const results = save(db);
      const refusal = isAllOrNone ? results.find((result) => !result.ok) : undefined;
      if (refusal?.ok === false) throw new Refused(refusal.error);
      return ok(results);
    });
  } catch (thrown) {
    if (thrown instanceof Refused) return { ok: false, error: thrown.error };
    throw thrown;
  }
}
