/**
 * Keeps the styles of the renderer readable: each class belongs to one CSS module and is used, each class that a component uses exists,
 * distances and line heights come from `renderer/ui/tokens.css`, and sides are logical ones. Global are the tokens and `renderer/ui/base.css` alone.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const TOKENS = 'renderer/ui/tokens.css';
const BASE = 'renderer/ui/base.css';
const MAX_LINES = 300;
/** Classes that a library gives to its own elements. */
const FOREIGN: ReadonlySet<string> = new Set(['markedContent']);

const DISTANCE = /(?<![\w-])((?:padding|margin)(?:-[a-z-]+)?|(?:row-|column-)?gap):([^;{}]*)[;}]/g;
/** Matches a distance in raw pixels; a hairline of 1 pixel is allowed. */
const RAW_PIXELS = /(?<![\w.-])-?(?!1px)\d*\.?\d+px/;
/** Matches a left or right side: styles say where a line starts and ends, so that they are mirrored from right to left. */
const PHYSICAL_SIDE =
  /(?<![\w-])(?:(?:padding|margin|border)-(?:left|right)(?:-[a-z]+)?|left|right):[^;{}]*|text-align: *(?:left|right)\b/g;
const FOUR_SIDES = /(?<![\w-])(?:padding|margin): *([^;{}]*)/g;
/** Matches one value of a list, with the brackets of a function. */
const VALUE = /[^\s()]+(?:\((?:[^()]|\([^()]*\))*\))?/g;
const LINE_HEIGHT = /(?<![\w-])line-height: *([^;{}]*)/g;
const ALLOWED_LINE_HEIGHT = /^(?:var\(--line-height-\d+\)|1)$/;
const CLASS = /\.([A-Za-z_][\w-]*)/g;
const MODULE_IMPORT = /^import (\w+) from '([^']+\.module\.css)';$/gm;
const LITERAL_CLASSES = /className=(?:"([^"]*)"|\{joinClasses\(([^{}]*)\)\})/g;

/** Replaces comments, and strings where wanted, by spaces, so that line breaks stay. */
function blankOut(text: string, pattern: RegExp): string {
  return text.replaceAll(pattern, (found) => found.replaceAll(/[^\n]/g, ' '));
}

function readStyle(file: string): string {
  return blankOut(readFileSync(file, 'utf8'), /\/\*[\s\S]*?\*\//g);
}

/** Returns the selectors of a style sheet, without strings. */
function readSelectors(style: string): string {
  const selectors = [...style.matchAll(/([^{};]+)\{/g)].map(([, selector = '']) => selector);
  return blankOut(selectors.filter((selector) => !selector.trim().startsWith('@')).join('\n'), /"[^"]*"/g);
}

function readClasses(style: string): ReadonlySet<string> {
  const selectors = readSelectors(style).replaceAll(/:global\([^)]*\)/g, '');
  return new Set([...selectors.matchAll(CLASS)].map(([, name = '']) => name));
}

function findRawValues(file: string, style: string): readonly string[] {
  const distances = [...style.matchAll(DISTANCE)]
    .filter(([, , value = '']) => RAW_PIXELS.test(value))
    .map(([found]) => `${file}: "${found.trim()}" needs a distance from ${TOKENS}`);
  const heights = [...style.matchAll(LINE_HEIGHT)]
    .filter(([, value = '']) => !ALLOWED_LINE_HEIGHT.test(value.trim()))
    .map(([found]) => `${file}: "${found.trim()}" needs a line height from ${TOKENS}`);
  return [...distances, ...heights];
}

function findPhysicalSides(file: string, style: string): readonly string[] {
  const uneven = [...style.matchAll(FOUR_SIDES)].filter(([, list = '']) => {
    const [, right, , left] = list.match(VALUE) ?? [];
    return left !== undefined && left !== right;
  });
  return [...style.matchAll(PHYSICAL_SIDE), ...uneven].map(
    ([found]) => `${file}: "${found.trim()}" needs logical sides, for example padding-inline`,
  );
}

function findGlobals(file: string, style: string): readonly string[] {
  const foreign = [...readSelectors(style).matchAll(/:global\(\.?([^)]*)\)/g)].map(([, name = '']) => name);
  return foreign
    .filter((name) => !FOREIGN.has(name))
    .map((name) => `${file} styles .${name}, which belongs to another file`);
}

function checkStyle(file: string): readonly string[] {
  const style = readStyle(file);
  const lines = readFileSync(file, 'utf8').split('\n').length - 1;
  return [
    ...(file === TOKENS ? [] : findRawValues(file, style)),
    ...(file === BASE || file === TOKENS || file.endsWith('.module.css') ? [] : [`${file} is no CSS module`]),
    ...(lines > MAX_LINES ? [`${file} has ${lines} lines; ${MAX_LINES} are allowed`] : []),
    ...findPhysicalSides(file, style),
    ...findGlobals(file, style),
  ];
}

/** The modules that a component imports, each by the name that it has there. */
function readImports(file: string, source: string): ReadonlyMap<string, string> {
  return new Map(
    [...source.matchAll(MODULE_IMPORT)].map(([, name = '', path = '']) => [
      name,
      path.startsWith('#') ? path.slice(1) : join(dirname(file), path),
    ]),
  );
}

const styles = globSync('renderer/**/*.css').map((file) => file.replaceAll('\\', '/'));
const globals = readClasses(readStyle(BASE));
const unused = new Map(
  styles
    .filter((file) => file.endsWith('.module.css'))
    .map((file) => [file, new Set(readClasses(readStyle(file)))]),
);
const known = new Map([...unused].map(([file, names]) => [file, new Set(names)]));

function checkComponent(file: string): readonly string[] {
  const source = readFileSync(file, 'utf8');
  const imports = readImports(file, source);
  const missing = [...imports].flatMap(([name, path]) =>
    [...source.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].flatMap(([, used = '']) => {
      unused.get(path)?.delete(used);
      return known.get(path)?.has(used) === true
        ? []
        : [`${file} uses .${used}, which ${path} does not have`];
    }),
  );
  const literals = [...source.matchAll(LITERAL_CLASSES)].flatMap(([, text = '', list = '']) => [
    ...text.split(/\s+/),
    ...[...list.matchAll(/'([^']*)'/g)].map(([, name = '']) => name),
  ]);
  const foreign = literals
    .filter((name) => name !== '' && !globals.has(name))
    .map((name) => `${file} uses the global class "${name}", which ${BASE} does not have`);
  return [...missing, ...foreign];
}

const problems = [
  ...styles.flatMap(checkStyle),
  ...globSync('renderer/**/*.{ts,tsx}').flatMap((file) => checkComponent(file.replaceAll('\\', '/'))),
  ...[...unused].flatMap(([file, names]) => [...names].map((name) => `${file}: nothing uses .${name}`)),
];
problems.forEach((problem) => console.error(problem));
process.exitCode = problems.length === 0 ? 0 : 1;
