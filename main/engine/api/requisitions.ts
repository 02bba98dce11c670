import type { LongTextField } from '#contract/requisition-fields.ts';
import type { RequisitionType } from '#contract/requisitions.ts';
import type { HttpClient, HttpResult } from './http.ts';
import { type LimitAndOffset, getResourcePath } from './http-types.ts';

const REQUISITIONS = '/v2/requisitions';

/** Body of `POST /v2/requisitions/:id`; absent fields stay unchanged (section 4.2). */
export interface RequisitionUpdateBody extends Readonly<Partial<Record<LongTextField['wire'], string>>> {
  readonly name?: string;
  readonly share_with_patient?: boolean;
  readonly service_facility?: string;
  readonly ordering_provider?: string;
  readonly diagnoses?: readonly object[];
  readonly scripts?: readonly object[];
  /** A review; the service's document does not show its fields. */
  readonly review?: object;
}

/** Body of `POST /v2/requisitions` (section 4.2). */
export interface NewRequisitionBody extends RequisitionUpdateBody {
  readonly patient: string;
  readonly type: RequisitionType;
  readonly ordering_provider: string;
}

/** The filters of `GET /v2/requisitions` (section 4.2). */
export interface RequisitionQuery extends LimitAndOffset {
  readonly patient?: string;
  readonly type?: RequisitionType;
  readonly search?: string;
  readonly share_with_patient?: boolean;
}

/** `POST /v2/requisitions`. Sent over a fresh connection: a second sending would order twice. */
export function createRequisition(
  http: HttpClient,
  body: NewRequisitionBody,
  signal?: AbortSignal,
): Promise<HttpResult> {
  return http.request({ method: 'POST', path: REQUISITIONS, body, once: true, signal });
}

/** Requests one requisition: `GET /v2/requisitions/:id`. */
export function getRequisition(http: HttpClient, id: string, signal?: AbortSignal): Promise<HttpResult> {
  return http.request({ method: 'GET', path: getResourcePath(REQUISITIONS, id), signal });
}

/** `GET /v2/requisitions/:id/pdf`: a signed link that expires within 30 minutes (section 8). Never stored. */
export function getRequisitionPdfLink(
  http: HttpClient,
  id: string,
  signal?: AbortSignal,
): Promise<HttpResult> {
  return http.request({ method: 'GET', path: `${getResourcePath(REQUISITIONS, id)}/pdf`, signal });
}

/**
 * `POST /v2/requisitions/:id`. With `review` it is sent over a fresh connection, because a repeated request
 * may create two reviews.
 */
export function updateRequisition(
  http: HttpClient,
  id: string,
  body: RequisitionUpdateBody,
  signal?: AbortSignal,
): Promise<HttpResult> {
  return http.request({
    method: 'POST',
    path: getResourcePath(REQUISITIONS, id),
    body,
    once: body.review !== undefined,
    signal,
  });
}

/** Requests a page of the list of requisitions: `GET /v2/requisitions`. */
export function listRequisitions(
  http: HttpClient,
  query: RequisitionQuery,
  signal?: AbortSignal,
  knownEtag?: string,
): Promise<HttpResult> {
  return http.request({ method: 'GET', path: REQUISITIONS, query: { ...query }, signal, knownEtag });
}
