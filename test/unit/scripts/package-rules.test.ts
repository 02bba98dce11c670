import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import semver from 'semver';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const ROOT = resolve(import.meta.dirname, '../../..');
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');
const builder = parse(read('electron-builder.yml')) as Readonly<Record<string, unknown>>;
const { devDependencies } = JSON.parse(read('package.json')) as {
  readonly devDependencies: Readonly<Record<string, string>>;
};

describe('the package', () => {
  it('unpacks the two native addons and nothing else', () => {
    expect(builder['asar']).toEqual({ smartUnpack: false });
    expect(builder['asarUnpack']).toEqual([
      'node_modules/better-sqlite3/prebuilds/*.node',
      'node_modules/@napi-rs/keyring-*/*.node',
    ]);
  });

  it('holds an Electron without the known defects', () => {
    const version = devDependencies['electron'] ?? '';
    // A range would leave the version to the day of the installation.
    expect(semver.valid(version)).toBe(version);
    expect(semver.gte(version, '45.4.1')).toBe(true);
  });

  it('registers no scheme of addresses', () => {
    const systems = ['linux', 'mac', 'win', 'dmg', 'nsis'].map((name) => builder[name]);
    for (const part of [builder, ...systems]) {
      expect(Object.keys(part ?? {})).not.toEqual(expect.arrayContaining(['protocols']));
    }
    expect(JSON.stringify(builder)).not.toContain('x-scheme-handler');
    expect(read('main/shell/program.ts')).not.toContain('setAsDefaultProtocolClient');
  });
});
