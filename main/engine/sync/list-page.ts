import type { Kind } from '#contract/ids.ts';
import type { Result } from '#contract/result.ts';
import { listForms } from '#main/engine/service/forms.ts';
import type { Answer, Http } from '#main/engine/service/http.ts';
import { listNotifications } from '#main/engine/service/notifications.ts';
import type { Paging } from '#main/engine/service/paging.ts';
import { listRequisitions } from '#main/engine/service/requisitions.ts';

type ListPage = (http: Http, paging: Paging, signal?: AbortSignal) => Promise<Result<Answer>>;

/** Per kind the list endpoint that a sweep pages through, without filters. */
export const LIST_PAGE: Readonly<Record<Kind, ListPage>> = {
  form: listForms,
  requisition: listRequisitions,
  notification: listNotifications,
};
