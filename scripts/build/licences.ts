import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

interface ListedPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly text: string;
}

/** The folder of the package that a module belongs to; in nested packages the innermost one. */
const PACKAGE_FOLDER = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/?]+)/;
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)/i;

/** Returns a package with the texts of its licence files. */
function readPackage(folder: string): ListedPackage {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
    readonly license?: unknown;
  }; // npm refuses packages without these
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && LICENCE_FILE.test(entry.name),
  );
  const text = files.map((file) => readFileSync(join(folder, file.name), 'utf8').trim()).join('\n\n');
  return { name, version, license: typeof license === 'string' ? license : '', text };
}

interface LicencesOptions {
  /** The file to write, a JSON array. */
  readonly file: string;
  /** Folders of packages that are shipped without being bundled. Those that are not installed are left out. */
  readonly unbundled: readonly string[];
}

/**
 * Writes the packages whose modules are in the bundles, with their licences, to a file that the program reads. The list
 * comes from the bundler's own modules, so that nothing that is shipped can be missing from it.
 */
export function licences({ file, unbundled }: LicencesOptions): Plugin {
  const folders = new Set(unbundled.filter((folder) => existsSync(join(folder, 'package.json'))));
  return {
    name: 'licences',
    // One list for the bundles of all environments.
    sharedDuringBuild: true,
    generateBundle() {
      for (const id of this.getModuleIds()) {
        const folder = PACKAGE_FOLDER.exec(id)?.[1];
        if (folder !== undefined && existsSync(join(folder, 'package.json'))) folders.add(folder);
      }
    },
    writeBundle() {
      const packages = [...folders].map(readPackage);
      const named = new Map(packages.map((each) => [`${each.name} ${each.version}`, each]));
      const sorted = [...named.values()].toSorted((left, right) => (left.name < right.name ? -1 : 1));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(sorted));
    },
  };
}
