import { appendFileSync } from 'node:fs';
import type { Dialect } from '#main/demo/dialect/dialect.ts';
import type { Verdict } from './tally.ts';

/** One part of a suite that has run: what it tried in which dialect, and the outcome. */
export interface RunEntry {
  readonly suite: string;
  readonly dialect: Dialect;
  readonly kills?: number;
  readonly verdict?: Verdict;
}

/** Records a part that has run; a whole run collects these records. */
export function noteRun(entry: RunEntry): void {
  const file = process.env['INTRAY_FAULTS_REPORT'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(entry)}\n`);
}
