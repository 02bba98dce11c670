/**
 * Checks the workflows of the CI without running them: their form, and that the scripts, npm scripts, options and values of the
 * matrix that they name are there.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const STEP = z.strictObject({
  name: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  with: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  run: z.string().optional(),
});

const JOB = z.strictObject({
  name: z.string().optional(),
  'runs-on': z.string(),
  'timeout-minutes': z.number(),
  strategy: z
    .strictObject({ 'fail-fast': z.boolean().optional(), matrix: z.record(z.string(), z.array(z.string())) })
    .optional(),
  steps: z.array(STEP).min(1),
});

const WORKFLOW = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: z.strictObject({ contents: z.literal('read') }),
  env: z.record(z.string(), z.string()).optional(),
  jobs: z.record(z.string(), JOB),
});

type Step = z.infer<typeof STEP>;
type Job = z.infer<typeof JOB>;

/** What the workflows may name. */
export interface Repository {
  /** Returns the text of a file, null where there is none. */
  readonly readText: (path: string) => string | null;
  /** The names of the npm scripts. */
  readonly npmScripts: readonly string[];
}

/** The text of a script and of the files that it imports, where its options are. */
function readWithImports(path: string, { readText }: Repository): string | null {
  const text = readText(path);
  if (text === null) return null;
  const imported = [...text.matchAll(/ from '(\.[^']+)'/g)].map(([, name = '']) =>
    readText(join(dirname(path), name)),
  );
  return [text, ...imported].join('\n');
}

/** Returns what is wrong with a command: `node SCRIPT --option …`, `bash SCRIPT …` or `npm run NAME …`. */
function findCommandProblems(command: string, repository: Repository): readonly string[] {
  const npm = /\bnpm run (?:-s )?([\w:]+)/.exec(command)?.[1];
  const problems =
    npm === undefined || repository.npmScripts.includes(npm) ? [] : [`there is no npm script ${npm}`];
  const scripts = [...command.matchAll(/\b(?:node|bash) ([\w./-]+)/g)].map(([, path = '']) => path);
  const missing = scripts
    .filter((path) => repository.readText(path) === null)
    .map((path) => `there is no ${path}`);
  // The options behind `node SCRIPT` are those of the script.
  const [, path = '', rest = ''] = /\bnode ([\w./-]+)(.*)$/s.exec(command) ?? [];
  const source = path === '' ? null : readWithImports(path, repository);
  const unknown = [...rest.matchAll(/(?<![\w'])--([\w-]+)/g)]
    .map(([, option = '']) => option)
    .filter((option) => source !== null && !source.includes(option))
    .map((option) => `${path} has no option --${option}`);
  return [...problems, ...missing, ...unknown];
}

function findStepProblems(step: Step, job: Job, repository: Repository): readonly string[] {
  const { run, uses } = step;
  const form = (run === undefined) === (uses === undefined) ? ['a step either uses or runs something'] : [];
  const unpinned = uses !== undefined && !/@v\d+$/.test(uses) ? [`${uses} has no version`] : [];
  const names = Object.keys(job.strategy?.matrix ?? {});
  const unknown = [...JSON.stringify(step).matchAll(/matrix\.(\w+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !names.includes(name))
    .map((name) => `the matrix has no ${name}`);
  return [...form, ...unpinned, ...unknown, ...findCommandProblems(run ?? '', repository)];
}

/** Returns what is wrong with a workflow, one sentence each. */
export function findWorkflowProblems(text: string, repository: Repository): readonly string[] {
  const read = WORKFLOW.safeParse(parse(text));
  if (!read.success)
    return read.error.issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`);
  return Object.entries(read.data.jobs).flatMap(([name, job]) =>
    job.steps
      .flatMap((step) => findStepProblems(step, job, repository))
      .map((problem) => `${name}: ${problem}`),
  );
}

if (import.meta.main) {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object }; // npm's format
  const repository: Repository = {
    readText: (path) => (existsSync(path) ? readFileSync(path, 'utf8') : null),
    npmScripts: Object.keys(scripts),
  };
  const problems = globSync('.github/workflows/*.yml').flatMap((file) =>
    findWorkflowProblems(readFileSync(file, 'utf8'), repository).map((problem) => `${file}: ${problem}`),
  );
  problems.forEach((line) => console.error(line));
  process.exitCode = problems.length === 0 ? 0 : 1;
}
