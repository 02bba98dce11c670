import type { DemoClinicState } from '../clinic.ts';
import type { RecordFilter } from '../collection.ts';
import type { DialectChoices } from '../dialect/unspecified-points.ts';
import { createNameMatcher } from '../dialect/text.ts';
import type { DemoPdfLink } from '../pdf/links.ts';
import { DEMO_REQUISITION_TYPES, type RequisitionOutline } from '../resources.ts';
import {
  createRequisitionInClinic,
  getRequisitionOrThrowNotFound,
  updateRequisitionInClinic,
} from '../rules/requisitions.ts';
import type { Endpoint } from './endpoint.ts';
import { ListPageCache, type ListingBehaviour, PAGE_PARAMETERS } from './listing.ts';
import {
  readBooleanParameter,
  refuseUnknownParameters,
  type QueryParameters,
  readTextParameter,
  readEnumParameter,
} from './query.ts';
import { createCreationResult, createReadResult, createUpdateResult } from './responses.ts';

const PARAMETERS = [...PAGE_PARAMETERS, 'patient', 'type', 'search', 'share_with_patient'];

/** The endpoints of the service's document, section 4.2. */
export function createRequisitionEndpoints(
  clinic: DemoClinicState,
  behaviour: () => ListingBehaviour,
  sign: (id: string) => DemoPdfLink,
): readonly Endpoint[] {
  const listing = new ListPageCache(clinic.listed.requisitions, behaviour, clinic);
  return [
    {
      method: 'POST',
      path: '/v2/requisitions',
      answer: ({ body }) => createCreationResult(clinic, createRequisitionInClinic(clinic, body)),
    },
    {
      method: 'GET',
      path: '/v2/requisitions/:id',
      answer: ({ id }) =>
        createReadResult(clinic, getRequisitionOrThrowNotFound(clinic, id, clinic.read.requisitions)),
    },
    {
      method: 'GET',
      path: '/v2/requisitions/:id/pdf',
      answer: ({ id }) => ({ status: 200, json: JSON.stringify(createPdfLink(clinic, sign, id)), id }),
    },
    {
      method: 'POST',
      path: '/v2/requisitions/:id',
      answer: ({ id, body }) =>
        createUpdateResult(
          clinic,
          getRequisitionOrThrowNotFound(clinic, id),
          updateRequisitionInClinic(clinic, id, body),
        ),
    },
    {
      method: 'GET',
      path: '/v2/requisitions',
      answer: ({ query }) => listing.page(query, toRequisitionFilter(clinic.choices, query)),
    },
  ];
}

function createPdfLink(clinic: DemoClinicState, sign: (id: string) => DemoPdfLink, id: string): object {
  const requisition = getRequisitionOrThrowNotFound(clinic, id);
  return clinic.toWire({ id: requisition.id, object: requisition.object, ...sign(requisition.id) });
}

/**
 * Returns the filter of a query: all given filters must match. `search` is a case-insensitive part of the
 * name; an empty one matches everything. The dialect decides what a part is, and whether `patient` filters.
 */
function toRequisitionFilter(
  choices: DialectChoices,
  query: QueryParameters,
): RecordFilter<RequisitionOutline> | null {
  refuseUnknownParameters(query, PARAMETERS);
  const named = readTextParameter(query, 'patient');
  const patient = choices.patientFilter === 'ignored' ? null : named;
  const type = readEnumParameter(query, 'type', DEMO_REQUISITION_TYPES);
  const search = readTextParameter(query, 'search') ?? '';
  const shared = readBooleanParameter(query, 'share_with_patient');
  if (patient === null && type === null && search === '' && shared === null) return null;
  const isFound = createNameMatcher(search, choices.search);
  return {
    key: JSON.stringify([patient, type, search, shared]),
    test: (outline) =>
      (type === null || outline.type === type) &&
      (patient === null || outline.patient === patient) &&
      (shared === null || outline.share_with_patient === shared) &&
      isFound(outline.name),
  };
}
