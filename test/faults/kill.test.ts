import { expect, test } from 'vitest';
import { killRun } from './kill-run.ts';
import { howMuch, IS_WHOLE } from './size.ts';

const KILLS_A_DESK = 25;
const desks = Array.from({ length: howMuch(1, 40) }, (_, index) => index + 1);

test.each(desks)(
  'desk %i, killed at any moment again and again, loses and doubles nothing',
  async (seed) => {
    const report = await killRun({ kills: KILLS_A_DESK, seed });
    expect(report).toMatchObject({ lost: [], doubled: [], left: [], differing: [] });
    expect(report.acknowledged).toBeGreaterThan(KILLS_A_DESK / 2);
    if (IS_WHOLE)
      process.stdout.write(`desk ${seed}: ${report.kills} kills, ${report.acknowledged} writes saved\n`);
  },
  120_000,
);
