/**
 * Finds English that people read outside of the catalogs: what the page and the main process show is in `renderer/text` and
 * `preload/contract/text`, in every language. Logs, errors for programmers, the headless command and the demo clinic are
 * English. `node scripts/check-texts.ts` lists every finding.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseSync, Visitor } from 'vite';

const ROOT = resolve(import.meta.dirname, '..');
const FOLDERS = ['main', 'renderer'] as const;
/** The catalogs, the command and the records of the demo clinic. */
const IGNORED_PATHS = /^(?:renderer\/text|main\/cli|main\/demo)\//;
/** Texts that stay English, by file: each with the reason. */
const ENGLISH: Readonly<Record<string, { readonly texts: RegExp; readonly reason: string }>> = {
  'main/engine/cache/queries/requisitions/fhir.ts': {
    texts: /^Laboratory procedure$/,
    reason: 'the name in the published code system',
  },
  'main/engine/pdfs/pdf-service.ts': { texts: /^PDFs could not be kept offline$/, reason: 'for the log' },
  'main/engine/pdfs/queue.ts': { texts: /^PDFs do not go on$/, reason: 'for the log' },
  'main/engine/sqlite/connection.ts': { texts: /^SQLite format 3/, reason: 'begins a file' },
  'main/doctor/engine.ts': { texts: /^SQLite format 3/, reason: 'begins a file' },
  'main/policy/limits.ts': { texts: /./, reason: 'details of a refusal, beside the sentence of its code' },
  'main/shell/flags.ts': { texts: /./, reason: 'what a terminal says about a wrong command line' },
  'main/shell/support.ts': { texts: /./, reason: 'support reads the file, as it reads the log' },
  'main/shell/printing.ts': { texts: /^Print job canceled$/, reason: 'compared with what Electron reports' },
  'main/shell/update-installer.ts': { texts: /^Uninstall Intray\.exe$/, reason: 'the name of a file' },
};

/** Attributes and properties whose text is shown or spoken. */
const SHOWN_ATTRIBUTES: ReadonlySet<string> = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'description',
  'hint',
  'label',
  'placeholder',
  'title',
]);
const SHOWN_PROPERTIES: ReadonlySet<string> = new Set(['body', 'label', 'message', 'title', 'toolTip']);
/** Names that are the same in every language, and those of processes, which the system lists. */
const NAMES = /^(?:Intray|PDF|PIN|JWT|UTC|Intray (?:engine|keychain|check|PDFs|demo clinic))$/;
const WORD = /\p{L}{2}/u;
/** A sentence or a title: it begins with a capital and has several words, or several words end as a sentence does. */
const SENTENCE = /^\p{Lu}\p{L}*[’']?\p{L}*,? \p{Ll}|\p{L}{2,} \p{L}+.*\p{L}[.!?]$/su;
/** Calls whose texts only programmers and support read. */
const UNSHOWN_CALL = /(?:^|\.)log\??\.(?:debug|info|warn|error)$|^console\.|^err$/;
/** Where an object with a `message`, `title` or `label` is one of a window, not of the log or the service. */
const SHOWS_PROPERTIES = /^(?:renderer|main\/shell)\//;

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Finding {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return listFiles(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

/** Collects the texts of a source that people may read. */
function collectTexts(file: string, source: string) {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed`);
  const texts: (Span & { readonly text: string })[] = [];
  const unshown: Span[] = [];
  const take = (text: string, { start, end }: Span, pattern: RegExp): void => {
    if (pattern.test(text) && !NAMES.test(text)) texts.push({ text, start, end });
  };
  new Visitor({
    Literal: (node) => {
      if (typeof node.value === 'string') take(node.value, node, SENTENCE);
    },
    TemplateElement: (node) => take(node.value.cooked ?? '', node, SENTENCE),
    JSXText: (node) => take(node.value.trim(), node, WORD),
    JSXAttribute: (node) => {
      const { name, value } = node;
      if (name.name === 'className') unshown.push(node);
      if (name.type === 'JSXIdentifier' && SHOWN_ATTRIBUTES.has(name.name) && value?.type === 'Literal')
        take(value.value, value, WORD);
    },
    Property: ({ key, value }) => {
      if (!SHOWS_PROPERTIES.test(file)) return;
      if (key.type !== 'Identifier' || !SHOWN_PROPERTIES.has(key.name)) return;
      if (value.type === 'Literal' && typeof value.value === 'string') take(value.value, value, WORD);
    },
    NewExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name.endsWith('Error')) unshown.push(node);
    },
    // SQL.
    TaggedTemplateExpression: (node) => {
      unshown.push(node);
    },
    CallExpression: (node) => {
      if (UNSHOWN_CALL.test(source.slice(node.callee.start, node.callee.end))) unshown.push(node);
    },
  }).visit(program);
  return texts.filter(({ start }) => !unshown.some((span) => span.start <= start && start < span.end));
}

function findIn(path: string): readonly Finding[] {
  const file = relative(ROOT, path).replaceAll('\\', '/');
  if (IGNORED_PATHS.test(file)) return [];
  const source = readFileSync(path, 'utf8');
  const found = new Map<number, Finding>();
  for (const { text, start } of collectTexts(file, source)) {
    if (ENGLISH[file]?.texts.test(text) === true) continue;
    found.set(start, { file, line: source.slice(0, start).split('\n').length, text });
  }
  return [...found.values()];
}

const files = FOLDERS.flatMap((folder) => listFiles(join(ROOT, folder)));
const findings = files.flatMap(findIn);
for (const { file, line, text } of findings)
  console.log(`${file}:${line}: ${JSON.stringify(text.slice(0, 100))} belongs into the catalogs`);
console.log(`${findings.length} English texts outside of the catalogs in ${files.length} files`);
process.exitCode = findings.length === 0 ? 0 : 1;
