import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
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

  it('has in both halves of the universal program for macOS the same addons, which the merge takes as they are', () => {
    const { files, x64ArchFiles } = builder['mac'] as {
      readonly files: readonly string[];
      readonly x64ArchFiles: string;
    };
    // What differs between the halves stops the merge.
    expect(files.join()).not.toContain('${arch}');
    const load = createRequire(join(ROOT, 'node_modules/@electron/universal/package.json'));
    const { minimatch } = load('minimatch') as {
      readonly minimatch: (path: string, pattern: string, options?: object) => boolean;
    };
    const exclusions = files.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
    for (const cpu of ['x64', 'arm64']) {
      const addons = [
        `node_modules/better-sqlite3/prebuilds/darwin-${cpu}.node`,
        `node_modules/@napi-rs/keyring-darwin-${cpu}/keyring.darwin-${cpu}.node`,
      ];
      for (const addon of addons) {
        expect(exclusions.filter((pattern) => minimatch(addon, pattern))).toEqual([]);
        const merged = `Contents/Resources/app.asar.unpacked/${addon}`;
        expect(minimatch(merged, x64ArchFiles, { matchBase: true })).toBe(true);
      }
    }
    for (const other of [
      'node_modules/better-sqlite3/prebuilds/linux-x64.node',
      'node_modules/@napi-rs/keyring-win32-x64-msvc/keyring.win32-x64-msvc.node',
    ])
      expect(exclusions.some((pattern) => minimatch(other, pattern))).toBe(true);
  });

  it('is of these kinds, none of which starts the program without Chromium’s sandbox', () => {
    const kinds = ['linux', 'mac', 'win'].map((system) => {
      const { target } = builder[system] as { readonly target: readonly { target: string; arch: string }[] };
      return [system, ...target.map(({ target: kind, arch }) => `${kind} ${arch}`)];
    });
    expect(kinds).toEqual([
      ['linux', 'deb x64', 'rpm x64'],
      ['mac', 'dmg universal', 'zip universal'],
      ['win', 'nsis x64', 'msi x64'],
    ]);
  });

  it('on Windows is installed for one user or for all, and by software distribution for all', () => {
    expect(builder['nsis']).toMatchObject({
      oneClick: false,
      perMachine: false,
      allowElevation: true,
      selectPerMachineByDefault: false,
      deleteAppDataOnUninstall: false,
    });
    expect(builder['msi']).toMatchObject({ oneClick: true, perMachine: true, runAfterFinish: false });
  });

  it('on macOS has the hardened runtime, with no right that a signed build does not need', () => {
    const rights = (name: string): readonly string[] =>
      [...read(`scripts/package/resources/${name}`).matchAll(/<key>([^<]*)<\/key>\s*<(\w+)\/>/g)].map(
        ([, key = '', value = '']) => `${key.replace('com.apple.security.cs.', '')} ${value}`,
      );
    const own = 'scripts/package/resources/entitlements.mac.plist';
    expect(builder['mac']).toMatchObject({
      hardenedRuntime: true,
      entitlements: own,
      entitlementsInherit: own,
    });
    expect(rights('entitlements.mac.plist')).toEqual(['allow-jit true']);
    expect(rights('entitlements.adhoc.plist')).toEqual(['allow-jit true', 'disable-library-validation true']);
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
