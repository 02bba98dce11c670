import { createStore, type StoreApi } from 'zustand/vanilla';
import { UNSAVED_INPUT_LIMITS, type UnsavedInput, type UnsavedInputChange } from '#contract/screen-states.ts';
import { err, type AppError } from '#contract/result.ts';
import type { ProcedureCalls } from '../bridge.ts';
import { createAutoSaver, getResultError } from './draft-storage.ts';

/** The editors and dialogs whose unsaved input is stored. Passwords, PINs, tokens and searches never are. */
export const EDITORS_WITH_UNSAVED_INPUT = [
  'reminder',
  'request-reminder',
  'name',
  'account-label',
  'view',
  'template',
  'snooze',
  'pending-change',
  'sign-in',
  'pack-times',
  'pdf-space',
] as const;
export type EditorWithUnsavedInput = (typeof EDITORS_WITH_UNSAVED_INPUT)[number];

/** An editor and the id or name of what it is about. */
export interface EditorAndSubjectId {
  readonly editor: EditorWithUnsavedInput;
  readonly subjectId: string;
}

/** Returns the key under which the input of an editor is stored. */
export function formatInputKey({ editor, subjectId }: EditorAndSubjectId): string {
  return JSON.stringify([editor, subjectId]);
}

/** Reads a key that `formatInputKey` returned; null for any other text. */
export function parseInputKey(key: string): EditorAndSubjectId | null {
  const [editor, subjectId, ...rest] = parseList(key);
  const known = EDITORS_WITH_UNSAVED_INPUT.find((name) => name === editor);
  return known === undefined || typeof subjectId !== 'string' || rest.length > 0
    ? null
    : { editor: known, subjectId };
}

/** Returns both, the newer ones last and in place of older ones with the same key. */
function addOlder(now: InputsByKey, older: readonly UnsavedInput[]): InputsByKey {
  return new Map([...older.map(({ key, input }) => [key, input] as const), ...now]);
}

