import type { Kind } from '#contract/records.ts';
import { err } from '#contract/result.ts';
import { getForm, listForms } from './forms.ts';
import type { LimitAndOffset } from './http-types.ts';
import type { HttpClient, HttpResult } from './http.ts';
import { getNotification, listNotifications } from './notifications.ts';
import { isDeletedRecord } from './parse/envelope.ts';
import { getRequisition, listRequisitions } from './requisitions.ts';

/** Query of a page of a list. Only notifications support `search_from`. */
export interface ServiceListQuery extends LimitAndOffset {
  readonly search_from?: string;
}

type ListPage = (
  http: HttpClient,
  query: ServiceListQuery,
  signal?: AbortSignal,
  knownEtag?: string,
) => Promise<HttpResult>;
type GetOne = (http: HttpClient, id: string, signal?: AbortSignal) => Promise<HttpResult>;

/** For each kind of record, the function that requests a page of its list. */
export const LIST_PAGE_REQUESTS_BY_KIND: Readonly<Record<Kind, ListPage>> = {
  form: listForms,
  requisition: listRequisitions,
  notification: listNotifications,
};

/**
 * Returns a function that requests one record, with 'not-found' where the service answers that it was deleted (see the assumptions:
 * deletedRecords).
 */
function refuseDeleted(getOne: GetOne): GetOne {
  return async (http, id, signal) => {
    const reply = await getOne(http, id, signal);
    const isDeleted = reply.ok && isDeletedRecord(reply.value.bytes, id);
    return isDeleted ? err('not-found', { detail: 'the record was deleted' }) : reply;
  };
}

/** For each kind of record, the function that requests one record by its id. */
export const RECORD_REQUESTS_BY_KIND: Readonly<Record<Kind, GetOne>> = {
  form: refuseDeleted(getForm),
  requisition: refuseDeleted(getRequisition),
  notification: refuseDeleted(getNotification),
};
