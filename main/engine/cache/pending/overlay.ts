import type { Kind } from '#contract/records.ts';
import { resolveServiceId } from '#main/engine/local/ids.ts';
import {
  getLastPendingChangeLogNumber,
  readIdsWithChangedPending,
} from '#main/engine/local/outbox/change-log.ts';
import type { JsonObject } from '#main/engine/api/parse/fields.ts';
import { changeTempTablesOnReadOnlyConnection } from '#main/engine/sqlite/connection.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import { readChangesSince, getCacheRevision, type ChangesSince } from '../ingest/change-feed.ts';
import { FORM_LIST } from '../lists/forms.ts';
import { NOTIFICATION_LIST } from '../lists/notifications.ts';
import { getRawRecord } from '../tables/bodies.ts';
import type { RawRecord } from '../tables/body-blocks.ts';
import { REQUISITION_LIST } from '../lists/requisitions.ts';
import { updateUsualWaitsOfPendingRequisitions } from '../tables/pending-tables.ts';
import { listUsualWaits } from '../tables/usual-waits.ts';
import type { ReadOnlyLocalStoreView } from './local-view.ts';
import { ListWithPendingChanges } from './pending-list.ts';
import { ThreadsWithPendingReadFlags } from './pending-threads.ts';
import { applyPendingChanges, readPendingChangesByRecord, type PendingChangesOfRecord } from './pending.ts';

/** A cached record with its pending changes, found by its service id or its local id; either may be absent. */
export interface CachedRecordAndPendingChanges {
  /** The service's id; the local id until there is one. */
  readonly id: string;
  /** The cached record, byte for byte. */
  readonly stored: RawRecord | undefined;
  readonly waiting: PendingChangesOfRecord | undefined;
}

/** The overlay: pending changes of the outbox applied over cached records. */
export class PendingOverlay {
  readonly requisition = new ListWithPendingChanges(REQUISITION_LIST);
  readonly form = new ListWithPendingChanges(FORM_LIST);
  readonly notification = new ListWithPendingChanges(NOTIFICATION_LIST);
  readonly #threads = new ThreadsWithPendingReadFlags();
  readonly #lists = [this.requisition, this.form, this.notification] as const;
  readonly #cache: Connection;
  readonly #local: ReadOnlyLocalStoreView;
  readonly #waiting = new Map<string, PendingChangesOfRecord>();
  /** The number of the newest change in the outbox that was read, and the file that it is in. */
  #read: { readonly last: number; readonly openings: number } | null = null;
  #localVersion = '';
  #cacheVersion = -1;
  /** Revision of the cache up to which changes are applied; null without pending changes. */
  #revision: number | null = null;
  /** The usual waits that the requisitions with pending changes were written with, as a text; empty where that is unknown. */
  #usualWaits = '';
  /** True where a read failed: the rollback of its transaction also takes back its changes of TEMP tables. */
  #isUncertain = false;

  constructor(cache: Connection, local: ReadOnlyLocalStoreView) {
    this.#cache = cache;
    this.#local = local;
  }

