import { err, ok, type AppError, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import type { Calls } from './bridge.ts';
import { rawFields } from './draft-fields.ts';
import { draftKey, editorOf, hasTyped, restored, type OpenEditor } from './draft-open.ts';

/** A number of its own for a new draft, or for what somebody means by saving one. */
export const newSubject = (): string => crypto.randomUUID();

/** A record of the service as its editor starts from it: with the unsent changes laid over it. */
export async function rawOf(calls: Calls, id: string): Promise<Result<string>> {
  const answer = await calls['records.raw']({ kind: 'requisition', id, withPending: true });
  return answer.ok ? ok(answer.value.raw) : answer;
}

async function keptEditor(calls: Calls, key: string): Promise<Result<OpenEditor | null>> {
  const kept = await calls['drafts.get']({ key });
  if (!kept.ok) return kept;
  const { draft } = kept.value;
  if (draft === null) return ok(null);
  const raw = draft.target === null ? null : await rawOf(calls, draft.target);
  return ok(restored(draft, raw?.ok === true ? rawFields(raw.value) : null, newSubject()));
}

/** The draft of that name, as it was left. */
export async function findDraft(calls: Calls, key: string): Promise<Result<OpenEditor>> {
  const found = await keptEditor(calls, key);
  if (!found.ok) return found;
  return found.value === null ? err('not-found') : ok(found.value);
}

/** The editor of a record: the draft that somebody left, else the record as it is. */
export async function findEditor(
  calls: Calls,
  purpose: 'edit' | 'review',
  id: string,
): Promise<Result<OpenEditor>> {
  const kept = await keptEditor(calls, draftKey(purpose, id));
  if (kept.ok && kept.value !== null) return ok(kept.value);
  const raw = await rawOf(calls, id);
  return raw.ok ? ok(editorOf(purpose, id, rawFields(raw.value), newSubject())) : raw;
}

/** When a draft was kept; null where nothing had to be. */
export type Kept = Result<{ readonly at: EpochMs | null }>;

/** Keeps what stands in an editor. An editor in which nothing was typed has no draft. */
export async function keepDraft(calls: Calls, editor: OpenEditor): Promise<Kept> {
  const { key, fields, target, seen, label, intention } = editor;
  if (!hasTyped(editor)) {
    const dropped = await calls['drafts.drop']({ key });
    return dropped.ok ? ok({ at: null }) : dropped;
  }
  const answer = await calls['drafts.keep']({
    key,
    operation: target === null ? 'requisitions.create' : 'requisitions.update',
    target,
    label: (target === null ? fields.name : label).slice(0, 300).toWellFormed(),
    fields: { ...fields, intention },
    seen,
  });
  return answer.ok ? ok({ at: answer.value.savedAt }) : answer;
}

/** Why a result is none; null where it is one. */
export function problemOf(result: Result<unknown>): AppError | null {
  return result.ok ? null : result.error;
}