function parseList(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** The inputs of editors, as JSON by key. */
export type InputsByKey = ReadonlyMap<string, string>;

/**
 * What is typed in editors that have no draft. It is stored in the account's encrypted local store until the editor is saved
 * or closed, because a lock ends the page while editors are open.
 */
export interface UnsavedInputStore {
  readonly store: StoreApi<InputsByKey>;
  /** The inputs of an earlier page whose editors have not been opened since. */
  readonly found: StoreApi<readonly string[]>;
  /** Changes the input of an editor; null where nothing is left to save. */
  readonly set: (key: string, input: string | null) => void;
  /** The editor of an input is on screen: it is no longer among `found`. */
  readonly noteEditorOnScreen: (key: string) => void;
  /**
   * Removes the input once the editor is closed, unless it is kept for the next opening; returns the function that an editor calls
   * when it closes.
   */
  readonly holdOpen: (key: string, isKept?: boolean) => () => void;
  /** Stores what is typed now. Returns null once all of it is on disk. */
  readonly save: () => Promise<AppError | null>;
  /** Takes over what an earlier page has stored, once per account. */
  readonly restore: (stored: readonly UnsavedInput[]) => void;
  /** Takes over what a window that has closed meanwhile has stored. */
  readonly adopt: (stored: readonly UnsavedInput[]) => void;
  readonly reset: () => void;
}

/** Returns as many changes as can be stored together, the newest first. What is too long to be stored is removed. */
function listChanges(inputs: InputsByKey, changed: ReadonlySet<string>): readonly UnsavedInputChange[] {
  let left: number = UNSAVED_INPUT_LIMITS.total;
  return [...changed]
    .toReversed()
    .map((key) => ({ key, input: inputs.get(key) ?? null }))
    .filter(({ key }) => key.length <= UNSAVED_INPUT_LIMITS.key)
    .map(({ key, input }) => ({
      key,
      input: input !== null && input.length > UNSAVED_INPUT_LIMITS.input ? null : input,
    }))
    .filter(({ key, input }) => {
      left -= key.length + (input?.length ?? 0);
      return left >= 0;
    })
    .slice(0, UNSAVED_INPUT_LIMITS.editors);
}

/** The keys whose input differs from what is stored, the newest last. Other windows store the input of other forms. */
class ChangedInputs {
  readonly #keys = new Set<string>();
  /** All keys whose input this page has changed. */
  readonly #own = new Set<string>();

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  note(keys: readonly string[]): void {
    for (const key of keys) {
      this.#keys.delete(key);
      this.#keys.add(key);
      this.#own.add(key);
    }
  }

  clear(): void {
    this.#keys.clear();
    this.#own.clear();
  }

  async save(calls: ProcedureCalls, inputs: InputsByKey): Promise<AppError | null> {
    const tried = [...this.#keys];
    const changes = listChanges(inputs, this.#keys);
    this.#keys.clear();
    const error = getResultError(await calls['unsavedInput.save']({ changes: [...changes] }));
    if (error !== null) {
      // Not stored, they are tried again with what was typed meanwhile.
      this.note([...tried, ...this.#keys]);
      return error;
    }
    if (fitTogether(inputs)) return null;
    this.#noteLeftOut(tried, new Set(changes.map(({ key }) => key)), inputs);
    return TOO_MUCH;
  }

  /** Notes what had no room, or has lost it to newer input: it is stored once other editors are closed. */
  #noteLeftOut(tried: readonly string[], stored: ReadonlySet<string>, inputs: InputsByKey): void {
    const older = [...this.#own].filter((key) => inputs.has(key) && !tried.includes(key));
    const leftOut = [...older, ...tried].filter((key) => !stored.has(key));
    this.note([...leftOut, ...this.#keys]);
  }
}

/** Counts the editors on screen by key, and tells when the last one with a key has closed. */
class OpenEditors {
  readonly #counts = new Map<string, number>();

  has(key: string): boolean {
    return (this.#counts.get(key) ?? 0) > 0;
  }

  /** Adds an editor; returns the function that removes it. */
  add(key: string, onClosed: () => void): () => void {
    this.#change(key, 1);
    return () => {
      this.#change(key, -1);
      // An editor that is drawn again opens at once.
      queueMicrotask(() => {
        if (!this.has(key)) onClosed();
      });
    };
  }

  #change(key: string, by: number): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + by);
  }
}

function removeKey(found: StoreApi<readonly string[]>, key: string): void {
  const left = found.getState().filter((each) => each !== key);
  if (left.length < found.getState().length) found.setState(left, true);
}

interface InputStores {
  readonly store: StoreApi<InputsByKey>;
  readonly found: StoreApi<readonly string[]>;
  readonly changed: ChangedInputs;
  readonly open: OpenEditors;
}

/** Takes over what another window has stored, but for what is typed here. */
function adoptInputs(stored: readonly UnsavedInput[], { store, found, changed, open }: InputStores): void {
  const now = store.getState();
  const isNew = ({ key }: UnsavedInput): boolean =>
    !now.has(key) && !changed.has(key) && parseInputKey(key) !== null;
  const others = stored.filter(isNew);
  if (others.length === 0) return;
  store.setState(addOlder(now, others.toReversed()), true);
  const unseen = others.map(({ key }) => key).filter((key) => !open.has(key));
  found.setState((known) => [...known, ...unseen], true);
}

const NOT_READ = err('not-signed-in', { detail: 'what an earlier page has stored was not read' }).error;
const TOO_MUCH = err('invalid-input', { detail: 'more is typed than can be stored' }).error;

/** Returns whether all inputs can be stored together. */
function fitTogether(inputs: InputsByKey): boolean {
  const { editors, input: longest, key: longestKey, total } = UNSAVED_INPUT_LIMITS;
  const entries = [...inputs];
  const characters = entries.reduce((sum, [key, input]) => sum + key.length + input.length, 0);
  const areShort = entries.every(([key, input]) => key.length <= longestKey && input.length <= longest);
  return areShort && characters <= total && inputs.size <= editors;
}

/** Creates the store of the input that is not saved. */
export function createUnsavedInputStore(calls: ProcedureCalls): UnsavedInputStore {
  const store = createStore<InputsByKey>(() => new Map());
  const found = createStore<readonly string[]>(() => []);
  const open = new OpenEditors();
  let isRestored = false;

  const changed = new ChangedInputs();
  // What an earlier page has stored is not replaced before it is read.
  const autoSaver = createAutoSaver(async () =>
    isRestored ? changed.save(calls, store.getState()) : NOT_READ,
  );

  const noteEditorOnScreen = (key: string): void => removeKey(found, key);
  function set(key: string, input: string | null): void {
    const now = store.getState();
    if (input === (now.get(key) ?? null)) return;
    const others = [...now].filter(([each]) => each !== key);
    store.setState(new Map(input === null ? others : [...others, [key, input]]), true);
    noteEditorOnScreen(key);
    changed.note([key]);
    autoSaver.touch();
  }
  function restore(stored: readonly UnsavedInput[]): void {
    if (isRestored) return;
    isRestored = true;
    const known = stored.toReversed().filter(({ key }) => parseInputKey(key) !== null);
    const now = store.getState();
    store.setState(addOlder(now, known), true);
    const isUnseen = (key: string): boolean => !now.has(key) && !open.has(key);
    found.setState(known.map(({ key }) => key).filter(isUnseen), true);
    if (now.size > 0) autoSaver.touch();
  }
  return {
    store,
    found,
    set,
    noteEditorOnScreen,
    restore,
    adopt: (stored) => isRestored && adoptInputs(stored, { store, found, changed, open }),
    holdOpen: (key, isKept = false) => {
      noteEditorOnScreen(key);
      return open.add(key, () => isKept || set(key, null));
    },
    save: autoSaver.flush,
    reset: () => {
      isRestored = false;
      changed.clear();
      void autoSaver.stop();
      store.setState(new Map(), true);
      found.setState([], true);
    },
  };
}
