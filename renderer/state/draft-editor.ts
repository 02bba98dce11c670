import type { StoreApi } from 'zustand/vanilla';
import { err, ok, type AppError } from '#contract/result.ts';
import type { Calls } from './bridge.ts';
import { createShelf, newIntention, type Shelf } from './draft-find.ts';
import { Front, type EditorState } from './draft-front.ts';
import { followed, newEditor, type Beginning, type OpenEditor } from './draft-open.ts';
import type { AnyFields, AnyProblem, DraftContext, DraftSubject } from './draft-subject.ts';

/** The editor of one kind of record: one at a time, its content kept as it is typed. */
export interface Editor<X extends string, F extends AnyFields, W extends AnyProblem> {
  readonly store: StoreApi<EditorState<X, F, W>>;
  /** A new record, with what is known of it already. */
  readonly create: (known?: Partial<F>) => Promise<void>;
  readonly edit: (id: string) => Promise<void>;
  /** Opens the editor of a record for whatever it is for. */
  readonly open: (purpose: Beginning<X>['purpose'], id: string) => Promise<void>;
  /** Goes on with a draft. */
  readonly reopen: (key: string) => Promise<void>;
  readonly type: (typed: Partial<F>) => void;
  /** Keeps what was typed, now. Null once it is on the disk. */
  readonly keep: () => Promise<AppError | null>;
  /** Saves; answers the id of the record, or null where it was not saved. */
  readonly save: () => Promise<string | null>;
  /** Keeps what was typed and closes. False where it could not be kept: then it stays open. */
  readonly leave: () => Promise<boolean>;
  /** Lets what was typed go, and closes. */
  readonly discard: () => Promise<void>;
  /** Records changed; no ids means too many to name. */
  readonly changed: (ids: readonly string[]) => void;
  readonly reset: () => void;
}

/** What an editor leans on. */
export interface EditorNeeds {
  readonly calls: Calls;
  /** The user id of the account, and the time zone of the desk, as they are now. */
  readonly context: () => Omit<DraftContext, 'now'>;
  /** A write was saved. */
  readonly onSaved: () => void;
}

/** What the steps of one editor share. */
interface Workplace<X extends string, F extends AnyFields, W extends AnyProblem> {
  readonly front: Front<X, F, W>;
  readonly subject: DraftSubject<X, F, W>;
  readonly shelf: Shelf<X, F, W>;
  readonly needs: EditorNeeds;
  readonly context: () => DraftContext;
}

/** Sends what is right to the outbox. The draft goes once it is safe there. */
async function send<X extends string, F extends AnyFields, W extends AnyProblem>(
  { front, subject, needs, context }: Workplace<X, F, W>,
  editor: OpenEditor<X, F, W>,
): Promise<string | null> {
  const { key } = editor;
  const write = subject.writeOf(editor, context());
  front.amend(key, { problems: [], saveError: null, isUnchanged: false, isSaving: true });
  const answer = write === null ? err('invalid-input') : await needs.calls['writes.save'](write);
  if (!answer.ok) {
    front.amend(key, { isSaving: false, saveError: answer.error });
    return null;
  }
  needs.onSaved();
  await front.keeper.stop();
  // Should this fail, the draft comes back once more, and saving it again is known as the same intention.
  await needs.calls['drafts.drop']({ key });
  front.close(key);
  return answer.value.id;
}

async function save<X extends string, F extends AnyFields, W extends AnyProblem>(
  place: Workplace<X, F, W>,
): Promise<string | null> {
  const { front, subject, context } = place;
  const editor = front.open;
  if (editor === null || editor.isSaving) return null;
  const problems = subject.problemsOf(editor, context());
  if (problems.length === 0 && subject.hasChanges(editor)) return send(place, editor);
  front.amend(editor.key, {
    problems,
    checks: editor.checks + 1,
    saveError: null,
    isUnchanged: problems.length === 0,
  });
  return null;
}

async function follow<X extends string, F extends AnyFields, W extends AnyProblem>(
  { front, subject, shelf }: Workplace<X, F, W>,
  id: string,
): Promise<void> {
  const raw = await shelf.raw(id);
  const editor = front.open;
  if (raw.ok && editor?.target === id && !editor.isSaving)
    front.amend(editor.key, followed(subject, editor, raw.value));
}

function typeIn<X extends string, F extends AnyFields, W extends AnyProblem>(
  front: Front<X, F, W>,
  typed: Partial<F>,
): void {
  const editor = front.open;
  if (editor === null || editor.isSaving) return;
  front.amend(editor.key, {
    fields: { ...editor.fields, ...typed },
    // What was said of a field is over once somebody types in it.
    problems: editor.problems.filter(({ at }) => !Object.hasOwn(typed, at.replace(/\..*/, ''))),
    isBehind: true,
    isUnchanged: false,
  });
  front.keeper.touch();
}

/** The store of the editors of one kind of record. */
export function createEditor<X extends string, F extends AnyFields, W extends AnyProblem>(
  subject: DraftSubject<X, F, W>,
  needs: EditorNeeds,
): Editor<X, F, W> {
  const { calls } = needs;
  const shelf = createShelf(calls, subject);
  const front = new Front(shelf);
  const context = (): DraftContext => ({ ...needs.context(), now: Date.now() });
  const place = { front, subject, shelf, needs, context };
  const open: Editor<X, F, W>['open'] = (purpose, id) => front.show(() => shelf.editor(purpose, id));
  return {
    store: front.store,
    create: (known = {}) => front.show(() => Promise.resolve(ok(newEditor(subject, newIntention(), known)))),
    edit: (id) => front.show(() => shelf.editor('edit', id)),
    open,
    reopen: (key) => front.show(() => shelf.draft(key)),
    type: (typed) => typeIn(front, typed),
    keep: front.keeper.flush,
    save: () => save(place),
    leave: () => front.leave(),
    discard: async () => {
      const key = front.open?.key;
      await front.keeper.stop();
      if (key !== undefined) await calls['drafts.drop']({ key });
      front.close(key);
    },
    changed: (ids) => {
      const id = front.open?.target ?? null;
      if (id !== null && (ids.length === 0 || ids.includes(id))) void follow(place, id);
    },
    reset: () => front.reset(),
  };
}
