/**
 * The sweep, `npm run test:a11y`: every state of every screen is checked for accessibility in every theme and width, for texts
 * that do not fit in other languages and from right to left, and its picture is taken. `npm test` checks every screen in light
 * and dark, and one screen each with long texts and from right to left. Arguments choose specifications, as those of
 * Playwright do; `--add` keeps what earlier runs have found in other states, so that a sweep can be run in parts;
 * `--write` puts the table into docs/accessibility.md.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { formatSweepTable, parseSweep, SWEEP_RESULTS } from './sweep-results.ts';
import { ensureSystemParts } from './system-parts.ts';

const DOCUMENT = 'docs/accessibility.md';
/** Everything after it is the table and the sentence that explains it. */
const TABLE_TITLE = '## The table\n';
const EXPLANATION = 'Each cell has the violations of the themes in the order of its column’s title.';

const OWN_WORDS = ['--add', '--write'];

const words = process.argv.slice(2);
if (!ensureSystemParts(['chromium', 'xvfb'])) process.exit(1);
const { status: built } = spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
if (built !== 0) process.exit(1);
if (!words.includes('--add')) rmSync(SWEEP_RESULTS, { force: true });
const { status } = spawnSync(
  'playwright',
  ['test', '--grep', '@sweep|@inspected', ...words.filter((word) => !OWN_WORDS.includes(word))],
  { stdio: 'inherit', env: { ...process.env, INTRAY_SWEEP: '1' } },
);
process.exitCode = status ?? 1;

const states = existsSync(SWEEP_RESULTS) ? parseSweep(readFileSync(SWEEP_RESULTS, 'utf8')) : [];
const table = formatSweepTable(states);
const violations = states.flatMap(({ results }) => results).reduce((sum, each) => sum + each.violations, 0);
process.stdout.write(`${table}\n\n${states.length} states, ${violations} violations of any impact.\n`);
if (words.includes('--write')) {
  const [text = ''] = readFileSync(DOCUMENT, 'utf8').split(TABLE_TITLE);
  writeFileSync(DOCUMENT, `${text}${TABLE_TITLE}\n${EXPLANATION}\n\n${table}\n`);
}
