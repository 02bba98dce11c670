import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CallInput } from '#contract/api.ts';
import type { AppError } from '#contract/result.ts';
import { DEFAULT_SETTINGS } from '#contract/default-settings.ts';
import type { Settings } from '#contract/settings.ts';
import type { ProcedureCalls } from '../bridge.ts';

/** The user's settings, and why the last change could not be saved. */
export interface PreferencesState {
  readonly settings: Settings;
  /** Whether `settings` are those of the user; they are the defaults before. */
  readonly isRead: boolean;
  readonly error: AppError | null;
  /** Why the settings could not be read; `settings` are the defaults or those from before. */
  readonly readError: AppError | null;
}

export interface PreferencesStore {
  readonly store: StoreApi<PreferencesState>;
  readonly load: () => Promise<void>;
  readonly adopt: (settings: Settings) => void;
  /** Saves a setting. The displayed settings are the saved ones. */
  readonly choose: (patch: CallInput<'settings.set'>) => Promise<void>;
}

const SECOND_MS = 1000;

/** Returns how long what was done can be undone before it is sent, in milliseconds. */
export function getUndoTimeMs({ store }: Pick<PreferencesStore, 'store'>): number {
  return store.getState().settings.undoSeconds * SECOND_MS;
}

/** Creates the settings store. */
export function createPreferencesStore(calls: ProcedureCalls): PreferencesStore {
  const store = createStore<PreferencesState>(() => ({
    settings: DEFAULT_SETTINGS,
    isRead: false,
    error: null,
    readError: null,
  }));
  const adopt = (settings: Settings): void =>
    store.setState({ settings, isRead: true, error: null, readError: null });

  return {
    store,
    adopt,
    load: async () => {
      const answer = await calls['settings.get']({});
      if (answer.ok) adopt(answer.value);
      else store.setState({ readError: answer.error });
    },
    choose: async (patch) => {
      const answer = await calls['settings.set'](patch);
      if (answer.ok) adopt(answer.value);
      else store.setState({ error: answer.error });
    },
  };
}
