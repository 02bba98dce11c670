import type { Clinic } from '../clinic.ts';
import { createForm, deleteForm, requireForm, publishForm, updateForm } from '../rules/forms.ts';
import type { Endpoint } from './endpoint.ts';
import { createDeleteEnvelope, answerCreate, answerRead, answerUpdate } from './responses.ts';
import { ListPageCache, type ListingBehaviour, PAGE_PARAMETERS } from './listing.ts';
import { refuseUnknownParameters } from './query.ts';

/** The endpoints of the service's document, section 4.1. */
export function createFormEndpoints(clinic: Clinic, behaviour: () => ListingBehaviour): readonly Endpoint[] {
  const listing = new ListPageCache(clinic.forms, behaviour, clinic);
  return [
    {
      method: 'POST',
      path: '/v2/forms',
      answer: ({ body }) => answerCreate(clinic, createForm(clinic, body)),
    },
    { method: 'GET', path: '/v2/forms/:id', answer: ({ id }) => answerRead(clinic, requireForm(clinic, id)) },
    {
      method: 'POST',
      path: '/v2/forms/:id',
      answer: ({ id, body }) => answerUpdate(clinic, requireForm(clinic, id), updateForm(clinic, id, body)),
    },
    {
      method: 'POST',
      path: '/v2/forms/:id/publish',
      answer: ({ id, body }) => answerUpdate(clinic, requireForm(clinic, id), publishForm(clinic, id, body)),
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
        deleteForm(clinic, id);
        return { status: 200, json: createDeleteEnvelope(id, 'form'), id };
      },
    },
  ];
}
