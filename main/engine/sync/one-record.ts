import type { Kind } from '#contract/records.ts';
import type { MissingRecord } from '#contract/missing-records.ts';
import { epochMs } from '#contract/time.ts';
import type { Clock } from '#main/base/clock.ts';
import type { Cache } from '#main/engine/cache/client.ts';
import type { ErrorCode } from '#contract/result.ts';
import type { RequestRunner } from './request-runner.ts';
import { GET_ONE } from './pull-kind.ts';

/** What became of a record that was asked for: it is here as it is now, the service does not return it, or nobody knows. */
export type AskedRecord = 'fresh' | MissingRecord['reason'] | 'unknown';

export interface OneRecordDeps {
  readonly requests: RequestRunner;
  readonly cache: Pick<Cache, 'writeSequence' | 'storeOne'>;
  readonly clock: Clock;
}

export interface RecordName {
  readonly kind: Kind;
  readonly id: string;
}

/** What an error says about the record itself (service's document, section 7: not shown; see the assumptions). */
const MISSING: Partial<Readonly<Record<ErrorCode, MissingRecord['reason']>>> = {
  'not-found': 'gone',
  forbidden: 'forbidden',
};

/** Asks once. 'older' where the answer is an earlier state than the one that is here, by the service's own times. */
async function ask(
  { requests, cache, clock }: OneRecordDeps,
  { kind, id }: RecordName,
  signal: AbortSignal,
  isRepeated: boolean,
): Promise<AskedRecord | 'older'> {
  let requestedAt = 0;
  const reply = await requests.ask((http) => {
    requestedAt = cache.writeSequence();
    return GET_ONE[kind](http, id, signal);
  }, signal);
  if (!reply.ok) return MISSING[reply.error.code] ?? 'unknown';
  const { bytes } = reply.value;
  const fetchedAt = epochMs(clock.now());
  const stored = await cache.storeOne({ kind, bytes, requestedAt, fetchedAt, isRepeated });
  if (!stored.ok || stored.value.id !== id) return 'unknown';
  return stored.value.isOlder ? 'older' : 'fresh';
}

/**
 * Asks for one record and keeps what it is now. Nothing is removed, whatever the service says. An earlier state than the one that is
 * here may be a page that overtook the question, so it is asked for once more; the second time it holds.
 */
export async function askForOne(
  deps: OneRecordDeps,
  record: RecordName,
  signal: AbortSignal,
): Promise<AskedRecord> {
  const first = await ask(deps, record, signal, false);
  if (first !== 'older') return first;
  const second = await ask(deps, record, signal, true);
  return second === 'older' ? 'unknown' : second;
}
