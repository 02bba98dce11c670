/** Checks the commands of workflows against the scripts that they name. */
import { parseArgs } from 'node:util';
import { readScriptOptions, type ReadText } from './script-options.ts';

/** What the workflows may name. */
export interface Repository {
  readonly readText: ReadText;
  /** The npm scripts, by name. */
  readonly npmScripts: Readonly<Record<string, string>>;
}

/** The values of a job's matrix, by name. */
export type Matrix = Readonly<Record<string, readonly string[]>>;

const EXPRESSION = /\$\{\{\s*(.*?)\s*\}\}/;

/** Returns the texts that an expression of a workflow may become; null for a form that is not known. */
function getValues(expression: string, matrix: Matrix): readonly string[] | null {
  const [, name] = /^matrix\.(\w+)$/.exec(expression) ?? [];
  if (name !== undefined) return matrix[name] ?? null;
  const [, yes, no] = /&& '([^']*)' \|\| '([^']*)'$/.exec(expression) ?? [];
  return yes === undefined || no === undefined ? null : [yes, no];
}

/**
 * Returns every text that a command with expressions of the workflow may become.
 * @throws where an expression has a form that is not known
 */
function expand(command: string, matrix: Matrix): readonly string[] {
  const [whole, expression = ''] = EXPRESSION.exec(command) ?? [];
  if (whole === undefined) return [command];
  const values = getValues(expression, matrix);
  if (values === null) throw new Error(`the expression ${expression} cannot be checked`);
  return values.flatMap((value) => expand(command.replace(whole, value), matrix));
}

function splitWords(command: string): readonly string[] {
  return [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain ?? '',
  );
}

/** Returns what `node SCRIPT ARGS…` would refuse. */
function findScriptProblem(path: string, args: readonly string[], { readText }: Repository): string | null {
  try {
    // With the script's own declaration, so that this refuses what the script refuses.
    parseArgs({ ...readScriptOptions(path, readText), args: [...args] });
    return null;
  } catch (thrown) {
    const { message } = thrown as Error; // of `parseArgs`, or of the reader
    return message.includes(path) ? message : `${path}: ${message}`;
  }
}

/** Returns what is wrong with one command without expressions. */
function findProblems(words: readonly string[], repository: Repository): readonly string[] {
  const problems: (string | null)[] = [];
  const node = words.indexOf('node');
  const [path = '', ...args] = node === -1 ? [] : words.slice(node + 1);
  if (node !== -1) problems.push(findScriptProblem(path, args, repository));
  const shell = words[words.indexOf('bash') + 1] ?? '';
  if (words.includes('bash') && repository.readText(shell) === null) problems.push(`there is no ${shell}`);
  if (words[0] === 'npm' && words[1] === 'run') {
    const [name = '', ...rest] = words.slice(2).filter((word) => word !== '-s');
    const script = repository.npmScripts[name];
    if (script === undefined) problems.push(`there is no npm script ${name}`);
    else {
      const own = rest[0] === '--' ? rest.slice(1) : rest;
      problems.push(...findProblems([...splitWords(script), ...own], repository));
    }
  }
  return problems.filter((problem) => problem !== null);
}

/** Returns what is wrong with the commands of a step, one sentence each. */
export function findCommandProblems(run: string, matrix: Matrix, repository: Repository): readonly string[] {
  try {
    const commands = expand(run, matrix).flatMap((text) => text.split(/&&|\|\||[;|\n]/));
    return [...new Set(commands.flatMap((text) => findProblems(splitWords(text), repository)))];
  } catch (thrown) {
    return [(thrown as Error).message]; // of `expand`
  }
}
