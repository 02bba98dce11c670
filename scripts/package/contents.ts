/** What a packed Intray must contain, and must not. Each check returns its findings as texts. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { listPackage } from '@electron/asar';
import { getFuses } from './fuses.ts';

/** A packed program for Linux. */
export interface PackedProgram {
  /** Its folder. */
  readonly folder: string;
  /** Its archive, extracted. */
  readonly app: string;
  readonly arch: string;
}

/** Checks a packed program; returns the findings as texts. */
export type Check = (packed: PackedProgram) => Promise<readonly string[]> | readonly string[];

const MAX_BYTES = 24 * 1024 * 1024;

const REQUIRED = [
  '/package.json',
  '/dist/main/index.cjs',
  '/dist/main/engine.cjs',
  '/dist/main/engine-worker.cjs',
  '/dist/main/keychain-child.cjs',
  '/dist/main/demo.cjs',
  '/dist/main/cli.cjs',
  '/dist/preload/index.cjs',
  '/dist/renderer/index.html',
];

const getArchive = ({ folder }: PackedProgram): string => join(folder, 'resources', 'app.asar');

/** The files of the two addons, relative to the app. */
function listAddons(arch: string): readonly string[] {
  return [
    `node_modules/@napi-rs/keyring-linux-${arch}-gnu/keyring.linux-${arch}-gnu.node`,
    `node_modules/better-sqlite3/prebuilds/linux-${arch}.node`,
  ];
}

function listFilesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Every fuse has its expected value, and no fuse is unlisted. */
const fuses: Check = async ({ folder }) => {
  const wanted = getFuses('linux');
  const { version: _version, ...found } = await getCurrentFuseWire(join(folder, 'intray'));
  const names = Object.keys(FuseV1Options).filter((name) => Number.isNaN(Number(name)));
  const wrong = names.filter((name) => {
    const index = FuseV1Options[name as keyof typeof FuseV1Options]; // one of its own names
    return found[index] !== (wanted[index] ? FuseState.ENABLE : FuseState.DISABLE);
  });
  const surplus = Object.keys(found).length - names.length;
  return [
    ...wrong.map((name) => `the fuse ${name} is not as it should be`),
    ...(surplus === 0 ? [] : [`${surplus} fuses have no name`]),
  ];
};

/** Only the bundles and the run-time packages. */
const archive: Check = (packed) => {
  const entries = listPackage(getArchive(packed), { isPack: false });
  const ALLOWED = new RegExp(
    `^/(package\\.json|dist(/(main|preload|renderer)(/.*)?)?|node_modules(/(better-sqlite3|keytar|@napi-rs(/keyring-linux-${packed.arch}-gnu)?)(/[^/]*|/(lib|prebuilds)/.*)?)?)$`,
  );
  const FORBIDDEN = /\.(map|ts|tsx|cpp|hpp|c|h|gyp|gypi)$|(^|\/)(tests?|src|deps)(\/|$)/;
  return [
    ...REQUIRED.filter((path) => !entries.includes(path)).map((path) => `${path} is missing`),
    ...entries.filter((path) => !ALLOWED.test(path)).map((path) => `${path} has no business there`),
    ...entries.filter((path) => FORBIDDEN.test(path)).map((path) => `${path} is no part of a program`),
  ];
};

/** The two addons of this platform outside the archive, and nothing beside them. */
const unpacked: Check = (packed) => {
  const folder = `${getArchive(packed)}.unpacked`;
  const found = listFilesBelow(folder).map((path) => path.slice(folder.length + 1));
  const wanted = listAddons(packed.arch);
  return [
    ...wanted.filter((path) => !found.includes(path)).map((path) => `${path} is not unpacked`),
    ...found.filter((path) => !wanted.includes(path)).map((path) => `${path} should not be unpacked`),
  ];
};

/** The addons load from their place in the package, and work. */
const addonsWork: Check = ({ app, folder, arch }) => {
  const load = createRequire(join(app, 'dist/main/index.cjs'));
  for (const path of listAddons(arch)) load(join(folder, 'resources/app.asar.unpacked', path));
  const Database = load('better-sqlite3') as new (
    path: string,
  ) => {
    // its only export
    pragma(text: string): void;
    prepare(sql: string): { get(): unknown };
    close(): void;
  };
  const database = new Database(':memory:');
  const answer = database.prepare('SELECT 1 AS one').get();
  database.close();
  const keyring = load('keytar') as Record<string, unknown>; // see above
  return [
    ...(JSON.stringify(answer) === '{"one":1}' ? [] : ['the database addon does not answer']),
    ...(typeof keyring['AsyncEntry'] === 'function' ? [] : ['the keychain addon has no entries']),
  ];
};

/** The program is small, and starts at the entry that its package file names. */
const sizeAndStart: Check = (packed) => {
  const bytes = listFilesBelow(join(packed.folder, 'resources')).reduce(
    (sum, path) => sum + statSync(path).size,
    0,
  );
  const { main } = JSON.parse(readFileSync(join(packed.app, 'package.json'), 'utf8')) as { main: string }; // our own
  return [
    ...(bytes <= MAX_BYTES ? [] : [`resources hold ${bytes} bytes, more than ${MAX_BYTES}`]),
    ...(existsSync(join(packed.app, main)) ? [] : [`the package starts with ${main}, which is not there`]),
  ];
};

/** All checks, by what they verify. */
export const CHECKS: Readonly<Record<string, Check>> = {
  'every fuse is set as named': fuses,
  'the archive holds the bundles and the run-time packages alone': archive,
  'exactly the two addons of this platform are unpacked': unpacked,
  'the unpacked addons load and work': addonsWork,
  'the resources are small and start with the main bundle': sizeAndStart,
};
