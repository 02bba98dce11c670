import type { CallOutput, ParsedInput } from '#contract/api.ts';
import { ok } from '#contract/result.ts';
import { screenStatesSchema, STORED_STATE_SCHEMAS, STORED_STATE_NAMES } from '#contract/screen-states.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import type { ResultAndChangedIdsOrError } from './protocol.ts';
import { parseStoredJson } from './stored-json.ts';

/** Returns the stored states. One that this version cannot read is left out, so that its screen has its default. */
export function listScreenStates(db: ReadableDb): CallOutput<'screenStates.list'> {
  const rows = db.all(sql<{ screen: string; state: string }>`SELECT screen, state FROM screen_state`);
  const stored = new Map(rows.map(({ screen, state }) => [screen, parseStoredJson(state)]));
  const usable = STORED_STATE_NAMES.flatMap((screen) => {
    const state = STORED_STATE_SCHEMAS[screen].safeParse(stored.get(screen));
    return state.success ? [[screen, state.data] as const] : [];
  });
  return screenStatesSchema.parse(Object.fromEntries(usable));
}

/** Stores states. No event follows: only the screens that store them read them, once per account. */
export function setScreenStates(
  db: WritableDb,
  states: ParsedInput<'screenStates.set'>,
): ResultAndChangedIdsOrError<CallOutput<'screenStates.set'>> {
  for (const [screen, state] of Object.entries(states)) {
    if (state === undefined) continue;
    const text = JSON.stringify(state);
    db.run(sql`INSERT OR REPLACE INTO screen_state (screen, state) VALUES (${screen}, ${text})`);
  }
  return ok({ answer: {}, ids: [] });
}
