/** What a packed Intray must contain, and must not. Each check returns its findings as texts. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { listPackage } from '@electron/asar';
import { DEFAULT_UPDATE_ADDRESS } from '#main/updates/built-in.ts';
import { checkConfiguration, checkIcons } from './configuration.ts';

/** A packed program for Linux. */
export interface PackedProgram {
  /** Its folder. */
  readonly folder: string;
  /** Its archive, extracted. */
  readonly app: string;
  readonly arch: string;
}

/** What a check found, and for some the measured value. */
export interface Findings {
  readonly problems: readonly string[];
  readonly measured?: string;
}

/** Checks a packed program. */
export type Check = (packed: PackedProgram) => Promise<Findings> | Findings;

/** Of them 12 MB are the main process and the engine, 7 MB the page, 5 MB the addons and 0.5 MB the licences. */
const MAX_BYTES = 25 * 1024 * 1024;

/** The files of a package, hashes and processor replaced; `npm run package:check -- --write-list` writes it again. */
export const GOLDEN_LIST = join(import.meta.dirname, 'golden-list.txt');

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

/** The value of every fuse on Linux, written out: the list that sets them is not asked. */
const FUSES: Readonly<Record<keyof typeof FuseV1Options, boolean>> = {
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: false, // exists on macOS and Windows only
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
  WasmTrapHandlers: true,
};

/** Every fuse has its listed value, and no fuse is unlisted. */
const fuses: Check = async ({ folder }) => {
  const { version: _version, ...found } = await getCurrentFuseWire(join(folder, 'intray'));
  const names = Object.keys(FUSES) as readonly (keyof typeof FUSES)[]; // its own names
  const wrong = names.filter(
    (name) => found[FuseV1Options[name]] !== (FUSES[name] ? FuseState.ENABLE : FuseState.DISABLE),
  );
  const surplus = Object.keys(found).length - names.length;
  return {
    problems: [
      ...wrong.map((name) => `the fuse ${name} is not as it should be`),
      ...(surplus === 0 ? [] : [`${surplus} fuses have no name`]),
    ],
    measured: names.map((name) => (FUSES[name] ? '1' : '0')).join(''),
  };
};

/** Removes from a path what differs between builds and processors. */
function toListed(path: string, arch: string): string {
  return path
    .replaceAll(`linux-${arch}`, 'linux-ARCH')
    .replace(/^(.*dist\/(?:main\/shared|renderer\/assets))\/.*(\.[a-z0-9]+)$/, '$1/*$2');
}

/** Returns all files of a packed program as the golden list writes them: those of the archive behind `app.asar/`. */
export function listContents(packed: PackedProgram): readonly string[] {
  const resources = join(packed.folder, 'resources');
  const archived = listPackage(getArchive(packed), { isPack: false })
    .filter((path) => statSync(join(packed.app, path)).isFile())
    .map((path) => `app.asar${path}`);
  const beside = listFilesBelow(resources)
    .map((path) => relative(resources, path))
    // Of the stub; the packer removes it from a distribution that it has downloaded.
    .filter((path) => path !== 'default_app.asar');
  const listed = [...archived, ...beside].map((path) => toListed(path, packed.arch));
  return [...new Set(listed)].toSorted();
}

/** The files are those of the golden list. */
const contents: Check = (packed) => {
  const wanted = readFileSync(GOLDEN_LIST, 'utf8').trimEnd().split('\n');
  const found = listContents(packed);
  return {
    problems: [
      ...wanted.filter((path) => !found.includes(path)).map((path) => `${path} is missing`),
      ...found.filter((path) => !wanted.includes(path)).map((path) => `${path} is not in the golden list`),
    ],
    measured: `${found.length} entries`,
  };
};

/** The two addons of this platform outside the archive, and nothing beside them. */
const unpacked: Check = (packed) => {
  const folder = `${getArchive(packed)}.unpacked`;
  const found = listFilesBelow(folder).map((path) => path.slice(folder.length + 1));
  const wanted = listAddons(packed.arch);
  return {
    problems: [
      ...wanted.filter((path) => !found.includes(path)).map((path) => `${path} is not unpacked`),
      ...found.filter((path) => !wanted.includes(path)).map((path) => `${path} should not be unpacked`),
    ],
  };
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
  return {
    problems: [
      ...(JSON.stringify(answer) === '{"one":1}' ? [] : ['the database addon does not answer']),
      ...(typeof keyring['AsyncEntry'] === 'function' ? [] : ['the keychain addon has no entries']),
    ],
  };
};

/** The package that a bundled module comes from, as the bundler notes it in the bundles of the main process. */
const BUNDLED_MODULE = /^\s*\/\/#region \S*node_modules\/((?:@[^/]+\/)?[^/\s]+)/gm;

/** Every package that the bundles of the main process name, and every package beside them, is listed with its licence. */
const licences: Check = ({ app }) => {
  const listed = readFileSync(join(app, 'dist/licences.json'), 'utf8');
  const names = new Set((JSON.parse(listed) as readonly { readonly name: string }[]).map(({ name }) => name)); // our own
  const bundled = listFilesBelow(join(app, 'dist/main'))
    .filter((file) => file.endsWith('.cjs'))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(BUNDLED_MODULE)])
    .map(([, name = '']) => name);
  const beside = listFilesBelow(join(app, 'node_modules'))
    .filter((file) => file.endsWith('/package.json'))
    .map((file) => (JSON.parse(readFileSync(file, 'utf8')) as { readonly name?: string }).name ?? ''); // of npm
  const missing = [...new Set([...bundled, ...beside])].filter((name) => name !== '' && !names.has(name));
  return {
    problems: missing.map((name) => `${name} is shipped and not listed with its licence`),
    measured: `${names.size} packages`,
  };
};

/** The program starts at the entry that its package file names. */
const start: Check = ({ app }) => {
  const { main } = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8')) as { main: string }; // our own
  return {
    problems: existsSync(join(app, main)) ? [] : [`the package starts with ${main}, which is not there`],
  };
};

/** What Intray adds to Electron stays within its budget. */
const size: Check = (packed) => {
  const bytes = listFilesBelow(join(packed.folder, 'resources')).reduce(
    (sum, path) => sum + statSync(path).size,
    0,
  );
  const toMegabytes = (count: number): string => (count / 1024 / 1024).toFixed(1);
  const measured = `${toMegabytes(bytes)} of ${toMegabytes(MAX_BYTES)} MB`;
  return { problems: bytes <= MAX_BYTES ? [] : [`the resources hold ${measured}`], measured };
};

/** The address that the packer wrote for the updater is the one that Intray asks. */
const updateAddress: Check = ({ folder }) => {
  const written = readFileSync(join(folder, 'resources', 'app-update.yml'), 'utf8');
  const isSame = written.split('\n').includes(`url: ${DEFAULT_UPDATE_ADDRESS}`);
  return { problems: isSame ? [] : [`app-update.yml does not name ${DEFAULT_UPDATE_ADDRESS}`] };
};

/** All checks, by what they verify. */
export const CHECKS: Readonly<Record<string, Check>> = {
  'the configuration of all systems fits the schema of the packer': checkConfiguration,
  'the icons hold every size': checkIcons,
  'every fuse has its listed value': fuses,
  'the files are those of the golden list': contents,
  'exactly the two addons of this platform are unpacked': unpacked,
  'the unpacked addons load and work': addonsWork,
  'every shipped package is listed with its licence': licences,
  'the package starts with the main bundle': start,
  'updates come from the built-in address': updateAddress,
  'the resources stay within their budget': size,
};
