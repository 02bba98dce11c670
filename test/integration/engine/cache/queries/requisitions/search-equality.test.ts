import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RequisitionFilter } from '#contract/requisitions.ts';
import type { WorklistSearchTerm } from '#contract/worklist-search.ts';
import { howMuch } from '../../../../../faults/size.ts';
import { unwrap } from '../../../../../support/engine.ts';
import { openApp, type TestApp } from '../../../../../support/app.ts';

/** The filters of the service's document, section 4.2, applied by the service and by Intray. */
const REQUISITIONS = howMuch(600, 100_000);
const QUERIES = howMuch(60, 150);
const PAGE = 500;

let app: TestApp;
let names: readonly string[] = [];
let patients: readonly string[] = [];
beforeAll(async () => {
  app = await openApp({
    seed: 11,
    requisitions: REQUISITIONS,
    patients: Math.ceil(REQUISITIONS / 12),
    forms: 0,
    notifications: 0,
  });
  await app.sync({ kinds: ['requisition'] });
  const records = [...app.clinic.listResources('requisition')];
  names = [...new Set(records.map(({ name }) => String(name)))];
  patients = [...new Set(records.map(({ patient }) => String(patient)))];
}, 300_000);
afterAll(() => app.close());

function toQuery({ patient, type, search, shareWithPatient }: RequisitionFilter): URLSearchParams {
  const given = { patient, type, search, share_with_patient: shareWithPatient };
  const entries = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return new URLSearchParams(entries);
}

/** The ids of the service's own list. */
async function ofService(filter: RequisitionFilter): Promise<readonly string[]> {
  const { baseUrl, accessToken, jwt } = app.clinic;
  const headers = { authorization: `Bearer ${accessToken}`, 'x-jwt': jwt };
  const ids: string[] = [];
  for (let offset = 0; offset <= REQUISITIONS; offset += PAGE) {
    const query = toQuery(filter);
    query.set('limit', String(PAGE));
    query.set('offset', String(offset));
    const answer = await fetch(`${baseUrl}/v2/requisitions?${query}`, { headers });
    const { data } = (await answer.json()) as { data: { id: string }[] }; // section 2.1
    ids.push(...data.map(({ id }) => id));
    if (data.length < PAGE) break;
  }
  return ids.sort();
}

async function ofList(filter: RequisitionFilter): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const place: { after?: string } = after === undefined ? {} : { after };
    const page = unwrap(
      await app.engine().control('records.list', { kind: 'requisition', filter, limit: PAGE, ...place }),
    );
    ids.push(...page.items.map((raw) => (JSON.parse(raw) as { id: string }).id));
    after = page.next;
  }
  return ids.sort();
}

/** The terms of the worklist for a filter. */
function getTerms({ patient, type, shareWithPatient }: RequisitionFilter): WorklistSearchTerm[] {
  return [
    ...(patient === undefined ? [] : [{ field: 'patient' as const, value: patient, isNot: false }]),
    ...(type === undefined ? [] : [{ field: 'type' as const, value: type, isNot: false }]),
    ...(shareWithPatient === undefined
      ? []
      : [{ field: 'shared' as const, value: shareWithPatient, isNot: false }]),
  ];
}

async function ofWorklist(
  filter: RequisitionFilter,
): Promise<{ readonly ids: readonly string[]; readonly count: number }> {
  const ids: string[] = [];
  const asked = { tab: 'all', terms: getTerms(filter), order: { by: 'name', descending: false } } as const;
  for (let after: string | null | undefined; after !== null; ) {
    const place: { after?: string } = after === undefined ? {} : { after };
    const page = unwrap(await app.engine().call('worklist.page', { ...asked, limit: PAGE, ...place }));
    ids.push(...page.items.map(({ id }) => id));
    after = page.next;
  }
  const { all } = unwrap(await app.engine().call('worklist.counts', { terms: asked.terms }));
  return { ids: ids.sort(), count: all };
}

/** A part of an existing name, in another case; or a text that no name contains. */
const search = fc
  .tuple(fc.nat(), fc.nat({ max: 12 }), fc.integer({ min: 1, max: 9 }), fc.boolean())
  .map(([pick, from, length, isUpper]) => {
    const part = (names[pick % names.length] ?? '').slice(from, from + length);
    return isUpper ? part.toUpperCase() : part.toLowerCase();
  });
const strange = fc.constantFrom('%', '_', '"', "'", '*', 'a*', 'zzz', ' ', 'é', 'HbA1c (', 'NEAR(', '-');
const filter = fc.record(
  {
    patient: fc.nat().map((pick) => patients[pick % patients.length] ?? ''),
    type: fc.constantFrom('general' as const, 'lab' as const, 'imaging' as const),
    search: fc.oneof({ weight: 4, arbitrary: search }, { weight: 1, arbitrary: strange }),
    shareWithPatient: fc.boolean(),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<RequisitionFilter>; // missing keys are missing, never undefined

test('every filter and search of the service finds the same here', async () => {
  expect.hasAssertions();
  await fc.assert(
    fc.asyncProperty(filter, async (asked) => {
      expect({ asked, ids: await ofList(asked) }).toEqual({ asked, ids: await ofService(asked) });
    }),
    { numRuns: QUERIES },
  );
}, 1_200_000);

test('the filters that the worklist shares with the service find the same, and count it', async () => {
  expect.hasAssertions();
  await fc.assert(
    fc.asyncProperty(filter, async ({ search: _search, ...asked }) => {
      const ids = await ofService(asked);
      expect({ asked, ...(await ofWorklist(asked)) }).toEqual({ asked, ids, count: ids.length });
    }),
    { numRuns: Math.ceil(QUERIES / 3) },
  );
}, 1_200_000);
