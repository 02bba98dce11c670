import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPackage } from '@electron/asar';

/** The bytes before the fuses in every Electron binary, by which tools find them. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const WIRE_VERSION = 1;
/** Electron's fuses as released. */
const FACTORY_WIRE = '101100011';

/**
 * Writes what the packer needs of an Electron distribution for Linux: a program with a fuse wire and an
 * archive. It does not run.
 * @param folder the target; it is created
 * @param version the version it claims to be
 */
export async function writeStubElectron(folder: string, version: string): Promise<void> {
  const resources = join(folder, 'resources');
  const defaultApp = join(folder, 'default-app');
  for (const path of [resources, defaultApp, join(folder, 'locales')]) mkdirSync(path, { recursive: true });
  const program = Buffer.concat([
    Buffer.from('#!/bin/sh\nexit 1\n'),
    Buffer.from(SENTINEL),
    Buffer.from([WIRE_VERSION, FACTORY_WIRE.length]),
    Buffer.from(FACTORY_WIRE),
  ]);
  writeFileSync(join(folder, 'electron'), program, { mode: 0o755 });
  writeFileSync(join(folder, 'version'), version);
  writeFileSync(join(folder, 'locales', 'en-US.pak'), '');
  writeFileSync(join(defaultApp, 'main.js'), '');
  await createPackage(defaultApp, join(resources, 'default_app.asar'));
}
