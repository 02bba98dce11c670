/**
 * Checks that the documents name only files that exist: every path in backticks that begins with a folder of
 * the project, and every link to a file, has to exist.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const DOCUMENTS = ['*.md', 'docs/**/*.md', '{main,preload,renderer,test}/**/README.md'];
const FOLDERS = ['main', 'renderer', 'preload', 'test', 'scripts', 'docs', '.config', '.github'];
/** Characters of patterns and placeholders, which name no file. */
const PATTERN = /[*{}|$:<>…]/u;

function findPaths(text: string): readonly string[] {
  const quoted = [...text.matchAll(/`([^`\s]+)`/gu)]
    .map(([, path = '']) => path)
    .filter((path) => path.includes('/') && FOLDERS.includes(path.split('/', 1)[0] ?? ''));
  const linked = [...text.matchAll(/\]\(([^)\s#]+)\)/gu)].map(([, path = '']) => path);
  return [...quoted, ...linked].filter((path) => !PATTERN.test(path));
}

function isThere(path: string, document: string): boolean {
  return existsSync(path) || existsSync(join(dirname(document), path));
}

/** Packages of a folder inside the project, such as those of a benchmark. */
const isInstalled = (name: string): boolean => name === 'node_modules';

const missing = globSync(DOCUMENTS, { exclude: isInstalled }).flatMap((document) =>
  document === 'CHANGELOG.md'
    ? []
    : findPaths(readFileSync(document, 'utf8'))
        .filter((path) => !isThere(path, document))
        .map((path) => `${document} names ${path}, which does not exist`),
);
missing.forEach((line) => console.error(line));
process.exitCode = missing.length === 0 ? 0 : 1;
