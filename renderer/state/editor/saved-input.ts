import type { CallOutput } from '#contract/api.ts';
import type { Kind } from '#contract/records.ts';
import type { AppError } from '#contract/result.ts';
import type { ProcedureCalls } from '../bridge.ts';
import type { SavedChangeAction } from '../toasts/toast.ts';
import type { ActiveEditor } from './active-editor.ts';
import { createSaveId, type DraftStorage } from './draft-storage.ts';
import type { BaseEditorFields, EditorProblem } from './editor-definition.ts';
import type { OpenEditor } from './open-editor.ts';

/** A stored draft of an editor, with the name of its record. */
export interface SavedDraft {
  readonly kind: Extract<Kind, 'requisition' | 'form'>;
  readonly key: string;
  readonly name: string;
  /** The patient of a requisition, where the editor has it; null otherwise. */
  readonly patient: string | null;
}

/** Input of an editor that was saved in the outbox. */
export interface SavedInput {
  readonly what: SavedChangeAction;
  /** The draft that the input was until then. */
  readonly draft: SavedDraft;
  /** The changes, each with its record, in the order in which they were saved. */
  readonly saved: readonly CallOutput<'outbox.save'>[];
  /** The numbers of the changes that the record had before; null where they could not be read. */
  readonly before: readonly number[] | null;
  /** Stores the input as a draft again, unless another one was begun in its place. */
  readonly storeDraftAgain: () => Promise<void>;
}

/** Returns what a message says about the draft of an editor. */
export function toSavedDraft<
  ExtraPurpose extends string,
  Fields extends BaseEditorFields,
  Problem extends EditorProblem,
>(kind: SavedDraft['kind'], { key, label, fields }: OpenEditor<ExtraPurpose, Fields, Problem>): SavedDraft {
  const patient = 'patient' in fields && typeof fields.patient === 'string' ? fields.patient : '';
  return { kind, key, name: fields.name.trim() || label, patient: patient === '' ? null : patient };
}

interface StoreDraftAgainDeps<
  ExtraPurpose extends string,
  Fields extends BaseEditorFields,
  Problem extends EditorProblem,
> {
  readonly activeEditor: Pick<ActiveEditor<ExtraPurpose, Fields, Problem>, 'open'>;
  readonly definition: { readonly kind: SavedDraft['kind'] };
  readonly storage: Pick<DraftStorage<ExtraPurpose, Fields, Problem>, 'saveDraft'>;
  readonly deps: {
    readonly calls: Pick<ProcedureCalls, 'drafts.get'>;
    readonly onDraftSaved: (draft: SavedDraft) => void;
  };
}

/** Stores the input of an editor as a draft again, unless another one was begun in its place. */
export async function storeDraftAgain<
  ExtraPurpose extends string,
  Fields extends BaseEditorFields,
  Problem extends EditorProblem,
>(
  { activeEditor, definition, storage, deps }: StoreDraftAgainDeps<ExtraPurpose, Fields, Problem>,
  editor: OpenEditor<ExtraPurpose, Fields, Problem>,
): Promise<void> {
  const { key } = editor;
  const present = await deps.calls['drafts.get']({ key });
  if (!present.ok || present.value.draft !== null || activeEditor.open?.key === key) return;
  // With the save id of the change that was discarded it would count as saved.
  const saved = await storage.saveDraft({ ...editor, saveId: createSaveId() });
  if (saved.ok) deps.onDraftSaved(toSavedDraft(definition.kind, editor));
}

interface ShowSaveErrorDeps<
  ExtraPurpose extends string,
  Fields extends BaseEditorFields,
  Problem extends EditorProblem,
> {
  readonly activeEditor: Pick<ActiveEditor<ExtraPurpose, Fields, Problem>, 'update'>;
  readonly definition: { readonly kind: SavedDraft['kind'] };
  readonly deps: {
    readonly onSaveFailed: (draft: SavedDraft, error: AppError, account: string | null) => void;
  };
}

/** Shows why the input of an editor was not saved: in the editor, or by a message where it is not open any more. */
export function showSaveError<
  ExtraPurpose extends string,
  Fields extends BaseEditorFields,
  Problem extends EditorProblem,
>(
  { activeEditor, definition, deps }: ShowSaveErrorDeps<ExtraPurpose, Fields, Problem>,
  editor: OpenEditor<ExtraPurpose, Fields, Problem>,
  {
    error,
    account,
    isOpen,
  }: { readonly error: AppError; readonly account: string | null; readonly isOpen: boolean },
): void {
  if (isOpen) activeEditor.update(editor.key, { isSaving: false, saveError: error });
  else deps.onSaveFailed(toSavedDraft(definition.kind, editor), error, account);
}
