import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findSqliteAddon, getSqliteAddonPath, type AddonLookupInput } from '#main/engine/sqlite/db.ts';
import { openDatabaseFile } from '#main/engine/sqlite/connection.ts';

const KEY = 'ab'.repeat(32);
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'intray-addon-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

test('a database opens without a diagnostic report of Node', () => {
  const report = vi.spyOn(process.report, 'getReport').mockImplementation(() => {
    throw new Error('a report was written');
  });
  openDatabaseFile(path.join(folder, 'a.db'), KEY).close();
  expect(report).not.toHaveBeenCalled();
});

describe('the addon', () => {
  const found = (system: Partial<AddonLookupInput>): string | null =>
    findSqliteAddon({
      folder: '/app/node_modules/db',
      platform: 'linux',
      arch: 'x64',
      exists: isGlibc,
      ...system,
    });
  const isGlibc = (file: string): boolean => !file.includes('ld-musl');

  test('of this computer is in the package', () => {
    expect(getSqliteAddonPath()).toBe(
      path.resolve(`node_modules/better-sqlite3/prebuilds/${process.platform}-${process.arch}.node`),
    );
  });

  test('is the one of the system', () => {
    expect(found({})).toBe('/app/node_modules/db/prebuilds/linux-x64.node');
    expect(found({ platform: 'win32', arch: 'arm64' })).toBe(
      '/app/node_modules/db/prebuilds/win32-arm64.node',
    );
  });

  test('of a packed program is beside its archive', () => {
    expect(found({ folder: '/opt/Intray/resources/app.asar/node_modules/db' })).toBe(
      '/opt/Intray/resources/app.asar.unpacked/node_modules/db/prebuilds/linux-x64.node',
    );
    expect(found({ folder: '/home/my.app.asar-files/node_modules/db' })).toContain('/my.app.asar-files/');
  });

  test('is left to the library where only it can tell which one is right', () => {
    expect(found({ exists: () => true })).toBe(null);
    expect(found({ exists: () => false })).toBe(null);
  });
});
