import { expect, test } from 'vitest';
import { NOTHING_WRONG } from './findings.ts';
import { killRun } from './kill-run.ts';
import { getDialect, inDialect, SEED } from './pool.ts';
import { noteRun } from './report.ts';
import { howMuch } from './size.ts';

const KILLS_A_APP = howMuch(4, 25);
const PATIENT = 400_000;
const parts = Array.from({ length: howMuch(1, 40) }, (_, index) => index);

test.each(parts)(
  'an engine that is killed at random moments loses and duplicates nothing (part %i)',
  async (part) => {
    const dialect = getDialect(part);
    const options = { kills: KILLS_A_APP, seed: SEED + part, dialect };
    const { verdict, found } = await inDialect(dialect, () => killRun(options));
    noteRun({ suite: 'kills', dialect, kills: KILLS_A_APP, verdict });
    expect(found).toEqual(NOTHING_WRONG);
    // On a busy computer most kills come before anything was saved.
    expect(verdict.changes).toBeGreaterThan(0);
  },
  PATIENT,
);
