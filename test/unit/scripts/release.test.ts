import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseUpdateManifest } from '#main/updates/manifest.ts';
import { verifySignedManifest } from '#main/updates/signature.ts';
import {
  createKeyPair,
  describeRelease,
  getRawPublicKey,
  readPrivateKey,
  signRelease,
  type Release,
} from '../../../scripts/package/update-manifest.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'intray-release-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const release = (changes: Partial<Release> = {}): Release => ({
  version: '1.2.0',
  channel: 'stable',
  releasedAt: '2026-10-01T08:00:00.000Z',
  notes: 'Faster lists.',
  systems: ['windows-x64', 'linux-deb-x64'],
  folder,
  ...changes,
});

function pack(): void {
  writeFileSync(join(folder, 'Intray-1.2.0-x64-setup.exe'), 'installer');
  writeFileSync(join(folder, 'intray-1.2.0-amd64.deb'), 'package');
}

describe('the description of a release', () => {
  it('names each package with its size and hash, and the program reads it', () => {
    pack();
    expect(parseUpdateManifest(describeRelease(release()))).toMatchObject({
      version: '1.2.0',
      files: [
        { system: 'windows-x64', name: 'Intray-1.2.0-x64-setup.exe', size: 9 },
        { system: 'linux-deb-x64', name: 'intray-1.2.0-amd64.deb', size: 7 },
      ],
    });
  });

  it('is not made where a package is missing', () => {
    expect(() => describeRelease(release())).toThrow('Intray-1.2.0-x64-setup.exe is not in');
  });

  it('is not made with a version that the program would not read', () => {
    writeFileSync(join(folder, 'Intray-v1.2-x64-setup.exe'), 'installer');
    expect(() => describeRelease(release({ version: 'v1.2', systems: ['windows-x64'] }))).toThrow(
      'would not read',
    );
  });
});

describe('the signature of a release', () => {
  it('holds for the public key of its pair alone', () => {
    pack();
    const { privateKey, publicKey } = createKeyPair();
    const signed = signRelease(describeRelease(release()), readPrivateKey(privateKey));
    expect(verifySignedManifest(signed, [publicKey]).state).toBe('trusted');
    expect(verifySignedManifest(signed, [createKeyPair().publicKey]).state).toBe('wrong-signature');
    expect(verifySignedManifest(signed, []).state).toBe('wrong-signature');
  });

  it('belongs to a key whose public half can be derived from the private one', () => {
    const { privateKey, publicKey } = createKeyPair();
    expect(getRawPublicKey(readPrivateKey(privateKey))).toBe(publicKey);
    expect(Buffer.from(publicKey, 'base64')).toHaveLength(32);
  });

  it('is not made with a key of another kind', () => {
    expect(() => readPrivateKey('bm8ga2V5')).toThrow();
  });
});
