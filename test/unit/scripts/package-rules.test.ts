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
