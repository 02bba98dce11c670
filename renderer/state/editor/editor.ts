import type { StoreApi } from 'zustand/vanilla';
import { type AppError, err, ok } from '#contract/result.ts';
import type { LatestRequestCheck } from '../async.ts';
import type { ProcedureCalls } from '../bridge.ts';
import { saveTogether } from './save-together.ts';
import { presetOwnUser } from './preset-own-user.ts';
import { readNumbersOfChanges } from './saved-changes.ts';
import { type DraftStorage, createDraftStorage, createSaveId } from './draft-storage.ts';
import {
  type OpenEditor,
  updateOpenEditorFromRecord,
  createOpenEditorOfNewRecord,
  hasChangedFields,
  type OpenEditorOfRecordInput,
} from './open-editor.ts';
import { ActiveEditor, type EditorState } from './active-editor.ts';
import {
  showSaveError,
  storeDraftAgain,
  toSavedDraft,
  type SavedDraft,
  type SavedInput,
} from './saved-input.ts';
import type {
  BaseEditorFields,
  EditorProblem,
  EditorSaveContext,
  EditorDefinition,
  ChangeToSaveInput,
} from './editor-definition.ts';
import { isLocalId } from '#contract/records.ts';

/** The editor of one kind of record. One is open at a time; input is saved automatically as a draft. */
export interface EditorStore<
  ExtraPurpose extends string,
  Fields extends BaseEditorFields,
  Problem extends EditorProblem,
> {
  readonly store: StoreApi<EditorState<ExtraPurpose, Fields, Problem>>;
  /** Opens an editor for a new record, with some fields filled in. */
  readonly create: (known?: Partial<Fields>) => Promise<void>;
  readonly edit: (id: string) => Promise<void>;
  /** Opens the editor of a record for the given purpose. */
  readonly open: (purpose: OpenEditorOfRecordInput<ExtraPurpose>['purpose'], id: string) => Promise<void>;
  /** Opens the editor with a stored draft, given by its key. */
  readonly reopen: (key: string) => Promise<void>;
  readonly applyInput: (typed: Partial<Fields>) => void;
  /** Saves the draft now. Returns null once it is on disk. */
  readonly saveDraft: () => Promise<AppError | null>;
  /** Submits the input to the outbox; returns the record's id, or null if it was not saved. */
  readonly save: () => Promise<string | null>;
  /** Saves the draft and closes. If saving fails, returns false and stays open. */
  readonly saveAndClose: () => Promise<boolean>;
  /** Deletes the draft and closes the editor; where that fails, it stays open. */
  readonly discard: () => Promise<void>;
  /** Called when records changed; an empty list means too many to name. */
  readonly invalidate: (ids: readonly string[]) => void;
  /** Closes the editor without saving; its stored draft stays as it is. */
  readonly reset: () => void;
}

/** The dependencies of an editor. */
export interface EditorDeps {
  readonly calls: ProcedureCalls;
  /** Returns the account's user id and the time zone of the settings. */
  readonly context: () => Omit<EditorSaveContext, 'now'>;
  /** Returns how long the user may undo a share before it is sent, in milliseconds. */
  readonly undoTimeMs: () => number;
  /** Returns whether the account is still the one that was open at this call. */
  readonly followAccount: () => LatestRequestCheck;
  /** Called after input was saved in the outbox. */
  readonly onSaved: (input: SavedInput) => void;
  /** Returns the id of the current account; null where there is none. */
  readonly getAccountId: () => string | null;
  /** Called where input of an account was not saved whose editor was left meanwhile; its draft is stored. */
  readonly onSaveFailed: (draft: SavedDraft, error: AppError, account: string | null) => void;
  /**
   * Reports the outcome of an action that replaces or closes the open editor. The error says why the editor stays open
   * instead: its input could not be saved, or its draft could not be discarded. Null where the action was done.
   */
  readonly reportLeaving: (action: 'openEditor' | 'discardDraft', error: AppError | null) => void;
  /** Called after an editor was left with input that is stored as a draft, or whose input was made a draft again. */
  readonly onDraftSaved: (draft: SavedDraft) => void;
  /** Discards a stored draft by its key, so that this can be undone. Returns null on success. */
  readonly discardDraft: (key: string) => Promise<AppError | null>;
}

/** The state that the functions of one editor share. */
interface EditorController<
  ExtraPurpose extends string,
  Fields extends BaseEditorFields,
  Problem extends EditorProblem,
