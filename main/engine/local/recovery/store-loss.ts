import { z } from 'zod';
import { FINE_LOCAL_STORE_HEALTH, type LocalStoreHealth, localStoreHealthSchema } from '#contract/outbox.ts';
import type { Connection, ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { readFromDamagedFileOrDefault } from './copy-table.ts';

/** What is said where the note of a loss is not understood, such as that of a newer program: the account opens all the same. */
const UNKNOWN_LOSS: LocalStoreHealth = { state: 'recovered', carried: 0, lost: null };
const numbersSchema = z.array(z.number().int());

/** Returns a stored value, or `otherwise` where it is not of its schema. */
function readStored<T>(schema: z.ZodType<T>, json: string, otherwise: T): T {
  try {
    return schema.parse(JSON.parse(json));
  } catch {
    return otherwise;
  }
}

function readLoss(db: ReadableDb): LocalStoreHealth {
  const row = db.get(sql<{ readonly health: string }>`SELECT health FROM store_loss`);
  return row === undefined
    ? FINE_LOCAL_STORE_HEALTH
    : readStored(localStoreHealthSchema, row.health, UNKNOWN_LOSS);
}

/** Returns the numbers of changes whose loss is noted and not dismissed. */
export function readNumbersOfLostChanges(db: ReadableDb): readonly number[] {
  const row = db.get(sql<{ readonly numbers: string }>`SELECT numbers FROM store_loss`);
  return row === undefined ? [] : readStored(numbersSchema, row.numbers, []);
}

function addLoss(earlier: LocalStoreHealth, found: LocalStoreHealth): LocalStoreHealth {
  const incomplete = [...new Set([...(earlier.incomplete ?? []), ...(found.incomplete ?? [])])];
  return {
    state: found.state,
    carried: found.carried,
    lost: earlier.lost === null || found.lost === null ? null : earlier.lost + found.lost,
    ...(incomplete.length === 0 ? {} : { incomplete }),
  };
}

/**
 * Notes what an opening has found to be lost, together with what no user has dismissed so far. Each opening returns it until
 * then: the first one may be that of a command whose output is not read.
 * @param numbers those of the changes that are lost now, without those that are noted
 */
export function noteStoreLoss(
  db: WritableDb,
  found: LocalStoreHealth,
  numbers: readonly number[] = [],
): LocalStoreHealth {
  const earlier = readLoss(db);
  if (found.state === 'fine') return earlier;
  const loss = addLoss(earlier, found);
  const all = JSON.stringify([...readNumbersOfLostChanges(db), ...numbers]);
  db.run(
    sql`INSERT OR REPLACE INTO store_loss (id, health, numbers) VALUES (1, ${JSON.stringify(loss)}, ${all})`,
  );
  return loss;
}

/** Carries over what is not dismissed from the damaged file, which is attached as `old`; one of an older version has none. */
export function copyStoreLossOfAttachedOldStore(db: Connection): void {
  const isThere = readFromDamagedFileOrDefault(
    () => db.get(sql`SELECT 1 FROM pragma_table_info('store_loss', 'old')`) !== undefined,
    false,
  );
  if (isThere)
    readFromDamagedFileOrDefault(
      () =>
        db.run(sql`INSERT OR IGNORE INTO store_loss SELECT id, health, numbers FROM old.store_loss`).changes,
      0,
    );
}

/** Forgets what was lost, once a user has dismissed it. */
export function forgetStoreLoss(db: WritableDb): null {
  db.run(sql`DELETE FROM store_loss`);
  return null;
}
