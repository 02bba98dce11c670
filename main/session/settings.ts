import { join } from 'node:path';
import { z } from 'zod';
import type { LanguageChoice } from '#contract/languages.ts';
import { languageChoiceSchema } from '#contract/settings.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { MAX_RETENTION_DAYS } from '#contract/retention.ts';
import { DEFAULT_SETTINGS } from '#contract/default-settings.ts';
import { settingsSchema, type Settings } from '#contract/settings.ts';
import type { Clock } from '#main/base/clock.ts';
import { readJsonFile, preserveDamagedFile, writeJsonFile } from '#main/base/json-file.ts';
import { describeThrown, type Log } from '#main/base/log.ts';

const SETTINGS_FILE = 'settings.json';
const languageSchema = z.object({ language: languageChoiceSchema });

/** The user's settings on this computer. */
export interface SettingsStore {
  get(): Settings;
  /**
   * Whether the time after which copies are removed is the user's choice or the default: false where the file could not
   * be read in this run, until the user chooses.
   */
  isRetentionKnown(): boolean;
  /**
   * Changes some settings; returns all. 'storage-read-only' where they cannot be written: then nothing
   * changes.
   */
  set(patch: Partial<Settings>): Result<Settings>;
}

export interface SettingsDeps {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly onChanged: (settings: Settings) => void;
}

/** Adds defaults: a file of an older Intray lacks settings that were added since. */
function withDefaults(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { ...DEFAULT_SETTINGS, ...value }
    : value;
}

/**
 * Used in place of settings that cannot be read. The user may have chosen the longest time for copies, and copies that
 * are removed too early cannot be fetched again without a network. A user who has settings has seen the welcome before.
 */
const UNREAD_SETTINGS: Settings = {
  ...DEFAULT_SETTINGS,
  retentionDays: MAX_RETENTION_DAYS,
  isIntroduced: true,
};

/**
 * Returns the settings of a file, or the defaults where there is none. Null where it cannot be used: a damaged file is renamed
 * and replaced by `UNREAD_SETTINGS`, one that cannot be read stays.
 */
function loadOrReplaceDamagedFile(file: string, { clock, log }: SettingsDeps): Settings | null {
  const reading = readJsonFile(file);
  if (reading.state === 'absent') return DEFAULT_SETTINGS;
  const parsed = settingsSchema.safeParse(reading.state === 'found' ? withDefaults(reading.value) : null);
  if (parsed.success) return parsed.data;
  log.warn('the settings could not be read; the defaults are used', { state: reading.state });
  if (reading.state === 'unreadable') return null;
  try {
    preserveDamagedFile(file, clock.now());
    // Without a file, the next start would use the defaults, which remove copies sooner.
    writeJsonFile(file, UNREAD_SETTINGS);
  } catch (thrown) {
    log.warn('the damaged settings could not be replaced', { thrown: describeThrown(thrown) });
  }
  return null;
}

/**
 * Returns the language of the settings of a data folder, before they are opened: Chromium has to know it before it is
 * ready. That of the system where there are no settings or they cannot be read.
 */
export function readLanguageChoice(dataDir: string): LanguageChoice {
  const reading = readJsonFile(join(dataDir, SETTINGS_FILE));
  const parsed = languageSchema.safeParse(reading.state === 'found' ? reading.value : null);
  return parsed.success ? parsed.data.language : 'system';
}

/**
 * Opens the settings of a data folder. A damaged file is renamed, one that cannot be read stays; for both, the defaults
 * are used, except that copies stay for the longest time and no welcome is shown.
 */
export function openSettings(deps: SettingsDeps): SettingsStore {
  const file = join(deps.dataDir, SETTINGS_FILE);
  const loaded = loadOrReplaceDamagedFile(file, deps);
  let settings = loaded ?? UNREAD_SETTINGS;
  let isRetentionKnown = loaded !== null;
  return {
    get: () => settings,
    isRetentionKnown: () => isRetentionKnown,
    set: (patch) => {
      const changed = { ...settings, ...patch };
      try {
        writeJsonFile(file, changed);
      } catch (thrown) {
        deps.log.error('the settings could not be written', { thrown: describeThrown(thrown) });
        return err('storage-read-only');
      }
      settings = changed;
      isRetentionKnown ||= patch.retentionDays !== undefined;
      deps.onChanged(settings);
      return ok(settings);
    },
  };
}
