import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '#contract/default-settings.ts';
import type { Settings } from '#contract/settings.ts';
import { systemClock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import { openSettings, readLanguageChoice } from '#main/session/settings.ts';

let dataDir = '';
const file = (): string => join(dataDir, 'settings.json');

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'intray-settings-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function open(folder = dataDir) {
  const emitted: Settings[] = [];
  const store = openSettings({
    dataDir: folder,
    clock: systemClock,
    log: silentLog,
    onChanged: (settings) => emitted.push(settings),
  });
  return { store, emitted };
}

test('a new installation has the defaults', () => {
  expect(open().store.get()).toEqual(DEFAULT_SETTINGS);
});

test('a choice is emitted, stored, and leaves the others alone', () => {
  const { store, emitted } = open();
  const chosen = { ...DEFAULT_SETTINGS, theme: 'dark' };
  expect(store.set({ theme: 'dark' })).toEqual({ ok: true, value: chosen });
  expect(emitted).toEqual([chosen]);
  expect(open().store.get()).toEqual(chosen);
});

test('the language is known before the settings are opened', () => {
  expect(readLanguageChoice(dataDir)).toBe('system');
  open().store.set({ language: 'de' });
  expect(readLanguageChoice(dataDir)).toBe('de');
  writeFileSync(file(), JSON.stringify({ language: 'fr' }));
  expect(readLanguageChoice(dataDir)).toBe('system');
  writeFileSync(file(), 'language=de');
  expect(readLanguageChoice(dataDir)).toBe('system');
  expect(readFileSync(file(), 'utf8')).toBe('language=de');
});

test.each([
  ['no JSON', 'theme=dark'],
  ['of wrong types', JSON.stringify({ ...DEFAULT_SETTINGS, panes: 'wide' })],
  ['an array', '[]'],
  ['empty', ''],
  ['with a prototype in it', '{"__proto__":{"theme":"dark"}}'],
  ['huge', ' '.repeat(1024 * 1024 + 1)],
])(
  'a file that is %s gives the defaults without a welcome, keeps copies for the longest time, and is renamed',
  (_name, text) => {
    writeFileSync(file(), text);
    const unread = { ...DEFAULT_SETTINGS, retentionDays: 365, isIntroduced: true };
    expect(open().store.get()).toEqual(unread);
    // The next start has them too.
    expect(open().store.get()).toEqual(unread);
    const [, aside = ''] = readdirSync(dataDir);
    expect(aside).toMatch(/^settings\.json\.damaged-/);
    expect(readFileSync(join(dataDir, aside), 'utf8')).toBe(text);
  },
);

test('after a damaged file the time for copies is unknown until it is chosen', () => {
  expect(open().store.isRetentionKnown()).toBe(true);
  writeFileSync(file(), '{');
  const { store } = open();
  expect(store.isRetentionKnown()).toBe(false);
  store.set({ theme: 'dark' });
  expect(store.isRetentionKnown()).toBe(false);
  store.set({ retentionDays: 30 });
  expect(store.isRetentionKnown()).toBe(true);
});

test('a choice that cannot be written is refused, and nothing has changed', () => {
  writeFileSync(file(), '{}');
  const { store, emitted } = open(file());
  const before = store.get();
  expect(store.set({ theme: 'dark', retentionDays: 30 })).toMatchObject({
    error: { code: 'storage-read-only' },
  });
  expect(store.get()).toEqual(before);
  expect(store.isRetentionKnown()).toBe(false);
  expect(emitted).toEqual([]);
});

test('settings that an older Intray has written keep what was chosen; newer settings have their defaults', () => {
  const { notifications: _notifications, ...older } = { ...DEFAULT_SETTINGS, theme: 'contrast' };
  writeFileSync(file(), JSON.stringify(older));
  expect(open().store.get()).toEqual({ ...DEFAULT_SETTINGS, theme: 'contrast' });
  expect(readdirSync(dataDir)).toEqual(['settings.json']);
});
