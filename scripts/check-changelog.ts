/**
 * Keeps CHANGELOG.md readable: known headings, and lines that start with a verb and say what the user sees.
 */
import { readFileSync } from 'node:fs';

const VERSION = /^## (Unreleased|\d+\.\d+\.\d+ \(\d{4}-\d{2}-\d{2}\))$/;
const ENTRY = /^- (Added|Changed|Fixed|Removed|Security): \S/;
const CONTINUATION = /^ {2}\S/;

const problems = readFileSync('CHANGELOG.md', 'utf8')
  .split('\n')
  .map((line, index) => ({ line, number: index + 1 }))
  .filter(({ line }) => line !== '' && !line.startsWith('# '))
  .filter(
    ({ line, number }) => number > 4 && ![VERSION, ENTRY, CONTINUATION].some((shape) => shape.test(line)),
  );

for (const { line, number } of problems) console.error(`CHANGELOG.md:${number}: ${line}`);
process.exitCode = problems.length === 0 ? 0 : 1;
