import { join } from 'node:path';
import { err, ok, type Result } from '#contract/result.ts';
import { DEFAULT_SETTINGS, settingsSchema, type Settings } from '#contract/settings.ts';
import type { Clock } from '#main/base/clock.ts';
import { readJsonFile, preserveDamagedFile, writeJsonFile } from '#main/base/json-file.ts';
import { describeThrown, type Log } from '#main/base/log.ts';

/** The user's settings on this computer. */
export interface SettingsStore {
  get(): Settings;
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

function load(file: string, { clock, log }: SettingsDeps): Settings {
  const reading = readJsonFile(file);
  if (reading.state === 'absent') return DEFAULT_SETTINGS;
  const parsed = settingsSchema.safeParse(reading.state === 'found' ? withDefaults(reading.value) : null);
  if (parsed.success) return parsed.data;
  try {
    if (reading.state !== 'unreadable') preserveDamagedFile(file, clock.now());
    log.warn('the settings could not be read; the defaults are used', { state: reading.state });
  } catch (thrown) {
    log.warn('the damaged settings could not be renamed', { thrown: describeThrown(thrown) });
  }
  return DEFAULT_SETTINGS;
}

/** Opens the settings of a data folder. A damaged file is renamed and the defaults are used. */
export function openSettings(deps: SettingsDeps): SettingsStore {
  const file = join(deps.dataDir, 'settings.json');
  let settings = load(file, deps);
  return {
    get: () => settings,
    set: (patch) => {
      const changed = { ...settings, ...patch };
      try {
        writeJsonFile(file, changed);
      } catch (thrown) {
        deps.log.error('the settings could not be written', { thrown: describeThrown(thrown) });
        return err('storage-read-only');
      }
      settings = changed;
      deps.onChanged(settings);
      return ok(settings);
    },
  };
}