> {
  readonly activeEditor: ActiveEditor<ExtraPurpose, Fields, Problem>;
  readonly definition: EditorDefinition<ExtraPurpose, Fields, Problem>;
  readonly storage: DraftStorage<ExtraPurpose, Fields, Problem>;
  readonly deps: EditorDeps;
  readonly context: () => EditorSaveContext;
}

/** Returns the changes that the input makes, the further ones of the same action last; null where one is invalid. */
function toChanges<
  ExtraPurpose extends string,
  Fields extends BaseEditorFields,
  Problem extends EditorProblem,
>(
  { definition, context }: EditorController<ExtraPurpose, Fields, Problem>,
  editor: OpenEditor<ExtraPurpose, Fields, Problem>,
): readonly ChangeToSaveInput[] | null {
  const change = definition.toChange(editor, context());
  const further =
    definition.toFurtherChanges === undefined ? [] : definition.toFurtherChanges(editor, context());
  return change === null || further === null ? null : [change, ...further];
}

/**
 * Validates the input and saves it as a pending change. The draft is deleted once the change is in the
 * outbox.
 */
async function send<
  ExtraPurpose extends string,
  Fields extends BaseEditorFields,
  Problem extends EditorProblem,
>(
  controller: EditorController<ExtraPurpose, Fields, Problem>,
  editor: OpenEditor<ExtraPurpose, Fields, Problem>,
): Promise<string | null> {
  const { activeEditor, definition, deps } = controller;
  const { key, target, purpose } = editor;
  const { kind, savedAs } = definition;
  const isSameAccount = deps.followAccount();
  const account = deps.getAccountId();
  activeEditor.update(key, { problems: [], saveError: null, isUnchanged: false, isSaving: true });
  const changes = toChanges(controller, editor);
  const before = target === null ? [] : await readNumbersOfChanges(deps.calls, kind, target);
  const answer = changes === null ? err('invalid-input') : await saveTogether(deps, changes);
  if (!answer.ok) {
    // The editor of another account may have the same key.
    const isOpen = activeEditor.open?.key === key && isSameAccount();
    showSaveError(controller, editor, { error: answer.error, account, isOpen });
    return null;
  }
  // The other account may have a draft of the same record.
  if (!isSameAccount()) return null;
  // Another editor that was opened meanwhile goes on saving its own input.
  if (activeEditor.open?.key === key) await activeEditor.autoSaver.stop();
  // If this fails, the draft stays; submitting it again uses the same save id, so no duplicate is made.
  await deps.calls['drafts.drop']({ key });
  if (!isSameAccount()) return null;
  activeEditor.close(key);
  const saved = answer.value;
  deps.onSaved({
    what: savedAs[purpose],
    draft: toSavedDraft(kind, editor),
    saved,
    before,
    storeDraftAgain: () => storeDraftAgain(controller, editor),
  });
  return saved[0]?.id ?? null;
}

async function save<
  ExtraPurpose extends string,
  Fields extends BaseEditorFields,
  Problem extends EditorProblem,
>(controller: EditorController<ExtraPurpose, Fields, Problem>): Promise<string | null> {
  const { activeEditor, definition, context } = controller;
  const editor = activeEditor.open;
  if (editor === null || editor.isSaving) return null;
  const problems = definition.findProblems(editor, context());
  if (problems.length === 0 && definition.hasChanges(editor)) return send(controller, editor);
  activeEditor.update(editor.key, {
    problems,
    checks: editor.checks + 1,
    saveError: null,
    isUnchanged: problems.length === 0,
  });
  return null;
}

/** Closes the editor with its input stored as a draft. Returns false, and leaves it open, where storing it failed. */
async function leave<
  ExtraPurpose extends string,
  Fields extends BaseEditorFields,
  Problem extends EditorProblem,
>({ activeEditor, definition, deps }: EditorController<ExtraPurpose, Fields, Problem>): Promise<boolean> {
  const left = activeEditor.open;
  const isSameAccount = deps.followAccount();
  const isClosed = await activeEditor.saveAndClose();
  if (isClosed && left !== null && isSameAccount() && hasChangedFields(definition, left))
    deps.onDraftSaved(toSavedDraft(definition.kind, left));
  return isClosed;
}

