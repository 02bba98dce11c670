/**
 * Runs types, lint, format, import directions and dead code concurrently. One failure fails the whole check.
 */
import { spawn } from 'node:child_process';

const PARTS: Readonly<Record<string, readonly string[]>> = {
  types: ['tsc', '-b', '--pretty', 'false'],
  lint: ['oxlint', '-c', '.config/oxlintrc.json', '--type-aware', '--deny-warnings'],
  format: ['biome', 'format', '--colors=off'],
  directions: [
    'depcruise',
    '--config',
    '.config/dependency-cruiser.cjs',
    'main',
    'preload',
    'renderer',
    'test',
    'scripts',
  ],
  'dead code': ['knip', '--config', '.config/knip.json', '--no-progress'],
  changelog: ['node', 'scripts/check-changelog.ts'],
  lockfile: ['node', 'scripts/lockfile.ts'],
  documents: ['node', 'scripts/check-docs.ts'],
  words: ['node', 'scripts/check-words.ts'],
  texts: ['node', 'scripts/check-texts.ts'],
  styles: ['node', 'scripts/check-styles.ts'],
  workflows: ['node', 'scripts/check-workflows.ts'],
};

/**
 * Compiler and linter are Go programs that spend a third of their time on collecting garbage. With the first setting they collect
 * less often; the second one keeps their memory as it was.
 */
const GO_SETTINGS = { GOGC: '400', GOMEMLIMIT: '7GiB' };

interface Outcome {
  readonly name: string;
  readonly passed: boolean;
  readonly seconds: number;
  readonly output: string;
}

function run(name: string, [program = '', ...args]: readonly string[]): Promise<Outcome> {
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...GO_SETTINGS },
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', (error) => chunks.push(Buffer.from(error.message)));
    child.on('close', (code) =>
      resolve({
        name,
        passed: code === 0,
        seconds: (performance.now() - started) / 1000,
        output: Buffer.concat(chunks).toString(),
      }),
    );
  });
}

const outcomes = await Promise.all(Object.entries(PARTS).map(([name, command]) => run(name, command)));
for (const { name, passed, seconds, output } of outcomes) {
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`);
  if (!passed) console.log(output);
}
process.exitCode = outcomes.every(({ passed }) => passed) ? 0 : 1;
