/** Finds the mutants that the type check notices: they cannot become part of the program. */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { parseSync } from 'vite';
import { applyMutant, type PlacedMutant, type Span } from './operators.ts';

/** The folders that are type-checked by themselves; the first that contains a file is its own. */
const PROJECTS = ['preload/contract', 'preload', 'main', 'renderer'];
const ERROR = /^([^\s(][^(\n]*)\((\d+),\d+\): error /gm;
/** What a removed statement alone has used is no error of types. */
const OPTIONS = ['--noEmit', '--incremental', '--noUnusedLocals', 'false', '--noUnusedParameters', 'false'];

/** Lines of a file, from 1, both included. */
interface Lines {
  readonly first: number;
  readonly last: number;
}

interface ScopedMutant {
  readonly mutant: PlacedMutant;
  /** Of the function or statement in which the mistake is, and in which its type errors are. */
  readonly scope: Lines;
}

function getProject(file: string): string {
  const found = PROJECTS.find((project) => file.startsWith(`${project}/`));
  if (found === undefined) throw new Error(`no type check covers ${file}`);
  return found;
}

function countLine(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}

/** Finds the member of a class, or else the statement of the file, around each mutant of a file. */
function findScopes(text: string, mutants: readonly PlacedMutant[]): readonly ScopedMutant[] {
  const [file = ''] = mutants.map((mutant) => mutant.file);
  const spans = parseSync(file, text).program.body.flatMap((statement): readonly Span[] => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    return declared?.type === 'ClassDeclaration' ? declared.body.body : [statement];
  });
  return mutants.map((mutant) => {
    const span = spans.find(({ start, end }) => start <= mutant.start && mutant.end <= end);
    const { start, end } = span ?? { start: 0, end: text.length };
    return { mutant, scope: { first: countLine(text, start), last: countLine(text, end) } };
  });
}

/** Puts mutants into rounds: each function of a file is mutated at most once in a round. */
function makeRounds(mutants: readonly ScopedMutant[]): readonly (readonly ScopedMutant[])[] {
  const rounds: { readonly taken: Set<string>; readonly mutants: ScopedMutant[] }[] = [];
  for (const each of mutants) {
    const place = `${each.mutant.file}:${each.scope.first}`;
    let round = rounds.find(({ taken }) => !taken.has(place));
    if (round === undefined) rounds.push((round = { taken: new Set(), mutants: [] }));
    round.taken.add(place);
    round.mutants.push(each);
  }
  return rounds.map((round) => round.mutants);
}

/** Returns the text with all mistakes in it. Every line keeps its number. */
function applyAll(text: string, mutants: readonly PlacedMutant[]): string {
  return mutants
    .toSorted((a, b) => b.start - a.start)
    .reduce((mutated, mutant) => {
      const lost = countLine(text, mutant.end) - countLine(text, mutant.start);
      const kept = mutant.replacement.split('\n').length - 1;
      return applyMutant(mutated, { ...mutant, replacement: mutant.replacement + '\n'.repeat(lost - kept) });
    }, text);
}

/** Returns the lines with type errors, by file. */
function runCheck(copy: string, project: string): Promise<ReadonlyMap<string, readonly number[]>> {
  const record = join('.cache', `mutation-${project.replaceAll('/', '-')}.tsbuildinfo`);
  const options = [...OPTIONS, '--tsBuildInfoFile', record, '--pretty', 'false'];
  return new Promise((resolve, reject) => {
    const child = spawn(join(copy, 'node_modules/.bin/tsc'), ['-p', project, ...options], { cwd: copy });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.on('error', reject);
    child.on('close', () => {
      const errors = new Map<string, number[]>();
      for (const [, name = '', line] of output.matchAll(ERROR)) {
        const file = normalize(name);
        errors.set(file, [...(errors.get(file) ?? []), Number(line)]);
      }
      resolve(errors);
    });
  });
}

/** Returns the mutants with a type error in the function that they change. */
export async function findUncompiled(
  copy: string,
  mutants: readonly PlacedMutant[],
): Promise<ReadonlySet<PlacedMutant>> {
  spawnSync(join(copy, 'node_modules/.bin/tsc'), ['-b', 'preload'], { cwd: copy });
  const byFile = Map.groupBy(mutants, ({ file }) => file);
  const texts = new Map([...byFile.keys()].map((file) => [file, readFileSync(join(copy, file), 'utf8')]));
  const scoped = [...byFile].flatMap(([file, each]) => findScopes(texts.get(file) ?? '', each));
  const uncompiled = new Set<PlacedMutant>();
  for (const round of makeRounds(scoped)) {
    const mutated = Map.groupBy(round, ({ mutant }) => mutant.file);
    for (const [file, each] of mutated) {
      const text = applyAll(
        texts.get(file) ?? '',
        each.map(({ mutant }) => mutant),
      );
      writeFileSync(join(copy, file), text);
    }
    for (const project of new Set([...mutated.keys()].map(getProject))) {
      const errors = await runCheck(copy, project);
      for (const { mutant, scope } of round) {
        const lines = errors.get(mutant.file) ?? [];
        if (lines.some((line) => line >= scope.first && line <= scope.last)) uncompiled.add(mutant);
      }
    }
    for (const file of mutated.keys()) writeFileSync(join(copy, file), texts.get(file) ?? '');
  }
  return uncompiled;
}
