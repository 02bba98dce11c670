import type { EventPayload } from '#contract/api.ts';
import { KINDS } from '#contract/records.ts';
import type { EventName } from '#contract/names.ts';
import { MAX_IDS, type Change } from './cache/ingest/change-feed.ts';
import type { Committed } from './cache/protocol.ts';
import type { LocalDataChanged } from './local/data/protocol.ts';
import type { OpenedLocal, OutboxChanged } from './local/protocol.ts';
import type { HealthBoard } from './sync/health.ts';
import type { UnreadCount } from './watchers/unread-count.ts';

/** Emits an event to the windows. Payloads hold ids, counts and revisions, never a record. */
export type Emit = <N extends EventName>(name: N, payload: EventPayload<N>) => void;

/** Publishes the events of an account's files until the account closes. */
export class EventPublisher {
  readonly #emit: Emit;
  readonly #health: HealthBoard;
  #revision = 0;
  #unread: UnreadCount | null = null;
  #isClosed = false;

  constructor(emit: Emit, health: HealthBoard) {
    this.#emit = emit;
    this.#health = health;
  }

  /** Sets the counter of unread notifications, which is created after the publisher. */
  counting(unread: UnreadCount): void {
    this.#unread = unread;
    unread.changed();
  }

  committed({ changes, states }: Committed): void {
    if (this.#isClosed) return;
    this.#health.committed(states);
    for (const change of changes) this.#changed(change);
  }

  /**
   * Emits change events for the touched records too: pending changes are applied when records are read.
   */
  outboxChanged({ counts, touched }: OutboxChanged): void {
    if (this.#isClosed) return;
    this.#health.outboxChanged(counts);
    this.#emit('outbox', counts);
    for (const [kind, records] of Map.groupBy(touched, (record) => record.kind)) {
      const ids = records.length > MAX_IDS ? [] : records.map(({ id }) => id);
      this.#changed({ revision: this.#revision, kind, ids });
    }
  }

  /** Publishes a change of the local store outside the outbox. */
  localDataChanged(change: LocalDataChanged): void {
    if (!this.#isClosed) this.#emit('localDataChanged', change);
  }

  /** Publishes that the local store was reopened. The state of any pending change may differ from now on. */
  localReopened({ health, counts }: OpenedLocal): void {
    if (this.#isClosed) return;
    // A problem that the first opening found still holds where the second one found none.
    if (health.state !== 'fine') this.#health.localOpened(health);
    this.outboxChanged({ counts, touched: [] });
    for (const kind of KINDS) this.#changed({ revision: this.#revision, kind, ids: [] });
  }

  #changed(change: Change): void {
    this.#revision = change.revision;
    this.#emit('changed', change);
    if (change.kind === 'notification') this.#unread?.changed();
  }

  close(): void {
    this.#isClosed = true;
    this.#unread?.close();
    this.#health.close();
  }
}
