/** Finds the test files that reach a source file, by what the files of a tree import or name. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The fault suites are left out: they need a build, and some run for minutes. */
const TESTS = 'test/{unit,integration}/**/*.test.{ts,tsx}';
const FILES = '{main,preload,renderer,scripts,test}/**/*.{ts,tsx}';
const ALIASES: Readonly<Record<string, string>> = {
  '#main/': 'main/',
  '#contract/': 'preload/contract/',
  '#renderer/': 'renderer/',
};
/** Types are erased: who imports one alone runs nothing of the file. */
const TYPE_IMPORT = /^(?:import|export) type [^;]*;/gm;
const NAMED_FILE = /['"]([^'"\n]+\.tsx?)['"]/g;

/** Returns the files that a text may mean: what it imports, and the entry of a process, named from a root folder. */
function resolveName(name: string, file: string): readonly string[] {
  for (const [alias, folder] of Object.entries(ALIASES)) {
    if (name.startsWith(alias)) return [folder + name.slice(alias.length)];
  }
  if (name.startsWith('.')) return [join(dirname(file), name)];
  return [name, join('main', name)];
}

function readNamed(root: string, file: string, known: ReadonlySet<string>): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8').replaceAll(TYPE_IMPORT, '');
  const names = [...text.matchAll(NAMED_FILE)].flatMap(([, name = '']) => resolveName(name, file));
  return [...new Set(names.filter((name) => known.has(name)))];
}

/** Returns for each file the ones that name it. */
function findImporters(root: string): ReadonlyMap<string, readonly string[]> {
  const known = new Set(globSync(FILES, { cwd: root }));
  const importers = new Map<string, string[]>();
  for (const file of known) {
    for (const named of readNamed(root, file, known)) {
      importers.set(named, [...(importers.get(named) ?? []), file]);
    }
  }
  return importers;
}

/** Returns how many imports away each file is that reaches the source. */
function measureDistances(
  source: string,
  importers: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, number> {
  const distances = new Map([[source, 0]]);
  // Entries that are added meanwhile are visited too: first all near ones, then those behind them.
  for (const [file, distance] of distances) {
    for (const importer of importers.get(file) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distance + 1);
    }
  }
  return distances;
}

/**
 * Returns how many folders a test file shares with a source file; all where it has the source's name, in the same folder
 * or one above it.
 * @param test for example `test/unit/vault/vault.test.ts`, near `main/vault/vault.ts`
 */
export function getNearness(source: string, test: string): number {
  const strip = (path: string): readonly string[] => path.replace(/(\.test)?\.tsx?$/, '').split('/');
  const wanted = strip(source).slice(1);
  const given = strip(test).slice(2);
  const different = wanted.findIndex((part, place) => part !== given[place]);
  const isNamesake = different === given.length - 1 && wanted.at(-1) === given.at(-1);
  return different === -1 || isNamesake ? wanted.length : different;
}

/**
 * Returns the test files of each source file that import it, directly or through other files, or start it as a
 * process; the nearest first: by folder and name, then by the number of imports between them.
 */
export function findRelatedTests(
  root: string,
  sources: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const importers = findImporters(root);
  const tests = globSync(TESTS, { cwd: root });
  return new Map(
    sources.map((source) => {
      const distances = measureDistances(source, importers);
      const measure = (test: string): number => distances.get(test) ?? Number.POSITIVE_INFINITY;
      const related = tests
        .filter((test) => distances.has(test))
        .toSorted(
          (a, b) =>
            getNearness(source, b) - getNearness(source, a) || measure(a) - measure(b) || a.localeCompare(b),
        );
      return [source, related];
    }),
  );
}
