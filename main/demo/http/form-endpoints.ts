import type { DemoClinicState } from '../clinic.ts';
import {
  createFormInClinic,
  deleteFormInClinic,
  getFormOrThrowNotFound,
  publishFormInClinic,
  updateFormInClinic,
} from '../rules/forms.ts';
import type { Endpoint } from './endpoint.ts';
import {
  createCreationResult,
  createDeletionResult,
  createReadResult,
  createUpdateResult,
} from './responses.ts';
import { ListPageCache, type ListingBehaviour, PAGE_PARAMETERS } from './listing.ts';
import { refuseUnknownParameters } from './query.ts';

/** The endpoints of the service's document, section 4.1. */
export function createFormEndpoints(
  clinic: DemoClinicState,
  behaviour: () => ListingBehaviour,
): readonly Endpoint[] {
  const listing = new ListPageCache(clinic.listed.forms, behaviour, clinic);
  return [
    {
      method: 'POST',
      path: '/v2/forms',
      answer: ({ body }) => createCreationResult(clinic, createFormInClinic(clinic, body)),
    },
    {
      method: 'GET',
      path: '/v2/forms/:id',
      answer: ({ id }) => createReadResult(clinic, getFormOrThrowNotFound(clinic, id, clinic.read.forms)),
    },
    {
      method: 'POST',
      path: '/v2/forms/:id',
      answer: ({ id, body }) =>
        createUpdateResult(clinic, getFormOrThrowNotFound(clinic, id), updateFormInClinic(clinic, id, body)),
    },
    {
      method: 'POST',
      path: '/v2/forms/:id/publish',
      answer: ({ id, body }) =>
        createUpdateResult(clinic, getFormOrThrowNotFound(clinic, id), publishFormInClinic(clinic, id, body)),
    },
    {
      method: 'GET',
      path: '/v2/forms',
      answer: ({ query }) => {
        refuseUnknownParameters(query, PAGE_PARAMETERS);
        return listing.page(query, null);
      },
    },
    {
      method: 'DELETE',
      path: '/v2/forms/:id',
      answer: ({ id }) => {
        deleteFormInClinic(clinic, id);
        return createDeletionResult(clinic, { id, object: 'form' });
      },
    },
  ];
}
