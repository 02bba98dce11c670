import { err, ok, type AppError, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import type { Calls } from './bridge.ts';
import { draftKey, editorOf, hasTyped, restored, type Beginning, type OpenEditor } from './draft-open.ts';
import { rawFields } from './draft-raw.ts';
import type { AnyFields, AnyProblem, DraftSubject } from './draft-subject.ts';

/** A number of its own for a new draft, or for what somebody means by saving one. */
export const newIntention = (): string => crypto.randomUUID();

/** What the engine says of the drafts of one kind of record. */
export interface Shelf<X extends string, F extends AnyFields, W extends AnyProblem> {
  /** The draft of that name, as it was left. */
  readonly draft: (key: string) => Promise<Result<OpenEditor<X, F, W>>>;
  /** The editor of a record: the draft that somebody left, else the record as it is. */
  readonly editor: (purpose: Beginning<X>['purpose'], id: string) => Promise<Result<OpenEditor<X, F, W>>>;
  /** A record of the service as its editor starts from it: with the unsent changes laid over it. */
  readonly raw: (id: string) => Promise<Result<string>>;
  /** Keeps what stands in an editor, and tells when; null where nothing had to be kept. */
  readonly keep: (editor: OpenEditor<X, F, W>) => Promise<Result<{ readonly at: EpochMs | null }>>;
}

/** Why a result is none; null where it is one. */
export function problemOf(result: Result<unknown>): AppError | null {
  return result.ok ? null : result.error;
}

/** Finds and keeps the drafts of one kind of record. */
export function createShelf<X extends string, F extends AnyFields, W extends AnyProblem>(
  calls: Calls,
  subject: DraftSubject<X, F, W>,
): Shelf<X, F, W> {
  async function rawOf(id: string): Promise<Result<string>> {
    const answer = await calls['records.raw']({ kind: subject.kind, id, withPending: true });
    return answer.ok ? ok(answer.value.raw) : answer;
  }

  async function kept(key: string): Promise<Result<OpenEditor<X, F, W> | null>> {
    const found = await calls['drafts.get']({ key });
    if (!found.ok) return found;
    const { draft } = found.value;
    if (draft === null) return ok(null);
    const raw = draft.target === null ? null : await rawOf(draft.target);
    return ok(restored(subject, draft, raw?.ok === true ? rawFields(raw.value) : null, newIntention()));
  }

  return {
    raw: rawOf,
    draft: async (key) => {
      const found = await kept(key);
      if (!found.ok) return found;
      return found.value === null ? err('not-found') : ok(found.value);
    },
    editor: async (purpose, target) => {
      const found = await kept(draftKey(subject, purpose, target));
      if (found.ok && found.value !== null) return ok(found.value);
      const raw = await rawOf(target);
      if (!raw.ok) return raw;
      return ok(editorOf(subject, { purpose, target, raw: rawFields(raw.value), intention: newIntention() }));
    },
    keep: async (editor) => {
      const { key, purpose, fields, target, seen, label, intention } = editor;
      if (!hasTyped(subject, editor)) {
        const dropped = await calls['drafts.drop']({ key });
        return dropped.ok ? ok({ at: null }) : dropped;
      }
      const answer = await calls['drafts.keep']({
        key,
        operation: subject.operations[purpose],
        target,
        label: (target === null ? fields.name : label).slice(0, 300).toWellFormed(),
        fields: { ...(fields as object), intention }, // whatever the kind of record has
        seen,
      });
      return answer.ok ? ok({ at: answer.value.savedAt }) : answer;
    },
  };
}
