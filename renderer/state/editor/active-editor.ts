import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError, Result } from '#contract/result.ts';
import { createLatestRequestGuard } from '../async.ts';
import { type AutoSaver, createAutoSaver, type DraftStorage, getResultError } from './draft-storage.ts';
import type { BaseEditorFields, EditorProblem } from './editor-definition.ts';
import type { OpenEditor } from './open-editor.ts';

/** What an editor shows: nothing, that it is opening or failed to, or the input of a record. */
export type EditorState<
  ExtraPurpose extends string,
  Fields extends BaseEditorFields,
  Problem extends EditorProblem,
> =
  | { readonly phase: 'closed' }
  | { readonly phase: 'opening' }
  | { readonly phase: 'failed'; readonly error: AppError }
  | OpenEditor<ExtraPurpose, Fields, Problem>;

/** Holds the open editor; only this class changes it. */
export class ActiveEditor<
  ExtraPurpose extends string,
  Fields extends BaseEditorFields,
  Problem extends EditorProblem,
> {
  readonly store: StoreApi<EditorState<ExtraPurpose, Fields, Problem>> = createStore<
    EditorState<ExtraPurpose, Fields, Problem>
  >(() => ({
    phase: 'closed',
  }));
  readonly autoSaver: AutoSaver;
  readonly #storage: Pick<DraftStorage<ExtraPurpose, Fields, Problem>, 'saveDraft'>;
  readonly #latest = createLatestRequestGuard();

  constructor(storage: Pick<DraftStorage<ExtraPurpose, Fields, Problem>, 'saveDraft'>) {
    this.#storage = storage;
    this.autoSaver = createAutoSaver(() => this.#saveDraft());
  }

  /** Returns the open editor, once it is loaded. */
  get open(): OpenEditor<ExtraPurpose, Fields, Problem> | null {
    const state = this.store.getState();
    return state.phase === 'open' ? state : null;
  }

  /** Updates the editor with that key, if it is still the open one. */
  update(key: string, patch: Partial<OpenEditor<ExtraPurpose, Fields, Problem>>): void {
    const { open } = this;
    if (open?.key === key) this.store.setState({ ...open, ...patch }, true);
  }

  /** Closes the editor with that key; without a key, the open one. */
  close(key?: string): void {
    if (key === undefined || this.open?.key === key) this.store.setState({ phase: 'closed' }, true);
  }

  /** Saves the input and closes. Returns false if saving failed. */
  async saveAndClose(): Promise<boolean> {
    // Saves again if the user has typed during an automatic save.
    do {
      if ((await this.autoSaver.flush()) !== null) return false;
    } while (this.autoSaver.isDirty());
    this.close();
    return true;
  }

  /** Opens an editor; the one before has to be closed. */
  async show(find: () => Promise<Result<OpenEditor<ExtraPurpose, Fields, Problem>>>): Promise<void> {
    const isLatest = this.#latest.begin();
    this.store.setState({ phase: 'opening' }, true);
    const found = await find();
    if (!isLatest()) return;
    this.store.setState(found.ok ? found.value : { phase: 'failed', error: found.error }, true);
  }

  /** Closes the editor without saving. */
  reset(): void {
    this.#latest.cancel();
    void this.autoSaver.stop();
    this.close();
  }

  async #saveDraft(): Promise<AppError | null> {
    const { open } = this;
    if (open === null) return null;
    const { key, fields } = open;
    const saved = await this.#storage.saveDraft(open);
    const hasUnsavedInput = this.open?.fields !== fields;
    if (saved.ok) this.update(key, { savedAt: saved.value.at, draftError: null, hasUnsavedInput });
    else this.update(key, { draftError: saved.error });
    return getResultError(saved);
  }
}
