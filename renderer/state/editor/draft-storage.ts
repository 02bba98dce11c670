import { err, ok, type AppError, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import type { ProcedureCalls } from '../bridge.ts';
import {
  getDraftKey,
  createOpenEditorOfRecord,
  hasChangedFields,
  applyDraftToRecord,
  type OpenEditorOfRecordInput,
  type OpenEditor,
} from './open-editor.ts';
import {
  parseRawFields,
  type BaseEditorFields,
  type EditorProblem,
  type EditorDefinition,
} from './editor-definition.ts';

/** Returns a unique id for one change: saved twice with the same id, it is in the outbox once. A draft keeps its id. */
export const createSaveId = (): string => crypto.randomUUID();

/** The stored drafts of one kind of record, in the engine. */
export interface DraftStorage<
  ExtraPurpose extends string,
  Fields extends BaseEditorFields,
  Problem extends EditorProblem,
> {
  /** Reads the draft with that key. */
  readonly readDraft: (key: string) => Promise<Result<OpenEditor<ExtraPurpose, Fields, Problem>>>;
  /** Reads the editor for a record: the user's draft, or the record if there is none. */
  readonly readEditor: (
    purpose: OpenEditorOfRecordInput<ExtraPurpose>['purpose'],
    id: string,
  ) => Promise<Result<OpenEditor<ExtraPurpose, Fields, Problem>>>;
  /** Reads a record of the service, with its pending changes applied, as the base of an editor. */
  readonly readRaw: (id: string) => Promise<Result<string>>;
  /** Saves the editor's input and returns the time; null if nothing had to be saved. */
  readonly saveDraft: (
    editor: OpenEditor<ExtraPurpose, Fields, Problem>,
  ) => Promise<Result<{ readonly at: EpochMs | null }>>;
}

/** Returns the error of a result, or null if it succeeded. */
export function getResultError(result: Result<unknown>): AppError | null {
  return result.ok ? null : result.error;
}

async function saveDraft<
  ExtraPurpose extends string,
  Fields extends BaseEditorFields,
  Problem extends EditorProblem,
>(
  calls: ProcedureCalls,
  definition: EditorDefinition<ExtraPurpose, Fields, Problem>,
  editor: OpenEditor<ExtraPurpose, Fields, Problem>,
): Promise<Result<{ readonly at: EpochMs | null }>> {
  const { key, purpose, fields, target, seen, label, saveId } = editor;
  if (!hasChangedFields(definition, editor)) {
    const dropped = await calls['drafts.drop']({ key });
    return dropped.ok ? ok({ at: null }) : dropped;
  }
  const answer = await calls['drafts.save']({
    key,
    operation: definition.operations[purpose],
    target,
    label: (target === null ? fields.name : label).slice(0, 300).toWellFormed(),
    fields: { ...(fields as object), saveId }, // Any fields are an object; which ones depends on the kind of record.
    seen,
  });
  return answer.ok ? ok({ at: answer.value.savedAt }) : answer;
}

/** Creates the draft storage of one kind of record. */
export function createDraftStorage<
  ExtraPurpose extends string,
  Fields extends BaseEditorFields,
  Problem extends EditorProblem,
>(
  calls: ProcedureCalls,
  definition: EditorDefinition<ExtraPurpose, Fields, Problem>,
): DraftStorage<ExtraPurpose, Fields, Problem> {
  async function getRaw(id: string): Promise<Result<string>> {
    const answer = await calls['records.raw']({ kind: definition.kind, id, withPending: true });
    return answer.ok ? ok(answer.value.raw) : answer;
  }

  async function readSaved(key: string): Promise<Result<OpenEditor<ExtraPurpose, Fields, Problem> | null>> {
    const found = await calls['drafts.get']({ key });
    if (!found.ok) return found;
    const { draft } = found.value;
    if (draft === null) return ok(null);
    const raw = draft.target === null ? null : await getRaw(draft.target);
    const record = raw?.ok === true ? parseRawFields(raw.value) : null;
    return ok(applyDraftToRecord(definition, draft, record, createSaveId()));
  }

  return {
    readRaw: getRaw,
    readDraft: async (key) => {
      const found = await readSaved(key);
      if (!found.ok) return found;
      return found.value === null ? err('not-found') : ok(found.value);
    },
    readEditor: async (purpose, target) => {
      const found = await readSaved(getDraftKey(definition, purpose, target));
      if (found.ok && found.value !== null) return ok(found.value);
      const raw = await getRaw(target);
      if (!raw.ok) return raw;
      return ok(
        createOpenEditorOfRecord(definition, {
          purpose,
          target,
          raw: parseRawFields(raw.value),
          saveId: createSaveId(),
        }),
      );
    },
    saveDraft: (editor) => saveDraft(calls, definition, editor),
  };
}

/** Saves an editor's input as a draft after a pause in typing, never twice at once. */
export interface AutoSaver {
  /** Called when the user types: starts the delay of the autosave. */
  readonly touch: () => void;
  /** Saves unsaved input now. Returns null once all of it is on disk. */
  readonly flush: () => Promise<AppError | null>;
  /** Returns whether there is unsaved input. */
  readonly isDirty: () => boolean;
  /** Drops unsaved input, and waits for a running save to end. */
  readonly stop: () => Promise<void>;
}

const AUTOSAVE_DELAY_MS = 500;

/**
 * Creates the autosave of an editor.
 * @param saveDraft saves the current input; must not reject
 */
export function createAutoSaver(saveDraft: () => Promise<AppError | null>): AutoSaver {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDue = false;
  let running: Promise<AppError | null> = Promise.resolve(null);

  function run(): Promise<AppError | null> {
    clearTimeout(timer);
    if (!isDue) return running;
    isDue = false;
    running = running.then(saveDraft).then((problem) => {
      if (problem !== null) isDue = true;
      return problem;
    });
    return running;
  }

  return {
    flush: run,
    isDirty: () => isDue,
    touch: () => {
      isDue = true;
      clearTimeout(timer);
      timer = setTimeout(() => void run(), AUTOSAVE_DELAY_MS);
    },
    stop: async () => {
      clearTimeout(timer);
      isDue = false;
      const last = running;
      await last;
      isDue = false;
      // An error of input that is dropped is none of the next editor, which could not be opened.
      if (running === last) running = Promise.resolve(null);
    },
  };
}
