import type { Clinic } from '../clinic.ts';
import type { Filter } from '../collection.ts';
import type { PdfLink } from '../pdf/links.ts';
import { REQUISITION_TYPES, type RequisitionOutline } from '../resources.ts';
import { createRequisition, findRequisition, updateRequisition } from '../rules/requisitions.ts';
import type { Endpoint } from './endpoint.ts';
import { Listing, type ListingBehaviour, PAGE_PARAMETERS } from './listing.ts';
import { flagParameter, onlyKnown, type Query, textParameter, wordParameter } from './query.ts';

const PARAMETERS = [...PAGE_PARAMETERS, 'patient', 'type', 'search', 'share_with_patient'];

/** The service's document, section 4.2. */
export function requisitionEndpoints(
  clinic: Clinic,
  behaviour: () => ListingBehaviour,
  sign: (id: string) => PdfLink,
): readonly Endpoint[] {
  const listing = new Listing(clinic.requisitions, behaviour);
  return [
    {
      method: 'POST',
      path: '/v2/requisitions',
      answer: ({ body }) => JSON.stringify(createRequisition(clinic, body)),
    },
    {
      method: 'GET',
      path: '/v2/requisitions/:id',
      answer: ({ id }) => JSON.stringify(findRequisition(clinic, id)),
    },
    {
      method: 'GET',
      path: '/v2/requisitions/:id/pdf',
      answer: ({ id }) => JSON.stringify(pdfLink(clinic, sign, id)),
    },
    {
      method: 'POST',
      path: '/v2/requisitions/:id',
      answer: ({ id, body }) => JSON.stringify(updateRequisition(clinic, id, body)),
    },
    {
      method: 'GET',
      path: '/v2/requisitions',
      answer: ({ query }) => listing.page(query, requisitionFilter(query)),
    },
  ];
}

function pdfLink(clinic: Clinic, sign: (id: string) => PdfLink, id: string): object {
  const requisition = findRequisition(clinic, id);
  return { id: requisition.id, object: requisition.object, ...sign(requisition.id) };
}

/**
 * All given filters must match. `search` is a case-insensitive part of the name; an empty one keeps everything.
 */
function requisitionFilter(query: Query): Filter<RequisitionOutline> | null {
  onlyKnown(query, PARAMETERS);
  const patient = textParameter(query, 'patient');
  const type = wordParameter(query, 'type', REQUISITION_TYPES);
  const search = textParameter(query, 'search')?.toLowerCase() ?? '';
  const shared = flagParameter(query, 'share_with_patient');
  if (patient === null && type === null && search === '' && shared === null) return null;
  return {
    key: JSON.stringify([patient, type, search, shared]),
    test: (outline) =>
      (type === null || outline.type === type) &&
      (patient === null || outline.patient === patient) &&
      (shared === null || outline.share_with_patient === shared) &&
      outline.name.toLowerCase().includes(search),
  };
}
