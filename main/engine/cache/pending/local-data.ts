import type { Kind } from '#contract/records.ts';
import { toEpochMs, type EpochMs } from '#contract/time.ts';
import { toSqlList, sql } from '#main/engine/sqlite/sql.ts';
import { LocalNameIndex } from './local-names.ts';
import type { ReadOnlyLocalStoreView } from './local-view.ts';

function remembered<K, V>(known: Map<K, V>, key: K, find: () => V): V {
  const before = known.get(key);
  if (before !== undefined) return before;
  const found = find();
  known.set(key, found);
  return found;
}

/** Until when a notification is snoozed. */
export interface Snooze {
  readonly until: EpochMs;
  /** The time has come, and the notification is shown again. */
  readonly isOver: boolean;
}

/**
 * What the local store knows about records besides pending changes: local names, follow-up marks and viewed
 * versions.
 */
export class LocalAnnotationsReader {
  /** By which local names are found. */
  readonly names: LocalNameIndex;
  readonly #local: ReadOnlyLocalStoreView;
  #version = '';
  #named = new Map<string, ReadonlySet<string>>();
  #allNamed: ReadonlySet<string> | null = null;
  #followUps = new Map<Kind, ReadonlyMap<string, number | null>>();
  #viewedVersions = new Map<Kind, ReadonlyMap<string, string>>();
  #snoozes: ReadonlyMap<string, Snooze> | null = null;

  constructor(local: ReadOnlyLocalStoreView) {
    this.#local = local;
    this.names = new LocalNameIndex(local);
  }

  /**
   * Returns a text that changes with every commit of the local store. Called before every read; a change
   * invalidates cached results.
   */
  version(): string {
    const version = this.#local.version();
    if (version === this.#version) return version;
    this.#version = version;
    this.#named = new Map();
    this.names.invalidate();
    this.#allNamed = null;
    this.#followUps = new Map();
    this.#viewedVersions = new Map();
    this.#snoozes = null;
    return version;
  }

  /** Returns the ids whose local name contains a text, with and without accents: those that have it as it is first, each by name. */
  idsNamed(normalizedText: string): ReadonlySet<string> {
    return remembered(this.#named, normalizedText, () => this.names.idsContaining(normalizedText));
  }

  /** Returns all ids that have a local name. */
  allNamed(): ReadonlySet<string> {
    this.#allNamed ??= new Set(
      this.#local.all(sql<{ id: string }>`SELECT id FROM directory`).map(({ id }) => id),
    );
    return this.#allNamed;
  }

  /** Returns the local names of those ids that have one. */
  namesOf(ids: readonly string[]): ReadonlyMap<string, string> {
    if (ids.length === 0) return new Map();
    const rows = this.#local.all(sql<{ id: string; name: string }>`
      SELECT id, name FROM directory WHERE id IN ${toSqlList(ids)}`);
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /**
   * Returns the records of a kind with a follow-up mark and the reminder date, epoch milliseconds, by the
   * service's id where there is one.
   */
  followUps(kind: Kind): ReadonlyMap<string, number | null> {
    return remembered(this.#followUps, kind, () => {
      const rows = this.#local.all(sql<{ id: string; remindOn: number | null }>`
        SELECT coalesce(local_id.real, follow_up.id) AS id, remind_on AS remindOn
        FROM follow_up LEFT JOIN local_id ON local_id.local = follow_up.id WHERE follow_up.kind = ${kind}`);
      return new Map(rows.map(({ id, remindOn }) => [id, remindOn]));
    });
  }

  /** Returns the viewed versions of a kind by id, as a hash in hex. */
  viewedVersions(kind: Kind): ReadonlyMap<string, string> {
    return remembered(this.#viewedVersions, kind, () => {
      const rows = this.#local.all(sql<{ id: string; hash: string }>`
        SELECT id, hex(hash) AS hash FROM viewed_version WHERE number IN
          (SELECT max(number) FROM viewed_version WHERE kind = ${kind} GROUP BY id)`);
      return new Map(rows.map(({ id, hash }) => [id, hash]));
    });
  }

  /** Returns the snoozed notifications by id, with those whose time has come. */
  snoozes(): ReadonlyMap<string, Snooze> {
    this.#snoozes ??= new Map(
      this.#local
        .all(sql<{ id: string; until: number; isOver: number }>`
          SELECT notification AS id, until, is_over AS isOver FROM snooze`)
        .map(({ id, until, isOver }) => [id, { until: toEpochMs(until), isOver: isOver === 1 }]),
    );
    return this.#snoozes;
  }

  /** Returns the favourite diagnoses or scripts, newest first. */
  favourites(list: string): readonly { readonly code: string; readonly description: string }[] {
    return this.#local.all(sql<{ code: string; description: string }>`
      SELECT code, description FROM favourite WHERE list = ${list} ORDER BY saved_at DESC, code, description`);
  }
}
