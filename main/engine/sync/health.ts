import { KINDS, type Kind } from '#contract/records.ts';
import type { Health, KindHealth } from '#contract/sync-health.ts';
import type { AppError, ErrorCode } from '#contract/result.ts';
import { ZERO_MISSING_RECORD_COUNTS, type MissingRecordCounts } from '#contract/missing-records.ts';
import {
  EMPTY_OUTBOX_COUNTS,
  FINE_LOCAL_STORE_HEALTH,
  type LocalStoreHealth,
  type OutboxCounts,
} from '#contract/outbox.ts';
import { toEpochMs, type EpochMs } from '#contract/time.ts';
import { runInBackground } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import type { Log } from '#main/base/log.ts';
import type { KindSyncState } from '#main/engine/cache/tables/sync-state.ts';

/** Maximum rate of health events: five per second, however fast pages arrive. */
const EMIT_EVERY = SECOND / 5;

type Connection = Health['connection'];

/** The connection state that an error of a request implies. Local errors imply nothing. */
const CONNECTION_AFTER: Partial<Readonly<Record<ErrorCode, Connection>>> = {
  offline: 'offline',
  timeout: 'offline',
  unauthorised: 'signed-out',
  forbidden: 'trouble',
  'rate-limited': 'trouble',
  'server-error': 'trouble',
  'bad-payload': 'trouble',
  'too-large': 'trouble',
  redirected: 'trouble',
  certificate: 'trouble',
  'proxy-unsupported': 'trouble',
};

function createUnknownKind(kind: Kind): KindHealth {
  return {
    kind,
    state: 'never',
    cached: 0,
    received: 0,
    pages: 0,
    quarantined: 0,
    startedAt: null,
    lastSuccessAt: null,
    lastCheckedAt: null,
    order: null,
    suspected: 0,
    error: null,
  };
}

/** The health that an engine reports while no account is open. */
export const NO_ACCOUNT_HEALTH: Health = {
  account: null,
  connection: 'unknown',
  connectionSince: null,
  error: null,
  pausedUntil: null,
  nextRefreshAt: null,
  outbox: EMPTY_OUTBOX_COUNTS,
  localStore: FINE_LOCAL_STORE_HEALTH,
  cacheSetAside: false,
  cacheExpired: false,
  missing: ZERO_MISSING_RECORD_COUNTS,
  kinds: KINDS.map(createUnknownKind),
};

export interface HealthDeps {
  readonly account: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly emit: (health: Health) => void;
}

/** Holds the health of the open account and emits its changes, several at once (throttled). */
export class HealthTracker {
  readonly #deps: HealthDeps;
  #health: Health;
  #emittedAt = -Infinity;
  #isScheduled = false;
  #isClosed = false;

  constructor(deps: HealthDeps) {
    this.#deps = deps;
    this.#health = { ...NO_ACCOUNT_HEALTH, account: deps.account };
  }

  get current(): Health {
    return this.#health;
  }

  /** Sets the state of the cache after it was opened, or reopened after damage. */
  setCacheOpened(wasReplaced: boolean, states: readonly KindSyncState[]): void {
    this.#change({ cacheSetAside: this.#health.cacheSetAside || wasReplaced });
    for (const { kind, outcome, ...counts } of states) this.#updateKind(kind, { ...counts, state: outcome });
  }

  /** Notes that the cache was removed, because the account was not used, and is filled again. */
  setCacheExpired(): void {
    this.#change({ cacheExpired: true });
  }

  /** Sets the connection after a request; null for a success. */
  recordResult(error: AppError | null): void {
    const connection = error === null ? 'online' : CONNECTION_AFTER[error.code];
    if (connection === undefined) return;
    const before = this.#health;
    const isSame = connection === before.connection;
    if (isSame && error?.code === before.error?.code) return;
    const connectionSince = isSame ? before.connectionSince : toEpochMs(this.#deps.clock.now());
    this.#change({ connection, connectionSince, error });
  }

  /** Sets the time before which no request is sent; null where requests may be sent. */
  setPausedUntil(pausedUntil: EpochMs | null): void {
    if (pausedUntil !== this.#health.pausedUntil) this.#change({ pausedUntil });
  }

  /** Sets the time of the next automatic refresh; null where none is due. */
  setNextRefresh(nextRefreshAt: EpochMs | null): void {
    if (nextRefreshAt !== this.#health.nextRefreshAt) this.#change({ nextRefreshAt });
  }

  /** Sets the counts of pending changes. */
  setOutbox(outbox: OutboxCounts): void {
    this.#change({ outbox });
  }

  /** Sets the counts of missing records. */
  setMissing(missing: MissingRecordCounts): void {
    this.#change({ missing });
  }

  /** Sets the state of the local store after it was opened. */
  setLocal(localStore: LocalStoreHealth): void {
    this.#change({ localStore });
  }

  /** Clears the sign-out after new tokens were given: it concerned the old ones. */
  clearSignOut(): void {
    if (this.#health.connection === 'signed-out') {
      this.#change({ connection: 'unknown', connectionSince: null, error: null });
    }
  }

  beginSweep(kind: Kind): void {
    const startedAt = toEpochMs(this.#deps.clock.now());
    this.#updateKind(kind, { state: 'running', received: 0, pages: 0, startedAt, error: null });
  }

  addPage(kind: Kind, records: number): void {
    const { received, pages } = this.#getKind(kind);
    this.#updateKind(kind, { received: received + records, pages: pages + 1 });
  }

  /** Sets the counts after a commit. The outcome of the last sweep comes from `endSweep` alone. */
  setCounts(states: readonly KindSyncState[]): void {
    for (const { kind, outcome: _outcome, ...counts } of states) this.#updateKind(kind, counts);
  }

  endSweep(kind: Kind, state: KindHealth['state'], error: AppError | null): void {
    this.#updateKind(kind, { state, error });
  }

  /** Stops the emission of health events. */
  close(): void {
    this.#isClosed = true;
  }

  #getKind(kind: Kind): KindHealth {
    return this.#health.kinds.find((known) => known.kind === kind) ?? createUnknownKind(kind);
  }

  #updateKind(kind: Kind, change: Partial<KindHealth>): void {
    const kinds = this.#health.kinds.map((known) => (known.kind === kind ? { ...known, ...change } : known));
    this.#change({ kinds });
  }

  #change(change: Partial<Health>): void {
    this.#health = { ...this.#health, ...change };
    if (this.#isScheduled || this.#isClosed) return;
    this.#isScheduled = true;
    runInBackground(this.#emitSoon(), 'the health event could not be sent', this.#deps.log);
  }

  async #emitSoon(): Promise<void> {
    const { clock, emit } = this.#deps;
    await clock.wait(Math.max(0, this.#emittedAt + EMIT_EVERY - clock.monotonic()));
    this.#isScheduled = false;
    this.#emittedAt = clock.monotonic();
    if (!this.#isClosed) emit(this.#health);
  }
}