/** Deletes the draft and closes the editor, which stays open where its draft could not be deleted. */
async function discard<
  ExtraPurpose extends string,
  Fields extends BaseEditorFields,
  Problem extends EditorProblem,
>({ activeEditor, deps }: EditorController<ExtraPurpose, Fields, Problem>): Promise<void> {
  const { autoSaver } = activeEditor;
  const key = activeEditor.open?.key;
  const isSameAccount = deps.followAccount();
  // Stores what was typed last before the draft is discarded, so that undoing the discard brings all of it back.
  const unsaved = await autoSaver.flush();
  await autoSaver.stop();
  if (!isSameAccount()) return;
  const error = key === undefined ? null : await deps.discardDraft(key);
  deps.reportLeaving('discardDraft', error);
  if (error === null) activeEditor.close(key);
  // What was typed last is to be stored after all.
  else if (unsaved !== null) autoSaver.touch();
}

async function refreshRecord<
  ExtraPurpose extends string,
  Fields extends BaseEditorFields,
  Problem extends EditorProblem,
>(
  { activeEditor, definition, storage }: EditorController<ExtraPurpose, Fields, Problem>,
  id: string,
): Promise<void> {
  const raw = await storage.readRaw(id);
  const editor = activeEditor.open;
  if (raw.ok && editor?.target === id && !editor.isSaving)
    activeEditor.update(editor.key, updateOpenEditorFromRecord(definition, editor, raw.value));
}

function applyInput<
  ExtraPurpose extends string,
  Fields extends BaseEditorFields,
  Problem extends EditorProblem,
>(activeEditor: ActiveEditor<ExtraPurpose, Fields, Problem>, typed: Partial<Fields>): void {
  const editor = activeEditor.open;
  if (editor === null || editor.isSaving) return;
  activeEditor.update(editor.key, {
    fields: { ...editor.fields, ...typed },
    // Typing into a field clears its error.
    problems: editor.problems.filter(({ at }) => !Object.hasOwn(typed, at.replace(/\..*/, ''))),
    hasUnsavedInput: true,
    isUnchanged: false,
  });
  activeEditor.autoSaver.touch();
}

/** Creates the editor store of one kind of record. */
export function createRecordEditorStore<
  ExtraPurpose extends string,
  Fields extends BaseEditorFields,
  Problem extends EditorProblem,
>(
  definition: EditorDefinition<ExtraPurpose, Fields, Problem>,
  deps: EditorDeps,
): EditorStore<ExtraPurpose, Fields, Problem> {
  const { calls } = deps;
  const storage = createDraftStorage(calls, definition);
  const activeEditor = new ActiveEditor(storage);
  const context = (): EditorSaveContext => ({ ...deps.context(), now: Date.now() });
  const controller = { activeEditor, definition, storage, deps, context };
  const show = async (find: Parameters<typeof activeEditor.show>[0]): Promise<void> => {
    const isSameAccount = deps.followAccount();
    const isLeft = await leave(controller);
    if (!isSameAccount()) return;
    deps.reportLeaving('openEditor', isLeft ? null : (activeEditor.open?.draftError ?? { code: 'internal' }));
    if (isLeft) await activeEditor.show(find);
  };
  const open: EditorStore<ExtraPurpose, Fields, Problem>['open'] = (purpose, id) =>
    show(async () => {
      const found = await storage.readEditor(purpose, id);
      return found.ok ? ok(presetOwnUser(definition, found.value, context().userId)) : found;
    });
  return {
    store: activeEditor.store,
    create: (known = {}) =>
      show(async () => {
        const created = createOpenEditorOfNewRecord(definition, createSaveId(), known);
        return ok(presetOwnUser(definition, created, context().userId));
      }),
    edit: (id) => show(() => storage.readEditor('edit', id)),
    open,
    reopen: (key) => show(() => storage.readDraft(key)),
    applyInput: (typed) => applyInput(activeEditor, typed),
    saveDraft: activeEditor.autoSaver.flush,
    save: () => save(controller),
    saveAndClose: () => leave(controller),
    discard: () => discard(controller),
    invalidate: (ids) => {
      const id = activeEditor.open?.target ?? null;
      // A record whose editor was opened by its local id changes under the id of the service.
      if (id !== null && (ids.length === 0 || ids.includes(id) || isLocalId(id)))
        void refreshRecord(controller, id);
    },
    reset: () => activeEditor.reset(),
  };
}
