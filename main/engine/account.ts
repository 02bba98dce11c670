import type { EventPayload } from '#contract/api.ts';
import type { Health } from '#contract/health.ts';
import type { EventName } from '#contract/names.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { drop } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import type { Log } from '#main/base/log.ts';
import type { Random } from '#main/base/random.ts';
import { LivingCache } from './cache/living-cache.ts';
import type { CacheFile } from './cache/open.ts';
import type { Committed, OpenedCache } from './cache/protocol.ts';
import type { Http } from './service/http.ts';
import { HealthBoard } from './sync/health.ts';
import { Sync } from './sync/sync.ts';

/** Tells the windows of something; payloads hold ids, counts and revisions, never a record. */
export type Emit = <N extends EventName>(name: N, payload: EventPayload<N>) => void;

export interface AccountDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly emit: Emit;
  /** The cache worker's entry: its source, or its bundle. */
  readonly workerUrl: URL;
}

/** The account whose files are open. */
export interface OpenAccount {
  readonly http: Http;
  readonly cache: Pick<LivingCache, 'read'>;
  readonly sync: Pick<Sync, 'run' | 'stop'>;
  readonly health: Pick<HealthBoard, 'current' | 'renewed'>;
  /** Stops the sync, keeps what has arrived, ends the threads. Nothing is told of this account afterwards. */
  close(): Promise<void>;
}

/** Opens an account's cache and joins it with its way to the service. Answers why where the cache cannot be opened. */
export async function openAccount(
  id: string,
  file: CacheFile,
  http: Http,
  { clock, random, log, emit, workerUrl }: AccountDeps,
): Promise<Result<OpenAccount>> {
  const health = new HealthBoard({
    account: id,
    clock,
    log,
    emit: (current: Health) => emit('health', current),
  });
  let isClosed = false;
  const onCommitted = ({ changes, states }: Committed): void => {
    if (isClosed) return;
    health.committed(states);
    for (const change of changes) emit('changed', change);
  };
  const onRevived = ({ setAside, states }: OpenedCache): void => {
    health.opened(setAside, states);
    drop(fetchAgain(), 'the records could not be fetched again', log);
  };
  const cache = new LivingCache({ ...file, workerUrl, log, onCommitted, onRevived });
  const sync = new Sync({ http, cache, health, clock, random });
  const fetchAgain = async (): Promise<void> => {
    await sync.stop(err('storage-damaged').error);
    if (!isClosed) await sync.run();
  };

  const opened = await cache.open();
  if (!opened.ok) return opened;
  health.opened(opened.value.setAside, opened.value.states);
  return ok({
    http,
    cache,
    sync,
    health,
    close: async () => {
      isClosed = true;
      health.close();
      await sync.stop();
      await cache.close();
      await http.close();
    },
  });
}
