/**
 * Describes and signs a release for the updates of Intray:
 *
 *   node scripts/sign-update.ts --version 1.2.0 --channel stable --notes notes.txt --systems windows-x64,macos-universal
 *
 * It reads the packages in `release`, takes the private key from INTRAY_UPDATE_PRIVATE_KEY and writes
 * `release/intray-<channel>.json`. `--new-key` prints a new pair of keys instead.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { UPDATE_CHANNELS } from '#contract/updates.ts';
import { UPDATE_KEYS } from '#main/updates/built-in.ts';
import { PACKAGE_SYSTEMS } from '#main/updates/manifest.ts';
import { verifySignedManifest } from '#main/updates/signature.ts';
import {
  createKeyPair,
  describeRelease,
  getRawPublicKey,
  readPrivateKey,
  signRelease,
} from './package/update-manifest.ts';

const VARIABLE = 'INTRAY_UPDATE_PRIVATE_KEY';
const USAGE =
  'Usage: node scripts/sign-update.ts --version V --channel stable|beta --notes FILE [--systems S,…] [--folder release]';

function end(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}

function printNewKey(): void {
  const { privateKey, publicKey } = createKeyPair();
  console.log(`Keep secret: ${VARIABLE}=${privateKey}`);
  console.log(`Into UPDATE_KEYS of main/updates/built-in.ts: '${publicKey}'`);
}

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: {
    version: text,
    channel: text,
    notes: text,
    systems: { ...text, default: 'windows-x64,macos-universal,linux-deb-x64,linux-rpm-x64' },
    folder: { ...text, default: 'release' },
    'new-key': { type: 'boolean' },
  },
});

function writeSigned(): void {
  const { version, notes, folder } = values;
  const channel = UPDATE_CHANNELS.find((known) => known === values.channel);
  const systems = PACKAGE_SYSTEMS.filter((known) => values.systems.split(',').includes(known));
  if (version === undefined || channel === undefined || notes === undefined) return end(USAGE);
  const secret = process.env[VARIABLE] ?? '';
  if (secret === '') return end(`${VARIABLE} is not set: the private key, as --new-key prints it.`);
  const key = readPrivateKey(secret);
  if (!UPDATE_KEYS.includes(getRawPublicKey(key)))
    return end(
      'No program would take it: main/updates/built-in.ts does not hold the public key of this private key.',
    );
  const releasedAt = new Date().toISOString();
  const described = describeRelease({
    version,
    channel,
    releasedAt,
    notes: readFileSync(notes, 'utf8'),
    systems,
    folder: resolve(folder),
  });
  const signed = signRelease(described, key);
  if (verifySignedManifest(signed, UPDATE_KEYS).state !== 'trusted')
    return end('The signature does not hold.');
  const target = join(folder, `intray-${channel}.json`);
  writeFileSync(target, signed);
  console.log(`${target}: Intray ${version} for ${systems.join(', ')}`);
}

if (values['new-key'] === true) printNewKey();
else writeSigned();
