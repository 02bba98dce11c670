import { procedures } from '#contract/procedures.ts';
import { findOutputProblem, type ProcedureDefinition, validateCall } from '#contract/validate-call.ts';
import { isCacheReadName } from '#main/engine/cache/reader.ts';
import { publishedForm, rawNotification, sentOrders, visitNotification } from '../../support/builders.ts';
import { testCache, type TestCache } from '../../support/cache.ts';
import { VALID_INPUTS } from '../../support/valid-inputs.ts';
import { assertHolds, type FuzzTarget } from '../target.ts';

/** Calls of the page: each is refused by its schema, or answered with what its schema promises. */
export async function createTarget(): Promise<FuzzTarget> {
  const cache = await testCache();
  cache.sweep('requisition', sentOrders(20));
  cache.sweep('form', [publishedForm()]);
  cache.sweep('notification', [rawNotification(), visitNotification({ id: 'notf_2' })]);
  return {
    seeds: Object.entries(VALID_INPUTS).map(([name, input]) => JSON.stringify({ name, input })),
    tokens: [
      '"limit":500',
      '"cursor":',
      '"terms":[]',
      '"req_1"',
      '"user_1"',
      '"isNot":true',
      '"field":',
      '"after":"x"',
    ],
    run: (input) => {
      const call = parseCall(Buffer.from(input).toString());
      if (call !== null) checkCall(cache, call);
    },
    close: () => cache.close(),
  };
}

interface Call {
  readonly name: string;
  readonly input: unknown;
}

function parseCall(text: string): Call | null {
  try {
    const value: unknown = JSON.parse(text);
    const call = value as Partial<Call> | null; // checked by the next line
    return typeof call?.name === 'string' ? { name: call.name, input: call.input } : null;
  } catch {
    return null;
  }
}

function checkCall(cache: TestCache, { name, input }: Call): void {
  if (!Object.hasOwn(procedures, name)) return;
  const entry: ProcedureDefinition = procedures[name as keyof typeof procedures]; // an own key, as checked above
  const valid = validateCall(entry, input);
  if (!valid.ok || !isCacheReadName(name) || entry.runsIn !== 'reader') return;
  const result = cache.read(name, valid.value as never);
  assertHolds(result.ok || result.error.code !== 'internal', `${name} answers every valid call`);
  const problem = findOutputProblem(entry, result);
  assertHolds(problem === null, `${name} answers as its schema says: ${problem}`);
}
