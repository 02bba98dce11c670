import type { HttpClient, HttpResult } from './http.ts';
import { type LimitAndOffset, getResourcePath } from './http-types.ts';

const FORMS = '/v2/forms';

/** Who may use a form, as requests and responses have it (service's document, section 2.2). */
export interface UsableByBody {
  readonly usable_by_all: boolean;
  readonly usable_by: {
    readonly medical_centers: readonly string[];
    readonly specializations: readonly string[];
    readonly peer_groups: readonly string[];
    readonly individuals: readonly string[];
  };
}

/** Body of `POST /v2/forms` (section 4.1). */
export interface NewFormBody {
  readonly name: string;
  readonly description?: string;
  readonly usable_by?: UsableByBody;
}

/** Body of `POST /v2/forms/:id`; absent fields stay unchanged (section 4.1). */
export interface FormUpdateBody {
  readonly name?: string;
  readonly description?: string;
  readonly has_unpublished_changes?: boolean;
  readonly usable_by?: UsableByBody;
  /** The whole list; the shape of its elements on update is not shown. */
  readonly request_completion_from?: readonly unknown[];
}

/** `POST /v2/forms`. Sent over a fresh connection: a second sending would make a second form. */
export function createForm(http: HttpClient, body: NewFormBody, signal?: AbortSignal): Promise<HttpResult> {
  return http.request({ method: 'POST', path: FORMS, body, once: true, signal });
}

/** Requests one form: `GET /v2/forms/:id`. */
export function getForm(http: HttpClient, id: string, signal?: AbortSignal): Promise<HttpResult> {
  return http.request({ method: 'GET', path: getResourcePath(FORMS, id), signal });
}

/** Changes a form: `POST /v2/forms/:id`. */
export function updateForm(
  http: HttpClient,
  id: string,
  body: FormUpdateBody,
  signal?: AbortSignal,
): Promise<HttpResult> {
  return http.request({ method: 'POST', path: getResourcePath(FORMS, id), body, signal });
}

/** `POST /v2/forms/:id/publish`. Sent over a fresh connection: a second sending would publish again. */
export function publishForm(http: HttpClient, id: string, signal?: AbortSignal): Promise<HttpResult> {
  return http.request({
    method: 'POST',
    path: `${getResourcePath(FORMS, id)}/publish`,
    body: {},
    once: true,
    signal,
  });
}

/** Requests a page of the list of forms: `GET /v2/forms`. */
export function listForms(
  http: HttpClient,
  query: LimitAndOffset,
  signal?: AbortSignal,
  knownEtag?: string,
): Promise<HttpResult> {
  return http.request({ method: 'GET', path: FORMS, query: { ...query }, signal, knownEtag });
}

/** `DELETE /v2/forms/:id`; `checkDeleteEnvelope` checks its response. */
export function deleteForm(http: HttpClient, id: string, signal?: AbortSignal): Promise<HttpResult> {
  return http.request({ method: 'DELETE', path: getResourcePath(FORMS, id), signal });
}
