import type { Kind } from '#contract/records.ts';
import { resolveId } from '#main/engine/local/ids.ts';
import type { JsonObject } from '#main/engine/api/parse/fields.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import { changedSince, lastRevision, type ChangedSince } from '../ingest/change-feed.ts';
import { FORMS } from '../lists/forms.ts';
import { NOTIFICATIONS } from '../lists/notifications.ts';
import { rawRecord, type RawRecord } from '../tables/bodies.ts';
import { REQUISITIONS } from '../lists/requisitions.ts';
import type { LocalView } from './local-view.ts';
import { PendingList } from './pending-list.ts';
import { applyPending, readWaiting, type AllWaiting, type Waiting } from './pending.ts';

/** One record, found by either of its ids. */
export interface FoundRecord {
  /** The id by which the service knows it; this desk's while there is no other. */
  readonly id: string;
  /** As cached, to the letter. */
  readonly stored: RawRecord | undefined;
  readonly waiting: Waiting | undefined;
}

/** What waits in the outbox, laid over what the cache has. */
export class Overlay {
  readonly requisition = new PendingList(REQUISITIONS);
  readonly form = new PendingList(FORMS);
  readonly notification = new PendingList(NOTIFICATIONS);
  readonly #cache: Connection;
  readonly #local: LocalView;
  #waiting: AllWaiting = new Map();
  #localVersion = '';
  #cacheVersion = -1;
  /** How far the cache's changes are taken in; null while nothing waits. */
  #revision: number | null = null;

  constructor(cache: Connection, local: LocalView) {
    this.#cache = cache;
    this.#local = local;
  }

  /**
   * Runs a read over both files as they are now. The desk's moment is fixed first: a write that was acknowledged stands in the
   * cache before it leaves the desk, so it is found in one of them at least.
   */
  reading<T>(work: () => T): T {
    return this.#local.snapshot(() =>
      this.#cache.transaction(() => {
        this.#catchUp();
        return work();
      }),
    );
  }

  /** One record; undefined for a local id that nobody gave. */
  record(kind: Kind, id: string): FoundRecord | undefined {
    const known = resolveId(this.#local, id);
    if (known === undefined) return undefined;
    const waiting = this.#waiting.get(known);
    return {
      id: known,
      stored: rawRecord(this.#cache, kind, known),
      waiting: waiting?.kind === kind ? waiting : undefined,
    };
  }

  /** What waits for a record, by the id under which it waits. */
  waitingFor(id: string): Waiting | undefined {
    return this.#waiting.get(id);
  }

  #catchUp(): void {
    const local = this.#local.version();
    const cache = Number(this.#cache.pragma('data_version'));
    if (local === this.#localVersion && cache === this.#cacheVersion) return;
    if (local !== this.#localVersion) this.#waiting = readWaiting(this.#local, this.#waiting);
    const waiting = [...this.#waiting.values()];
    const follows = waiting.length > 0;
    const changed = follows ? this.#changed(cache) : null;
    for (const list of [this.requisition, this.form, this.notification]) {
      list.update(this.#cache, waiting, changed);
    }
    this.#revision = follows ? (changed?.revision ?? lastRevision(this.#cache)) : null;
    this.#localVersion = local;
    this.#cacheVersion = cache;
  }

  /** What changed in the cache since the last time; null where nobody can tell. */
  #changed(version: number): ChangedSince | null {
    const revision = this.#revision;
    if (revision === null) return null;
    return version === this.#cacheVersion
      ? { revision, ids: new Map() }
      : changedSince(this.#cache, revision);
  }
}

/** The record as it will be, as an object; null where there is none. */
export function recordWithPending({ stored, waiting }: FoundRecord): JsonObject | null {
  const raw = stored === undefined ? null : (JSON.parse(stored.raw) as JsonObject); // the cache keeps objects alone
  return waiting === undefined ? raw : applyPending(raw, waiting);
}

/** The record as it will be, as a text: to the letter where nothing waits; null where there is none. */
export function rawWithPending(found: FoundRecord): string | null {
  if (found.waiting === undefined) return found.stored?.raw ?? null;
  const pending = recordWithPending(found);
  return pending === null ? null : JSON.stringify(pending);
}
