import { expect, test } from 'vitest';
import { procedures } from '#contract/procedures.ts';
import { runsInLongReadThread } from '#main/engine/cache/long-reads.ts';
import { isCacheReadName } from '#main/engine/cache/reader.ts';

/** They read the index of forms, of which there is one, or a few rows of a table of missing records. */
const SHORT = ['forms.counts', 'forms.export', 'completions.counts', 'completions.export', 'missing.counts'];

test('every count and every export that may read all records has the thread for long reads', () => {
  const long = Object.keys(procedures)
    .filter(isCacheReadName)
    .filter((name) => /\.(counts|export)$/.test(name) && !SHORT.includes(name));
  expect(long).toContain('inbox.counts');
  expect(long.filter((name) => !runsInLongReadThread(name))).toEqual([]);
  expect(SHORT.filter((name) => !isCacheReadName(name))).toEqual([]);
});
