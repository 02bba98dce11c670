import type { Kind } from '#contract/ids.ts';
import { getForm, listForms } from '#main/engine/service/forms.ts';
import type { Http, HttpResult } from '#main/engine/service/http.ts';
import { getNotification, listNotifications } from '#main/engine/service/notifications.ts';
import type { Paging } from '#main/engine/service/paging.ts';
import { getRequisition, listRequisitions } from '#main/engine/service/requisitions.ts';

/** What a page of a list is asked for with. Only notifications know `search_from`. */
export interface ListQuery extends Paging {
  readonly search_from?: string;
}

type ListPage = (
  http: Http,
  query: ListQuery,
  signal: AbortSignal,
  knownEtag?: string,
) => Promise<HttpResult>;
type GetOne = (http: Http, id: string, signal: AbortSignal) => Promise<HttpResult>;

/** Per kind the list endpoint that a sweep pages through. */
export const LIST_PAGE: Readonly<Record<Kind, ListPage>> = {
  form: listForms,
  requisition: listRequisitions,
  notification: listNotifications,
};

/** Per kind the endpoint of one record. */
export const GET_ONE: Readonly<Record<Kind, GetOne>> = {
  form: getForm,
  requisition: getRequisition,
  notification: getNotification,
};
