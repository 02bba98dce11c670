import type { Kind } from '#contract/records.ts';
import type { MissingRecord } from '#contract/missing-records.ts';
import { toEpochMs } from '#contract/time.ts';
import type { Clock } from '#main/base/clock.ts';
import type { CacheClient } from '#main/engine/cache/client.ts';
import type { ErrorCode } from '#contract/result.ts';
import type { RequestRunner } from './request-runner.ts';
import { RECORD_REQUESTS_BY_KIND } from '#main/engine/api/endpoints.ts';

/**
 * Result of a request for one record: it is cached in its current state, the service does not return it, or
 * the result is unknown.
 */
export type OneRecordRefreshResult = 'fresh' | MissingRecord['reason'] | 'unknown';

export interface OneRecordRefreshDeps {
  readonly requests: RequestRunner;
  readonly cache: Pick<CacheClient, 'writeSequence' | 'storeOne'>;
  readonly clock: Clock;
}

export interface RecordKey {
  readonly kind: Kind;
  readonly id: string;
}

/**
 * What an error says about the record itself (service's document, section 7: not shown; see the assumptions).
 */
const MISSING: Partial<Readonly<Record<ErrorCode, MissingRecord['reason']>>> = {
  'not-found': 'gone',
  forbidden: 'forbidden',
};

/**
 * Requests once. Returns 'older' where the response is an earlier state than the cached one, by the service's
 * own times.
 */
async function ask(
  { requests, cache, clock }: OneRecordRefreshDeps,
  { kind, id }: RecordKey,
  signal: AbortSignal,
  isRepeated: boolean,
): Promise<OneRecordRefreshResult | 'older'> {
  let requestedAt = 0;
  const reply = await requests.send((http) => {
    requestedAt = cache.writeSequence();
    return RECORD_REQUESTS_BY_KIND[kind](http, id, signal);
  }, signal);
  if (!reply.ok) return MISSING[reply.error.code] ?? 'unknown';
  const { bytes } = reply.value;
  const fetchedAt = toEpochMs(clock.now());
  const stored = await cache.storeOne({ kind, bytes, requestedAt, fetchedAt, isRepeated });
  if (!stored.ok || stored.value.id !== id) return 'unknown';
  return stored.value.isOlder ? 'older' : 'fresh';
}

/**
 * Requests one record and caches its current state. It removes nothing, whatever the response. An older state
 * than the cached one may come from a page that overtook this request, so the request is repeated once; the
 * second response is accepted.
 */
export async function refreshOneRecord(
  deps: OneRecordRefreshDeps,
  record: RecordKey,
  signal: AbortSignal,
): Promise<OneRecordRefreshResult> {
  const first = await ask(deps, record, signal, false);
  if (first !== 'older') return first;
  const second = await ask(deps, record, signal, true);
  return second === 'older' ? 'unknown' : second;
}
