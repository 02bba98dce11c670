import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { expect, it } from 'vitest';
import { SERVICE_ASSUMPTIONS } from '#contract/assumptions.ts';
import { removeAssumptionSentences } from '../../../scripts/build/assumption-values.ts';

const FILE = new URL('../../../preload/contract/assumptions.ts', import.meta.url);

function withoutSentences(assumption: object): object {
  return Object.fromEntries(
    Object.entries(assumption).filter(([name]) => name !== 'open' && name !== 'assumed'),
  );
}

it('the page gets the values of all assumptions, and none of their sentences', async () => {
  const code = stripTypeScriptTypes(removeAssumptionSentences(await readFile(FILE, 'utf8')));
  const page = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    SERVICE_ASSUMPTIONS: object;
  };
  const values = Object.entries(SERVICE_ASSUMPTIONS).map(([name, each]) => [name, withoutSentences(each)]);
  expect(page.SERVICE_ASSUMPTIONS).toEqual(Object.fromEntries(values));
});