  /**
   * Runs a read on a snapshot of both files. The snapshot of the local store comes first: a confirmed
   * change is stored in the cache before it leaves the outbox, so at least one of the two contains it.
   */
  runRead<T>(work: () => T): T {
    try {
      return this.#local.snapshot(() =>
        this.#cache.transaction(() => {
          if (this.#isUncertain) this.#clear();
          this.#catchUp();
          return work();
        }),
      );
    } catch (thrown) {
      this.#isUncertain = true;
      throw thrown;
    }
  }

  /** Returns one record; undefined for an unknown local id. */
  record(kind: Kind, id: string): CachedRecordAndPendingChanges | undefined {
    const known = resolveServiceId(this.#local, id);
    if (known === undefined) return undefined;
    const waiting = this.#waiting.get(known);
    return {
      id: known,
      stored: getRawRecord(this.#cache, kind, known),
      waiting: waiting?.kind === kind ? waiting : undefined,
    };
  }

  /** Returns the pending changes of a record, by the id under which they are stored. */
  waitingFor(id: string): PendingChangesOfRecord | undefined {
    return this.#waiting.get(id);
  }

  /** Forgets everything that follows from the two files, so that it is read again. */
  #clear(): void {
    changeTempTablesOnReadOnlyConnection(this.#cache, () => {
      for (const list of this.#lists) list.clear(this.#cache);
      this.#threads.clear(this.#cache);
    });
    this.#waiting.clear();
    this.#read = null;
    this.#localVersion = '';
    this.#cacheVersion = -1;
    this.#revision = null;
    this.#isUncertain = false;
  }

  #catchUp(): void {
    const local = this.#local.version();
    const cache = Number(this.#cache.pragma('data_version'));
    if (local === this.#localVersion && cache === this.#cacheVersion) return;
    const touched = local === this.#localVersion ? new Set<string>() : this.#readWaiting();
    const follows = this.#waiting.size > 0;
    const changed = follows ? this.#changed(cache) : null;
    const changes = { waiting: this.#waiting, touched, changed };
    const toUpdate = this.#lists.filter((list) => list.update(this.#cache, changes));
    const usualWaits = this.#readUsualWaits(cache);
    const areWaitsOld = usualWaits !== this.#usualWaits && usualWaits !== '';
    if (toUpdate.length > 0 || areWaitsOld) {
      changeTempTablesOnReadOnlyConnection(this.#cache, () => {
        for (const list of toUpdate) {
          const rows = list.write(this.#cache);
          if (list === this.notification) this.#threads.write(this.#cache, rows);
        }
        if (areWaitsOld) updateUsualWaitsOfPendingRequisitions(this.#cache);
      });
    }
    this.#revision = follows ? (changed?.revision ?? getCacheRevision(this.#cache)) : null;
    this.#usualWaits = usualWaits;
    this.#localVersion = local;
    this.#cacheVersion = cache;
  }

  /** Returns the usual waits as a text, read again where the cache has changed; empty without pending requisitions. */
  #readUsualWaits(cacheVersion: number): string {
    if (!this.requisition.hasPending) return '';
    return cacheVersion === this.#cacheVersion
      ? this.#usualWaits
      : JSON.stringify(listUsualWaits(this.#cache));
  }

  /** Reads the pending changes that changed. Returns the ids of their records; null where all were read. */
  #readWaiting(): ReadonlySet<string> | null {
    const { openings } = this.#local;
    const changes =
      this.#read?.openings === openings ? readIdsWithChangedPending(this.#local, this.#read.last) : null;
    const targets = changes?.targets ?? null;
    const fresh = readPendingChangesByRecord(this.#local, this.#waiting, targets);
    for (const id of targets ?? this.#waiting.keys()) this.#waiting.delete(id);
    for (const [id, pending] of fresh) this.#waiting.set(id, pending);
    this.#read = { openings, last: changes?.last ?? getLastPendingChangeLogNumber(this.#local) };
    return targets;
  }

  /** Returns what changed in the cache since the last read; null where that is unknown. */
  #changed(version: number): ChangesSince | null {
    const revision = this.#revision;
    if (revision === null) return null;
    return version === this.#cacheVersion
      ? { revision, ids: new Map() }
      : readChangesSince(this.#cache, revision);
  }
}

/** Returns the record with its pending changes as an object; null where there is none. */
export function getRecordWithPending({ stored, waiting }: CachedRecordAndPendingChanges): JsonObject | null {
  const raw = stored === undefined ? null : (JSON.parse(stored.raw) as JsonObject); // The cache stores JSON objects only.
  return waiting === undefined ? raw : applyPendingChanges(raw, waiting);
}

/**
 * Returns the record with its pending changes as text, byte for byte where nothing is pending; null where
 * there is none.
 */
export function toRawWithPending(found: CachedRecordAndPendingChanges): string | null {
  if (found.waiting === undefined) return found.stored?.raw ?? null;
  const pending = getRecordWithPending(found);
  return pending === null ? null : JSON.stringify(pending);
}
