import type { Clinic } from '../clinic.ts';
import type { Filter } from '../collection.ts';
import type { Choices } from '../dialect/points.ts';
import { nameSearch } from '../dialect/text.ts';
import type { PdfLink } from '../pdf/links.ts';
import { REQUISITION_TYPES, type RequisitionOutline } from '../resources.ts';
import { createRequisition, findRequisition, updateRequisition } from '../rules/requisitions.ts';
import type { Endpoint } from './endpoint.ts';
import { Listing, type ListingBehaviour, PAGE_PARAMETERS } from './listing.ts';
import { flagParameter, onlyKnown, type Query, textParameter, wordParameter } from './query.ts';
import { createdAnswer, readAnswer, updatedAnswer } from './responses.ts';

const PARAMETERS = [...PAGE_PARAMETERS, 'patient', 'type', 'search', 'share_with_patient'];

/** The endpoints of the service's document, section 4.2. */
export function requisitionEndpoints(
  clinic: Clinic,
  behaviour: () => ListingBehaviour,
  sign: (id: string) => PdfLink,
): readonly Endpoint[] {
  const listing = new Listing(clinic.requisitions, behaviour, clinic);
  return [
    {
      method: 'POST',
      path: '/v2/requisitions',
      answer: ({ body }) => createdAnswer(clinic, createRequisition(clinic, body)),
    },
    {
      method: 'GET',
      path: '/v2/requisitions/:id',
      answer: ({ id }) => readAnswer(clinic, findRequisition(clinic, id)),
    },
    {
      method: 'GET',
      path: '/v2/requisitions/:id/pdf',
      answer: ({ id }) => ({ status: 200, json: JSON.stringify(pdfLink(clinic, sign, id)), id }),
    },
    {
      method: 'POST',
      path: '/v2/requisitions/:id',
      answer: ({ id, body }) =>
        updatedAnswer(clinic, findRequisition(clinic, id), updateRequisition(clinic, id, body)),
    },
    {
      method: 'GET',
      path: '/v2/requisitions',
      answer: ({ query }) => listing.page(query, requisitionFilter(clinic.choices, query)),
    },
  ];
}

function pdfLink(clinic: Clinic, sign: (id: string) => PdfLink, id: string): object {
  const requisition = findRequisition(clinic, id);
  return { id: requisition.id, object: requisition.object, ...sign(requisition.id) };
}

/**
 * Returns the filter of a query: all given filters must match. `search` is a case-insensitive part of the
 * name; an empty one matches everything. The dialect decides what a part is, and whether `patient` filters.
 */
function requisitionFilter(choices: Choices, query: Query): Filter<RequisitionOutline> | null {
  onlyKnown(query, PARAMETERS);
  const named = textParameter(query, 'patient');
  const patient = choices.patientFilter === 'ignored' ? null : named;
  const type = wordParameter(query, 'type', REQUISITION_TYPES);
  const search = textParameter(query, 'search') ?? '';
  const shared = flagParameter(query, 'share_with_patient');
  if (patient === null && type === null && search === '' && shared === null) return null;
  const isFound = nameSearch(search, choices.search);
  return {
    key: JSON.stringify([patient, type, search, shared]),
    test: (outline) =>
      (type === null || outline.type === type) &&
      (patient === null || outline.patient === patient) &&
      (shared === null || outline.share_with_patient === shared) &&
      isFound(outline.name),
  };
}
