import { isId, type ServiceId } from '#contract/records.ts';
import { err, ok } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import type { HttpClient, HttpRequest, HttpResult } from '#main/engine/api/http.ts';
import { rawRequisition } from '../../../support/builders.ts';

export const KIND = 'requisition';
export const RECORDS = 12;

export type Fate = 'there' | 'gone' | 'forbidden';

/** The id of the record at a position. */
export const getId = (place: number): ServiceId<'requisition'> => {
  const id = `req_${String(place).padStart(2, '0')}`;
  if (!isId(KIND, id)) throw new Error('not an id');
  return id;
};
export const IDS = Array.from({ length: RECORDS }, (_none, place) => getId(place));
export const getRaw = (id: string): Readonly<Record<string, unknown>> =>
  rawRequisition({
    id,
    // Every third one has an open review.
    reviews:
      Number(id.slice(4)) % 3 === 0
        ? [
            {
              status: 'requested',
              requested_by: 'user_a',
              reviewer: 'user_me',
              requested_at: '2026-01-01T00:00:00.000Z',
            },
          ]
        : [],
  });
export const hasReview = (id: string): boolean => Number(id.slice(4)) % 3 === 0;

/** A service that loses, forbids and returns records, and a gateway before it that may respond wrongly. */
export function createService(serviceNow: () => number) {
  const fates = new Map<string, Fate>(IDS.map((id) => [id, 'there']));
  let gateway = 'ok';
  /** The true time since which every response to the id was the same refusal. */
  const refusedSince = new Map<string, { readonly fate: Fate; readonly at: number }>();
  const answer = (value: unknown): HttpResult =>
    ok({
      status: 200,
      bytes: new TextEncoder().encode(JSON.stringify(value)),
      serverTime: toEpochMs(serviceNow()),
      etag: null,
    });
  const request = async ({ path }: HttpRequest): Promise<HttpResult> => {
    const id = IDS.find((each) => path.endsWith(`/${each}`));
    if (id === undefined) return gateway === 'all' ? err('not-found') : answer({ object: 'list', data: [] });
    const fate = gateway === 'ok' ? (fates.get(id) ?? 'gone') : 'gone';
    if (fate === 'there') {
      refusedSince.delete(id);
      return answer(getRaw(id));
    }
    if (refusedSince.get(id)?.fate !== fate) refusedSince.set(id, { fate, at: serviceNow() });
    return err(fate === 'gone' ? 'not-found' : 'forbidden');
  };
  const http: Pick<HttpClient, 'request'> = { request };
  return {
    http: http as HttpClient, // only requests are made
    fates,
    refusedSince,
    setGateway: (says: string) => {
      gateway = says;
    },
    listed: (drops: number) => IDS.filter((id) => fates.get(id) === 'there').slice(drops),
  };
}
