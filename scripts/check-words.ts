/**
 * Finds words that the glossary has replaced: in comments, in texts (test titles, what the user reads, logs)
 * and in documents. Identifiers are ignored, and so is text between backticks in a comment or a document.
 * `node scripts/check-words.ts [folder…]` lists every occurrence; with `--count` it prints the number per
 * folder.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, resolve } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { OLD_WORDS } from './old-words.ts';

const ROOT = resolve(import.meta.dirname, '..');
/** Folders without files written by hand. */
const IGNORED_FOLDERS: ReadonlySet<string> = new Set([
  '.cache',
  '.git',
  'node_modules',
  'dist',
  'release',
  'test-results',
  'playwright-report',
]);
/** The clinic's own texts, and the list of old words itself. */
const IGNORED_PATHS = /^main\/(?:sandbox|demo)\/content\/|\/old-words\.ts$|^CHANGELOG\.md$/;
const SCRIPTS: ReadonlySet<string> = new Set(['.ts', '.tsx', '.cjs', '.mjs']);
/** Every string of these files is read by the user, single words too. */
const TEXTS = /^renderer\/text\/|^preload\/contract\/result\.ts$/;

/** A space in a pattern may be a line break in the file. */
const WORDS = OLD_WORDS.map((word) => ({
  ...word,
  pattern: new RegExp(word.pattern.source.replaceAll(' ', '\\s+'), 'gi'),
}));

/** A comment or a text, and where it starts in its file. */
interface Passage {
  readonly text: string;
  readonly start: number;
  readonly isComment: boolean;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Finding {
  readonly file: string;
  readonly line: number;
  readonly word: string;
  readonly use: string;
}

function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return IGNORED_FOLDERS.has(entry.name) ? [] : listFiles(path);
    return entry.isFile() ? [path] : [];
  });
}

/** Replaces the matches of a pattern by spaces, so that positions and line breaks stay. */
function blankOut(text: string, pattern: RegExp): string {
  return text.replaceAll(pattern, (found) => found.replaceAll(/[^\n]/g, ' '));
}

/** The comments and the texts of a script. SQL and class names are neither. */
function readScript(file: string, source: string): readonly Passage[] {
  const { program, comments, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed`);
  const texts: Passage[] = [];
  const skipped: Span[] = [];
  const takesAll = TEXTS.test(file);
  const take = (text: string, { start }: Span): void => {
    if (takesAll || text.trim().includes(' ')) texts.push({ text, start, isComment: false });
  };
  new Visitor({
    Literal: (node) => {
      // The source text keeps the positions.
      if (typeof node.value === 'string') take(source.slice(node.start, node.end), node);
    },
    TemplateElement: (node) => take(source.slice(node.start, node.end), node),
    JSXText: (node) => take(node.value, node),
    TaggedTemplateExpression: (node) => {
      skipped.push(node);
    },
    JSXAttribute: (node) => {
      if (node.name.name === 'className') skipped.push(node);
    },
  }).visit(program);
  const isSkipped = ({ start }: Passage): boolean =>
    skipped.some((span) => span.start <= start && start < span.end);
  return [
    ...comments.map(({ start, end }) => ({ text: source.slice(start, end), start, isComment: true })),
    ...texts.filter((passage) => !isSkipped(passage)),
  ];
}

function readStyle(source: string): readonly Passage[] {
  return [...source.matchAll(/\/\*[\s\S]*?\*\//g)].map((found) => ({
    text: found[0],
    start: found.index,
    isComment: true,
  }));
}

function readDocument(source: string): readonly Passage[] {
  return [{ text: blankOut(source, /```[\s\S]*?```/g), start: 0, isComment: false }];
}

function readPassages(file: string, source: string): readonly Passage[] {
  const extension = extname(file);
  if (SCRIPTS.has(extension)) return readScript(file, source);
  if (extension === '.css') return readStyle(source);
  return extension === '.md' ? readDocument(source) : [];
}

/** The text without identifiers, comment signs and line breaks; positions stay. */
function readableText({ text, isComment }: Passage, isDocument: boolean): string {
  const plain = isComment || isDocument ? blankOut(text, /`[^`\n]*`/g) : text;
  return plain.replaceAll(/\n[ \t]*\*?/g, (found) => ' '.repeat(found.length));
}

function lineAt(source: string, position: number): number {
  return source.slice(0, position).split('\n').length;
}

function findIn(file: string): readonly Finding[] {
  const source = readFileSync(join(ROOT, file), 'utf8');
  return readPassages(file, source).flatMap((passage) => {
    const text = readableText(passage, extname(file) === '.md');
    // A comment's own first word counts as the beginning of a sentence.
    const sentence = passage.isComment
      ? text.replace(/^\/[/*]+ */, (sign) => `${' '.repeat(sign.length - 2)}. `)
      : text;
    return WORDS.filter(({ inCommentsOnly }) => passage.isComment || inCommentsOnly !== true).flatMap(
      ({ pattern, use }) =>
        [...sentence.matchAll(pattern)].map((found) => ({
          file,
          line: lineAt(source, passage.start + found.index + found[0].length),
          word: found[0].replace(/^[.; ]+/, '').replaceAll(/\s+/g, ' '),
          use,
        })),
    );
  });
}

/** The folder under which an occurrence is counted: at most three levels deep. */
function getFolder(file: string): string {
  return file.split('/').slice(0, -1).slice(0, 3).join('/') || '.';
}

function printCounts(findings: readonly Finding[]): void {
  const counts = new Map<string, number>();
  for (const { file } of findings) counts.set(getFolder(file), (counts.get(getFolder(file)) ?? 0) + 1);
  for (const [folder, count] of [...counts].toSorted(([left], [right]) => left.localeCompare(right)))
    console.log(`${String(count).padStart(6)}  ${folder}`);
}

const args = process.argv.slice(2);
const wanted = args.filter((arg) => arg !== '--count');
const files = listFiles(ROOT)
  .map((path) => relative(ROOT, path).replaceAll('\\', '/'))
  .filter((file) => !IGNORED_PATHS.test(file))
  .filter((file) => wanted.length === 0 || wanted.some((start) => file.startsWith(start)));
const findings = files.flatMap(findIn);
if (args.includes('--count')) printCounts(findings);
else for (const { file, line, word, use } of findings) console.log(`${file}:${line}: "${word}": ${use}`);
console.log(`${findings.length} old words in ${files.length} files`);
process.exitCode = findings.length === 0 ? 0 : 1;
