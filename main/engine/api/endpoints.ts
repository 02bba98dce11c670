import type { Kind } from '#contract/records.ts';
import { getForm, listForms } from './forms.ts';
import type { LimitAndOffset } from './http-types.ts';
import type { HttpClient, HttpResult } from './http.ts';
import { getNotification, listNotifications } from './notifications.ts';
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

/** For each kind of record, the function that requests one record by its id. */
export const RECORD_REQUESTS_BY_KIND: Readonly<Record<Kind, GetOne>> = {
  form: getForm,
  requisition: getRequisition,
  notification: getNotification,
};
