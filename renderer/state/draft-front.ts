import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError, Result } from '#contract/result.ts';
import { getProblem, type DraftStorage } from './draft-find.ts';
import { createAutoSaver, type AutoSaver } from './draft-keeper.ts';
import type { OpenEditor } from './draft-open.ts';
import type { AnyFields, AnyProblem } from './draft-subject.ts';

export type EditorState<X extends string, F extends AnyFields, W extends AnyProblem> =
  | { readonly phase: 'closed' }
  | { readonly phase: 'opening' }
  | { readonly phase: 'failed'; readonly error: AppError }
  | OpenEditor<X, F, W>;

/** The editor in front, and the one place that changes it. */
export class ActiveEditor<X extends string, F extends AnyFields, W extends AnyProblem> {
  readonly store: StoreApi<EditorState<X, F, W>> = createStore<EditorState<X, F, W>>(() => ({
    phase: 'closed',
  }));
  readonly autoSaver: AutoSaver;
  readonly #storage: Pick<DraftStorage<X, F, W>, 'saveDraft'>;
  #ticket = 0;

  constructor(storage: Pick<DraftStorage<X, F, W>, 'saveDraft'>) {
    this.#storage = storage;
    this.autoSaver = createAutoSaver(() => this.#saveDraft());
  }

  /** The editor, once it is there. */
  get open(): OpenEditor<X, F, W> | null {
    const state = this.store.getState();
    return state.phase === 'open' ? state : null;
  }

  /** Changes the editor of that name, if it is still the one in front. */
  amend(key: string, patch: Partial<OpenEditor<X, F, W>>): void {
    const { open } = this;
    if (open?.key === key) this.store.setState({ ...open, ...patch }, true);
  }

  /** Closes the editor of that name; without one, whichever is in front. */
  close(key?: string): void {
    if (key === undefined || this.open?.key === key) this.store.setState({ phase: 'closed' }, true);
  }

  /** Keeps what was typed and closes. False where it could not be kept. */
  async leave(): Promise<boolean> {
    // Whoever types while it is being kept goes on typing into the same draft.
    do {
      if ((await this.autoSaver.flush()) !== null) return false;
    } while (this.autoSaver.isDirty());
    this.close();
    return true;
  }

  /** Puts another editor in front, once what stands there is kept. */
  async show(find: () => Promise<Result<OpenEditor<X, F, W>>>): Promise<void> {
    if (!(await this.leave())) return;
    this.#ticket += 1;
    const mine = this.#ticket;
    this.store.setState({ phase: 'opening' }, true);
    const found = await find();
    if (mine !== this.#ticket) return;
    this.store.setState(found.ok ? found.value : { phase: 'failed', error: found.error }, true);
  }

  /** Forgets whatever is in front. */
  reset(): void {
    this.#ticket += 1;
    void this.autoSaver.stop();
    this.close();
  }

  async #saveDraft(): Promise<AppError | null> {
    const { open } = this;
    if (open === null) return null;
    const { key, fields } = open;
    const saved = await this.#storage.saveDraft(open);
    const isBehind = this.open?.fields !== fields;
    if (saved.ok) this.amend(key, { savedAt: saved.value.at, draftError: null, isBehind });
    else this.amend(key, { draftError: saved.error });
    return getProblem(saved);
  }
}
