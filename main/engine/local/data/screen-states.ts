import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import { ok } from '#contract/result.ts';
import {
  type ScreenStates,
  screenStatesSchema,
  STORED_STATE_SCHEMAS,
  STORED_STATE_NAMES,
  UNSAVED_INPUT_LIMITS,
  type UnsavedInput,
} from '#contract/screen-states.ts';
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

/** Returns the newest inputs that may be stored together; the first one is the newest. */
function selectStorable(inputs: readonly UnsavedInput[]): readonly UnsavedInput[] {
  let left: number = UNSAVED_INPUT_LIMITS.total;
  return inputs
    .filter(({ key, input }) => {
      left -= key.length + input.length;
      return left >= 0;
    })
    .slice(0, UNSAVED_INPUT_LIMITS.editors);
}

/** Changes the stored input of forms, in one transaction. No event follows, as with the states. */
export function changeUnsavedInput(
  db: WritableDb,
  { changes }: ValidatedInput<'unsavedInput.save'>,
): ResultAndChangedIdsOrError<CallOutput<'unsavedInput.save'>> {
  const changed = new Set(changes.map(({ key }) => key));
  const others = (listScreenStates(db)['unsaved-input'] ?? []).filter(({ key }) => !changed.has(key));
  const typed = changes.flatMap(({ key, input }) => (input === null ? [] : [{ key, input }]));
  return writeStates(db, { 'unsaved-input': selectStorable([...typed, ...others]) });
}

/** Stores states. No event follows: only the screens that store them read them, once per account. */
export function setScreenStates(
  db: WritableDb,
  states: ValidatedInput<'screenStates.set'>,
): ResultAndChangedIdsOrError<CallOutput<'screenStates.set'>> {
  return writeStates(db, states);
}

function writeStates(
  db: WritableDb,
  states: ScreenStates,
): ResultAndChangedIdsOrError<Record<string, never>> {
  for (const [screen, state] of Object.entries(states)) {
    if (state === undefined) continue;
    const text = JSON.stringify(state);
    db.run(sql`INSERT OR REPLACE INTO screen_state (screen, state) VALUES (${screen}, ${text})`);
  }
  return ok({ answer: {}, ids: [] });
}
