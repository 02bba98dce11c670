import { createHash } from 'node:crypto';
import type { UpdateManifest, UpdateFile } from '#main/updates/manifest.ts';
import { createKeyPair, readPrivateKey, signRelease } from '../../scripts/package/update-manifest.ts';

const PAIR = createKeyPair();

/** The public key of the releases of the tests, as the program has it. */
export const RELEASE_KEY = PAIR.publicKey;

/** What the file of a release for Windows holds. */
export const PACKAGE = Buffer.from('an installer '.repeat(5_000));

/** Describes the content of a package file. */
export function describePackage(name: string, content: Buffer): UpdateFile {
  const sha512 = createHash('sha512').update(content).digest('base64');
  return { system: 'windows-x64', name, size: content.length, sha512 };
}

/** A description of version 1.1.0 with changes. */
export function makeManifest(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const manifest: UpdateManifest = {
    product: 'intray',
    channel: 'stable',
    version: '1.1.0',
    releasedAt: '2026-10-01T08:00:00.000Z',
    notes: 'Faster lists.',
    files: [describePackage('Intray-1.1.0-x64-setup.exe', PACKAGE)],
  };
  return { ...manifest, ...changes };
}

/** A signed description, as the server has it. */
export function signManifest(manifest: Record<string, unknown>, privateKey = PAIR.privateKey): string {
  return signRelease(Buffer.from(JSON.stringify(manifest)), readPrivateKey(privateKey));
}
