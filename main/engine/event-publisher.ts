import type { EventPayload } from '#contract/api.ts';
import { KINDS } from '#contract/records.ts';
import type { EngineEventName } from '#contract/ipc-names.ts';
import { MAX_CHANGED_IDS, type CommittedChange } from './cache/ingest/change-feed.ts';
import type { CommitSummary } from './cache/ingest/protocol.ts';
import type { LocalDataChanged } from './local/data/protocol.ts';
import type { LocalStoreOpenResult, OutboxChanged } from './local/protocol.ts';
import type { HealthTracker } from './sync/health.ts';
import type { UnreadCounter } from './watchers/unread-count.ts';

/** Emits an event to the windows. Payloads hold ids, counts and revisions, never a record. */
export type EmitEvent = <N extends EngineEventName>(name: N, payload: EventPayload<N>) => void;

/** Publishes the events of an account's files until the account closes. */
export class AccountEventPublisher {
  readonly #emit: EmitEvent;
  readonly #health: HealthTracker;
  #revision = 0;
  #unread: UnreadCounter | null = null;
  #isClosed = false;

  constructor(emit: EmitEvent, health: HealthTracker) {
    this.#emit = emit;
    this.#health = health;
  }

  /** Sets the counter of unread notifications, which is created after the publisher. */
  setUnreadCounter(unread: UnreadCounter): void {
    this.#unread = unread;
    unread.scheduleCount();
  }

  publishCommit({ changes, states }: CommitSummary): void {
    if (this.#isClosed) return;
    this.#health.setCounts(states);
    for (const change of changes) this.#publishChange(change);
  }

  /**
   * Emits change events for the touched records too: pending changes are applied when records are read.
   */
  publishOutboxChange({ counts, touched }: OutboxChanged): void {
    if (this.#isClosed) return;
    this.#health.setOutbox(counts);
    this.#emit('outbox', counts);
    for (const [kind, records] of Map.groupBy(touched, (record) => record.kind)) {
      const ids = records.length > MAX_CHANGED_IDS ? [] : records.map(({ id }) => id);
      this.#publishChange({ revision: this.#revision, kind, ids });
    }
  }

  /** Publishes a change of the local store outside the outbox. */
  publishLocalDataChange(change: LocalDataChanged): void {
    if (this.#isClosed) return;
    this.#emit('localDataChanged', change);
    if (change.what === 'snoozes') this.#unread?.scheduleCount();
  }

  /** Publishes that the local store was reopened. The state of any pending change may differ from now on. */
  publishLocalReopened({ health, counts }: LocalStoreOpenResult): void {
    if (this.#isClosed) return;
    // A problem with the file that was found at the first opening still holds where reopening found none.
    if (health.state !== 'fine') this.#health.setLocal(health);
    this.publishOutboxChange({ counts, touched: [] });
    for (const kind of KINDS) this.#publishChange({ revision: this.#revision, kind, ids: [] });
  }

  #publishChange(change: CommittedChange): void {
    this.#revision = change.revision;
    this.#emit('changed', change);
    if (change.kind === 'notification') this.#unread?.scheduleCount();
  }

  close(): void {
    this.#isClosed = true;
    this.#unread?.close();
    this.#health.close();
  }
}
