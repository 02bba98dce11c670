/**
 * Keeps the lockfiles complete for every platform. npm leaves out the binaries of platforms that a
 * registry mirror does not carry, and then refuses its own lockfiles. `node scripts/lockfile.ts --repair` adds
 * what is missing, with the hashes that the registry tells; without the option it only reports.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const LOCKFILES = ['package-lock.json', 'test/bench/peers/package-lock.json'];
const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];

interface LockedPackage {
  readonly version?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly dev?: boolean;
  readonly integrity?: string;
}

interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface Missing {
  readonly name: string;
  readonly version: string;
  readonly isDev: boolean;
}

function findMissingBinaries({ packages }: Lock): readonly Missing[] {
  return Object.values(packages).flatMap(({ optionalDependencies = {}, dev = false }) =>
    Object.entries(optionalDependencies)
      .filter(([name, version]) => /^\d/.test(version) && packages[`node_modules/${name}`] === undefined)
      .map(([name, version]) => ({ name, version, isDev: dev })),
  );
}

/** Returns where the packages lie whose contents are not fixed by a hash. */
function listWithoutHash({ packages }: Lock): readonly string[] {
  return Object.entries(packages)
    .filter(([place, { integrity }]) => place !== '' && integrity === undefined)
    .map(([place]) => place);
}

/**
 * Returns the hash of a package as the registry tells it.
 * @param place its key in the lockfile: `node_modules/NAME`, also within another package
 * @throws Error where the registry does not answer or knows no such version
 */
function fetchIntegrity(place: string, version: string): string {
  const name = place.split('node_modules/').at(-1) ?? '';
  const answer = execFileSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], { encoding: 'utf8' });
  const integrity = answer.trim();
  if (!integrity.startsWith('sha512-')) throw new Error(`the registry tells no hash of ${name}@${version}`);
  return integrity;
}

function addHashes(lock: Lock): Lock {
  const packages = { ...lock.packages };
  for (const place of listWithoutHash(lock)) {
    const { version = '', ...rest } = packages[place] ?? {};
    packages[place] = { version, integrity: fetchIntegrity(place, version), ...rest };
  }
  return { ...lock, packages };
}

/** The platform suffix of a binary package's name: `binding-linux-arm64-musl`, `darwin-x64`. */
function getPlatform(name: string): object {
  const words = (name.split('/').at(-1) ?? '').split('-');
  const start = words.findIndex((word) => SYSTEMS.includes(word));
  if (start === -1) throw new Error(`${name} does not name a platform`);
  const [os = '', cpu = '', ...rest] = words.slice(start);
  const isGnu = os === 'linux' && rest.some((word) => word.startsWith('gnu'));
  const libc = rest.some((word) => word.startsWith('musl')) ? ['musl'] : isGnu ? ['glibc'] : [];
  return { cpu: [cpu], ...(libc.length > 0 ? { libc } : {}), os: [os] };
}

function addMissing(lock: Lock, missing: readonly Missing[]): Lock {
  const added = missing.map(({ name, version, isDev }): [string, object] => [
    `node_modules/${name}`,
    { version, ...(isDev ? { dev: true } : {}), optional: true, ...getPlatform(name) },
  ]);
  const packages = [...Object.entries(lock.packages), ...added].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  return { ...lock, packages: Object.fromEntries(packages) };
}

/** Adds what a lockfile lacks. */
function repair(file: string, lock: Lock): void {
  const missing = findMissingBinaries(lock);
  const complete = addHashes(addMissing(lock, missing));
  writeFileSync(file, `${JSON.stringify(complete, null, 2)}\n`);
  console.log(`${file}: ${missing.length} packages of other platforms added; every package has a hash.`);
}

/** Reports what a lockfile lacks. Returns whether it is complete. */
function report(file: string, lock: Lock): boolean {
  const missing = findMissingBinaries(lock);
  for (const { name } of missing) console.error(`${file} lacks ${name}: node scripts/lockfile.ts --repair`);
  const withoutHash = listWithoutHash(lock);
  for (const place of withoutHash)
    console.error(`${file}: ${place} has no integrity: node scripts/lockfile.ts --repair`);
  return missing.length + withoutHash.length === 0;
}

const locks = LOCKFILES.map((file) => ({ file, lock: JSON.parse(readFileSync(file, 'utf8')) as Lock })); // npm writes them
if (process.argv.includes('--repair')) {
  for (const { file, lock } of locks) repair(file, lock);
} else {
  process.exitCode = locks.map(({ file, lock }) => report(file, lock)).every(Boolean) ? 0 : 1;
}
