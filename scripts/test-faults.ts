/**
 * The whole fault suites: every fault scenario of a service with several seeds, a thousand kills, hundreds of
 * interleavings, restored data folders, wrong clocks, all in many dialects of the demo clinic; and the models of
 * the lists with all of their cases. `npm run test:system` takes a sample of them. Loopback only, and every loop is bounded.
 * The engine's threads run as built: Node strips types with a WebAssembly module that crashes after thousands of
 * short threads. `--seed N` repeats what another run has drawn, and adds to its records; `--dialect NAME|SEED` uses
 * one dialect only; all other arguments go to Vitest, such as the name of a test file.
 */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { reportCoverage, isClean, reportOutcomes, readRuns } from './faults-report.ts';

const REPORTS = '.cache/faults';
const MAX_SEED = 1_000_000_000;
/** The fault suites, and the tests of which `npm test` tries fewer or smaller cases. */
const SUITES = [
  'test/faults',
  ...[
    'cache/full-text',
    'cache/lists',
    'cache/pending/model',
    'cache/queries/forms/model',
    'cache/queries/home/counts',
    'cache/queries/requisitions/groups',
    'cache/queries/requisitions/model',
    'local/data/directory',
    'retention/property',
    'sync/missing-model',
    'transfer/export-file',
    'watchers/history-model',
  ].map((name) => `test/integration/engine/${name}.test.ts`),
];

const { values, tokens } = parseArgs({
  strict: false,
  tokens: true,
  options: { seed: { type: 'string' }, dialect: { type: 'string' } },
});
const rest = process.argv.slice(2).filter((argument, index) => {
  const own = tokens.find(
    (token) =>
      token.kind === 'option' &&
      ['seed', 'dialect'].includes(token.name) &&
      (token.index === index || (!token.inlineValue && token.index + 1 === index)),
  );
  return own === undefined && argument !== '--';
});
const seed = typeof values.seed === 'string' ? values.seed : String(randomInt(MAX_SEED));
const dialect = typeof values.dialect === 'string' ? { INTRAY_DIALECT: values.dialect } : {};
const report = `${REPORTS}/${seed}.jsonl`;

const { status: built } = spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
if (built !== 0) process.exit(1);
mkdirSync(REPORTS, { recursive: true });
console.log(`seed ${seed}; run the same again with: npm run test:faults -- --seed ${seed}`);
const started = performance.now();
const { status } = spawnSync('vitest', ['run', ...(rest.length === 0 ? SUITES : rest)], {
  stdio: 'inherit',
  env: {
    ...process.env,
    ...dialect,
    INTRAY_FAULTS: 'all',
    INTRAY_WORKER: 'built',
    INTRAY_SEED: seed,
    INTRAY_FAULTS_REPORT: report,
  },
});
const runs = readRuns(report);
const { text, empty } = reportCoverage(runs);
const isWhole = rest.length === 0 && values.dialect === undefined;
console.log(`\n${text}\n\n${reportOutcomes(runs)}\n`);
if (empty.length > 0) console.log(`never met: ${empty.join('; ')}`);
console.log(
  `fault suites took ${Math.round((performance.now() - started) / 1000)} s; seed ${seed}, noted in ${report}`,
);
process.exitCode = status === 0 && isClean(runs) && (empty.length === 0 || !isWhole) ? 0 : 1;
