import { createStore, type StoreApi } from 'zustand/vanilla';
import { UNSAVED_INPUT_LIMITS, type UnsavedInput } from '#contract/screen-states.ts';
import { err, type AppError } from '#contract/result.ts';
import type { ProcedureCalls } from './bridge.ts';
import { createAutoSaver, getResultError } from './editor/draft-storage.ts';

/** The forms whose unsaved input is stored. Passwords, PINs, tokens and searches never are. */
export const FORMS_WITH_UNSAVED_INPUT = [
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
export type FormWithUnsavedInput = (typeof FORMS_WITH_UNSAVED_INPUT)[number];

/** A form and the id or name of what it is about. */
export interface FormAndSubjectId {
  readonly form: FormWithUnsavedInput;
  readonly of: string;
}

/** Returns the key under which the input of a form is stored. */
export function formatInputKey({ form, of }: FormAndSubjectId): string {
  return JSON.stringify([form, of]);
}

/** Reads a key that `formatInputKey` returned; null for any other text. */
export function parseInputKey(key: string): FormAndSubjectId | null {
  const [form, of, ...rest] = parseList(key);
  const known = FORMS_WITH_UNSAVED_INPUT.find((name) => name === form);
  return known === undefined || typeof of !== 'string' || rest.length > 0 ? null : { form: known, of };
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

/** The inputs of forms, as JSON by key. */
export type InputsByKey = ReadonlyMap<string, string>;

/**
 * What is typed in forms that have no draft. It is stored in the account's encrypted local store until the form is saved
 * or closed, because a lock ends the page while forms are open.
 */
export interface UnsavedInputStore {
  readonly store: StoreApi<InputsByKey>;
  /** The inputs of an earlier page whose forms have not been opened since. */
  readonly found: StoreApi<readonly string[]>;
  /** Changes the input of a form; null where nothing is left to save. */
  readonly set: (key: string, input: string | null) => void;
  /** The form of an input is on screen: it is no longer among `found`. */
  readonly acknowledge: (key: string) => void;
  /** Removes the input once the form is closed; returns the function that a form calls when it closes. */
  readonly holdOpen: (key: string) => () => void;
  /** Stores what is typed now. Returns null once all of it is on disk. */
  readonly save: () => Promise<AppError | null>;
  /** Takes over what an earlier page has stored, once per account. */
  readonly restore: (stored: readonly UnsavedInput[]) => void;
  readonly reset: () => void;
}

/** Returns as many inputs as can be stored together, the newest first. */
function selectStorable(inputs: InputsByKey): readonly UnsavedInput[] {
  let left: number = UNSAVED_INPUT_LIMITS.total;
  return [...inputs]
    .toReversed()
    .map(([key, input]) => ({ key, input }))
    .filter(({ key, input }) => {
      if (key.length > UNSAVED_INPUT_LIMITS.key || input.length > UNSAVED_INPUT_LIMITS.input) return false;
      left -= key.length + input.length;
      return left >= 0;
    })
    .slice(0, UNSAVED_INPUT_LIMITS.forms);
}

/** Counts the forms on screen by key, and tells when the last one with a key has closed. */
class OpenForms {
  readonly #counts = new Map<string, number>();

  has(key: string): boolean {
    return (this.#counts.get(key) ?? 0) > 0;
  }

  /** Adds a form; returns the function that removes it. */
  add(key: string, onClosed: () => void): () => void {
    this.#change(key, 1);
    return () => {
      this.#change(key, -1);
      // A form that is drawn again opens at once.
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

const NOT_READ = err('not-signed-in', { detail: 'what an earlier page has stored was not read' }).error;

/** Stores inputs; returns null once all of them are on disk. */
async function storeInputs(calls: ProcedureCalls, inputs: InputsByKey): Promise<AppError | null> {
  const storable = selectStorable(inputs);
  const stored = await calls['screenStates.set']({ 'unsaved-input': storable });
  if (!stored.ok || storable.length === inputs.size) return getResultError(stored);
  return err('invalid-input', { detail: 'more is typed than can be stored' }).error;
}

/** Creates the store of the input that is not saved. */
export function createUnsavedInputStore(calls: ProcedureCalls): UnsavedInputStore {
  const store = createStore<InputsByKey>(() => new Map());
  const found = createStore<readonly string[]>(() => []);
  const open = new OpenForms();
  let isRestored = false;

  // What an earlier page has stored is not replaced before it is read.
  const write = async (): Promise<AppError | null> =>
    isRestored ? storeInputs(calls, store.getState()) : NOT_READ;
  const autoSaver = createAutoSaver(write);

  const acknowledge = (key: string): void => removeKey(found, key);
  function set(key: string, input: string | null): void {
    const now = store.getState();
    if (input === (now.get(key) ?? null)) return;
    const others = [...now].filter(([each]) => each !== key);
    store.setState(new Map(input === null ? others : [...others, [key, input]]), true);
    acknowledge(key);
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
    acknowledge,
    restore,
    holdOpen: (key) => {
      acknowledge(key);
      return open.add(key, () => set(key, null));
    },
    save: autoSaver.flush,
    reset: () => {
      isRestored = false;
      void autoSaver.stop();
      store.setState(new Map(), true);
      found.setState([], true);
    },
  };
}
