import type { Kind } from '#contract/ids.ts';
import { epochMs } from '#contract/time.ts';
import type { Clock } from '#main/base/clock.ts';
import type { Cache } from '#main/engine/cache/cache.ts';
import type { Asker } from './asker.ts';
import { GET_ONE } from './list-page.ts';

/** What became of a record that was asked for: it is here as it is now, it is gone from the service, or nobody knows. */
export type RecordState = 'fresh' | 'gone' | 'unknown';

export interface OneRecordDeps {
  readonly asker: Asker;
  readonly cache: Pick<Cache, 'moment' | 'storeOne' | 'removeOne'>;
  readonly clock: Clock;
}

/**
 * Asks for one record and keeps what it is now. A form that the service does not know any more is dropped here too; other kinds
 * cannot be deleted there (service's document, section 4), so they stay whatever it says.
 */
export async function askForOne(
  { asker, cache, clock }: OneRecordDeps,
  { kind, id }: { readonly kind: Kind; readonly id: string },
  signal: AbortSignal,
): Promise<RecordState> {
  let requestedAt = 0;
  const reply = await asker.ask((http) => {
    requestedAt = cache.moment();
    return GET_ONE[kind](http, id, signal);
  }, signal);
  if (reply.ok) {
    const { bytes } = reply.value;
    const stored = await cache.storeOne({ kind, bytes, requestedAt, fetchedAt: epochMs(clock.now()) });
    return stored.ok && stored.value.id === id ? 'fresh' : 'unknown';
  }
  if (reply.error.code !== 'not-found') return 'unknown';
  if (kind !== 'form') return 'gone';
  const removed = await cache.removeOne({ kind, id });
  return removed.ok ? 'gone' : 'unknown';
}
