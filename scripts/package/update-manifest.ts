/** Makes the signed description of a version that Intray reads (main/updates). */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  type KeyObject,
} from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UpdateChannel } from '#contract/updates.ts';
import { parseUpdateManifest, type UpdateManifest, type PackageSystem } from '#main/updates/manifest.ts';
import { getUpdateKeyId, buildBytesToSign } from '#main/updates/signature.ts';

/** The names of the packages, as electron-builder.yml gives them. */
export function getPackageName(system: PackageSystem, version: string): string {
  const names: Readonly<Record<PackageSystem, string>> = {
    'windows-x64': `Intray-${version}-x64-setup.exe`,
    'macos-universal': `Intray-${version}-universal.zip`,
    'linux-deb-x64': `intray-${version}-amd64.deb`,
    'linux-rpm-x64': `intray-${version}-x86_64.rpm`,
  };
  return names[system];
}

export interface Release {
  readonly version: string;
  readonly channel: UpdateChannel;
  /** ISO 8601. */
  readonly releasedAt: string;
  readonly notes: string;
  readonly systems: readonly PackageSystem[];
  /** Where the packages are. */
  readonly folder: string;
}

function describeFile(system: PackageSystem, { version, folder }: Release) {
  const name = getPackageName(system, version);
  const path = join(folder, name);
  if (!existsSync(path)) throw new Error(`${name} is not in ${folder}`);
  const bytes = readFileSync(path);
  return { system, name, size: bytes.length, sha512: createHash('sha512').update(bytes).digest('base64') };
}

/** Returns the description of a release; throws where a package is missing or Intray would not read it. */
export function describeRelease(release: Release): Buffer {
  const { version, channel, releasedAt, notes, systems } = release;
  const files = systems.map((system) => describeFile(system, release));
  const manifest = { product: 'intray', channel, version, releasedAt, notes, files } satisfies UpdateManifest;
  const payload = Buffer.from(JSON.stringify(manifest));
  if (parseUpdateManifest(payload) === null) throw new Error('Intray would not read this description');
  return payload;
}

/** Makes a new pair of keys, in the forms that the environment and the program take. */
export function createKeyPair(): { readonly privateKey: string; readonly publicKey: string } {
  const { privateKey } = generateKeyPairSync('ed25519');
  const form = { format: 'der', type: 'pkcs8' } as const;
  return { privateKey: privateKey.export(form).toString('base64'), publicKey: getRawPublicKey(privateKey) };
}

/** Reads a private key from the environment; throws for anything but an Ed25519 key. */
export function readPrivateKey(text: string): KeyObject {
  const key = createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('the key is not an Ed25519 key');
  return key;
}

/** Returns the 32 bytes of the public key that belongs to a private one, in base64. */
export function getRawPublicKey(privateKey: KeyObject): string {
  return createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
}

/** Signs a description; returns the file for the server. */
export function signRelease(payload: Buffer, privateKey: KeyObject): string {
  return `${JSON.stringify({
    payload: payload.toString('base64'),
    key: getUpdateKeyId(getRawPublicKey(privateKey)),
    signature: sign(null, buildBytesToSign(payload), privateKey).toString('base64'),
  })}\n`;
}
