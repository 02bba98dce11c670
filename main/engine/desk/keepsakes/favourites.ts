import type { Output, Parsed } from '#contract/api.ts';
import { ok } from '#contract/result.ts';
import type { WritableDb } from '#main/engine/store/db.ts';
import { sql } from '#main/engine/store/sql.ts';
import type { Changing, OperationContext } from './protocol.ts';

/** Puts a diagnosis or a script among the favourites, or takes it out. What changed is told by the name of the list. */
export function setFavourite(
  db: WritableDb,
  { of, code, description, isFavourite }: Parsed<'favourites.set'>,
  { now }: OperationContext,
): Changing<Output<'favourites.set'>> {
  const { changes } = db.run(
    isFavourite
      ? sql`
        INSERT OR IGNORE INTO favourite (list, code, description, saved_at)
        VALUES (${of}, ${code}, ${description}, ${now})`
      : sql`DELETE FROM favourite WHERE list = ${of} AND code = ${code} AND description = ${description}`,
  );
  return ok({ answer: {}, ids: changes > 0 ? [of] : [] });
}
