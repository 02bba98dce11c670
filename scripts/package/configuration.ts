/** Checks of what packages for other systems are made of, without making them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const RESOURCES = join(import.meta.dirname, 'resources');

/** The two functions of the packer that read and check a configuration; it exports no types for them. */
interface PackerConfiguration {
  getConfig(folder: string, file: string | null, options: null): Promise<Record<string, unknown>>;
  validateConfiguration(configuration: object, log: { readonly isEnabled: boolean }): Promise<void>;
}

/** Files that electron-builder.yml names. */
const NAMED = [
  'icon.icns',
  'icon.ico',
  'icons',
  'entitlements.mac.plist',
  'entitlements.adhoc.plist',
] as const;

/** electron-builder.yml, whole, against the schema of the packer, and the files that it names. */
export async function checkConfiguration(): Promise<{ readonly problems: readonly string[] }> {
  const load = createRequire(join(ROOT, 'package.json'));
  // Loaded from the packer itself: it is no part of its public face.
  const packer = load('app-builder-lib/out/util/config/config') as PackerConfiguration;
  const missing = NAMED.filter((name) => !existsSync(join(RESOURCES, name)));
  const problems = missing.map((name) => `${name} is missing`);
  try {
    const configuration = await packer.getConfig(ROOT, 'electron-builder.yml', null);
    await packer.validateConfiguration(configuration, { isEnabled: false });
  } catch (thrown) {
    problems.push(String(thrown));
  }
  return { problems };
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
const LINUX_SIZES = [16, 24, 32, 48, 64, 128, 256, 512];
const ICO_SIZES = [16, 20, 24, 32, 40, 48, 64, 128, 256];

/** Width and height of a PNG file. */
function getPngSize(png: Buffer): string {
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

function listIcoSizes(ico: Buffer): readonly number[] {
  return Array.from({ length: ico.readUInt16LE(4) }, (_, index) => ico.readUInt8(6 + 16 * index) || 256);
}

/** The icons of all systems: their formats and sizes. */
export function checkIcons(): { readonly problems: readonly string[] } {
  const read = (name: string): Buffer => readFileSync(join(RESOURCES, name));
  const names = readdirSync(join(RESOURCES, 'icons'));
  const wrong = names.filter((name) => `${getPngSize(read(join('icons', name)))}.png` !== name);
  const absent = LINUX_SIZES.filter((size) => !names.includes(`${size}x${size}.png`));
  const icns = read('icon.icns');
  const isIcns = icns.subarray(0, 4).toString() === 'icns' && icns.readUInt32BE(4) === icns.length;
  return {
    problems: [
      ...wrong.map((name) => `${name} has another size than its name says`),
      ...absent.map((size) => `there is no icon of ${size} pixels for Linux`),
      ...(isIcns && icns.includes('ic10') && icns.includes(PNG) ? [] : ['icon.icns is not whole']),
      ...(String(listIcoSizes(read('icon.ico'))) === String(ICO_SIZES) ? [] : ['icon.ico lacks sizes']),
    ],
  };
}
