import { createStore, type StoreApi } from 'zustand/vanilla';
import { err, ok, type AppError, type Result } from '#contract/result.ts';
import type { Calls } from './bridge.ts';
import { touched, type EditorFields } from './draft-fields.ts';
import { findDraft, findEditor, keepDraft, newSubject, problemOf, rawOf } from './draft-find.ts';
import { createKeeper, type Keeper } from './draft-keeper.ts';
import { followed, newEditor, type OpenEditor } from './draft-open.ts';
import { problemsOf, type Problem } from './draft-problems.ts';
import { hasChanges, writeOf, type WriteContext } from './draft-write.ts';

export type EditorState =
  | { readonly phase: 'closed' }
  | { readonly phase: 'opening' }
  | { readonly phase: 'failed'; readonly error: AppError }
  | OpenEditor;

/** The editor of requisitions: one at a time, its content kept as it is typed. */
export interface Editor {
  readonly store: StoreApi<EditorState>;
  /** A new requisition, with what is known of it already. */
  readonly create: (known?: Partial<EditorFields>) => Promise<void>;
  readonly edit: (id: string) => Promise<void>;
  /** Asks somebody to review a requisition. */
  readonly askReview: (id: string) => Promise<void>;
  /** Goes on with a draft. */
  readonly reopen: (key: string) => Promise<void>;
  readonly type: (typed: Partial<EditorFields>) => void;
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

/** What the editor leans on. */
export interface EditorNeeds {
  readonly calls: Calls;
  /** The user id of the account, and the time zone of the desk, as they are now. */
  readonly context: () => WriteContext;
  /** A write was saved. */
  readonly onSaved: () => void;
}

const CLOSED: EditorState = { phase: 'closed' };

/** The editor in front, and the one place that changes it. */
class Front {
  readonly store = createStore<EditorState>(() => CLOSED);
  readonly #calls: Calls;
  readonly keeper: Keeper;
  #ticket = 0;

  constructor(calls: Calls) {
    this.#calls = calls;
    this.keeper = createKeeper(() => this.#keep());
  }

  get open(): OpenEditor | null {
    const state = this.store.getState();
    return state.phase === 'open' ? state : null;
  }

  /** Changes the editor of that name, if it is still the one in front. */
  amend(key: string, patch: Partial<OpenEditor>): void {
    if (this.open?.key === key) this.store.setState(patch);
  }

  close(key?: string): void {
    if (key === undefined || this.open?.key === key) this.store.setState(CLOSED, true);
  }

  async leave(): Promise<boolean> {
    if ((await this.keeper.flush()) !== null) return false;
    this.close();
    return true;
  }

  /** Puts another editor in front, once what stands there is kept. */
  async show(find: () => Promise<Result<OpenEditor>>): Promise<void> {
    if (!(await this.leave())) return;
    this.#ticket += 1;
    const mine = this.#ticket;
    this.store.setState({ phase: 'opening' }, true);
    const found = await find();
    if (mine !== this.#ticket) return;
    this.store.setState(found.ok ? found.value : { phase: 'failed', error: found.error }, true);
  }

  reset(): void {
    this.#ticket += 1;
    void this.keeper.stop();
    this.close();
  }

  async #keep(): Promise<AppError | null> {
    const editor = this.open;
    if (editor === null) return null;
    const { key, fields } = editor;
    const kept = await keepDraft(this.#calls, editor);
    const isBehind = this.open?.fields !== fields;
    if (kept.ok) this.amend(key, { keptAt: kept.value.at, keepError: null, isBehind });
    else this.amend(key, { keepError: kept.error });
    return problemOf(kept);
  }
}

function problemsIn({ purpose, fields, start }: OpenEditor, zone: string): readonly Problem[] {
  const isTouched = touched(fields, start, purpose);
  return problemsOf(purpose, fields, isTouched, { zone, now: Date.now() });
}

/** Sends what is right to the outbox. The draft goes once it is safe there. */
async function send(front: Front, editor: OpenEditor, needs: EditorNeeds): Promise<string | null> {
  const { key } = editor;
  const write = writeOf(editor, needs.context());
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

async function save(front: Front, needs: EditorNeeds): Promise<string | null> {
  const editor = front.open;
  if (editor === null || editor.isSaving) return null;
  const problems = problemsIn(editor, needs.context().zone);
  if (problems.length === 0 && hasChanges(editor)) return send(front, editor, needs);
  front.amend(editor.key, {
    problems,
    checks: editor.checks + 1,
    saveError: null,
    isUnchanged: problems.length === 0,
  });
  return null;
}

async function follow(front: Front, calls: Calls, id: string): Promise<void> {
  const raw = await rawOf(calls, id);
  const editor = front.open;
  if (raw.ok && editor?.target === id && editor.purpose === 'edit' && !editor.isSaving)
    front.store.setState(followed(editor, raw.value), true);
}

/** The editor's store. */
export function createEditor(needs: EditorNeeds): Editor {
  const { calls } = needs;
  const front = new Front(calls);
  return {
    store: front.store,
    create: (known = {}) => front.show(() => Promise.resolve(ok(newEditor(newSubject(), known)))),
    edit: (id) => front.show(() => findEditor(calls, 'edit', id)),
    askReview: (id) => front.show(() => findEditor(calls, 'review', id)),
    reopen: (key) => front.show(() => findDraft(calls, key)),
    type: (typed) => {
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
    },
    keep: front.keeper.flush,
    save: () => save(front, needs),
    leave: () => front.leave(),
    discard: async () => {
      const key = front.open?.key;
      await front.keeper.stop();
      if (key !== undefined) await calls['drafts.drop']({ key });
      front.close(key);
    },
    changed: (ids) => {
      const id = front.open?.target ?? null;
      if (id !== null && (ids.length === 0 || ids.includes(id))) void follow(front, calls, id);
    },
    reset: () => front.reset(),
  };
}
