/** Reads from a script's source which options it takes, without running it. */
import { dirname, join } from 'node:path';
import type { ParseArgsOptionsConfig } from 'node:util';
import { parseSync, Visitor } from 'vite';
import { z } from 'zod';

/** Returns the text of a file of the repository, null where there is none. */
export type ReadText = (path: string) => string | null;

/** What a script passes to `parseArgs`. */
export interface ScriptOptions {
  readonly options: ParseArgsOptionsConfig;
  readonly strict: boolean;
  readonly allowPositionals: boolean;
}

const NO_OPTIONS: ScriptOptions = { options: {}, strict: true, allowPositionals: false };

const configSchema = z.object({
  options: z.record(
    z.string(),
    z.object({ type: z.enum(['string', 'boolean']), multiple: z.boolean().optional() }),
  ),
  strict: z.boolean().default(true),
  allowPositionals: z.boolean().default(false),
});

type Program = ReturnType<typeof parseSync>['program'];
type Declarator = Extract<Program['body'][number], { type: 'VariableDeclaration' }>['declarations'][number];
type Expression = NonNullable<Declarator['init']>;

/** A source file: the values of its constants, the imports, and the calls that read arguments. */
interface Source {
  readonly constants: ReadonlyMap<string, Expression>;
  /** The files from which names are imported, by name. */
  readonly imports: ReadonlyMap<string, string>;
  readonly argumentReaders: readonly Expression[];
  /** Options that are looked for by `process.argv.includes`. */
  readonly looked: readonly string[];
}

function readSource(path: string, text: string): Source {
  const constants = new Map<string, Expression>();
  const imports = new Map<string, string>();
  const argumentReaders: Expression[] = [];
  const looked: string[] = [];
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init !== null) constants.set(id.name, init);
    },
    ImportDeclaration({ source, specifiers }) {
      if (!source.value.startsWith('.')) return;
      for (const { local } of specifiers) imports.set(local.name, join(dirname(path), source.value));
    },
    CallExpression({ callee, arguments: [first] }) {
      if (first === undefined || first.type === 'SpreadElement') return;
      if (callee.type === 'Identifier' && callee.name === 'parseArgs') argumentReaders.push(first);
      const isLook = text.slice(callee.start, callee.end) === 'process.argv.includes';
      if (isLook && first.type === 'Literal') looked.push(String(first.value));
    },
  }).visit(parseSync(path, text).program);
  return { constants, imports, argumentReaders, looked };
}

/**
 * Computes a constant expression: objects, lists of properties, literals, and names of such values.
 * @returns undefined for anything else
 */
function compute(node: Expression, source: Source, readText: ReadText): unknown {
  const inner = (child: Expression): unknown => compute(child, source, readText);
  switch (node.type) {
    case 'Literal':
      return node.value;
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return inner(node.expression);
    case 'Identifier':
      return computeName(node.name, source, readText);
    case 'ObjectExpression': {
      const entries = node.properties.flatMap((property): [string, unknown][] => {
        if (property.type === 'SpreadElement') return Object.entries(inner(property.argument) ?? {});
        const { key, value } = property;
        if (key.type === 'Identifier') return [[key.name, inner(value)]];
        return key.type === 'Literal' ? [[String(key.value), inner(value)]] : [];
      });
      return Object.fromEntries(entries);
    }
    default:
      return undefined;
  }
}

function computeName(name: string, source: Source, readText: ReadText): unknown {
  const own = source.constants.get(name);
  if (own !== undefined) return compute(own, source, readText);
  const file = source.imports.get(name);
  const text = file === undefined ? null : readText(file);
  return file === undefined || text === null
    ? undefined
    : computeName(name, readSource(file, text), readText);
}

/**
 * Returns the options that a script declares: those that it passes to `parseArgs`, or looks for in
 * `process.argv`. A script with neither takes none.
 * @throws where the declaration is not made of constants
 */
export function readScriptOptions(path: string, readText: ReadText): ScriptOptions {
  const text = readText(path);
  if (text === null) throw new Error(`there is no ${path}`);
  const source = readSource(path, text);
  const [reader] = source.argumentReaders;
  if (reader !== undefined) {
    const read = configSchema.safeParse(compute(reader, source, readText));
    if (!read.success) throw new Error(`the options of ${path} are not constants`);
    return read.data;
  }
  const options = source.looked.map((word) => [word.replace(/^--/, ''), { type: 'boolean' }] as const);
  return { ...NO_OPTIONS, options: Object.fromEntries(options) };
}
