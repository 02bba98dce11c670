import { copyFileSync } from 'node:fs';
import path from 'node:path';
import type { AccessLogCheckResult, AccessEntry, AccessLogHead } from '#contract/access-log.ts';
import { openDatabaseFile } from '#main/engine/sqlite/connection.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { testEngine, type TestEngine, unwrap } from './engine.ts';

/** The key of the access log in tests. */
export const LOG_KEY = 'ac'.repeat(32);

/** An access log of a data folder, whose head is saved outside it when the engine closes. */
export interface TestAccessLog {
  readonly file: string;
  /** The heads that were saved outside the file, oldest first. */
  readonly heads: readonly AccessLogHead[];
  /** Opens an engine with the log while `work` runs. */
  readonly withEngine: <T>(work: (engine: TestEngine) => Promise<T>) => Promise<T>;
  /** Adds printings without a record, one entry each. */
  readonly addEntries: (count: number) => Promise<void>;
  readonly verify: () => Promise<AccessLogCheckResult>;
  /** All entries, oldest first. */
  readonly entries: () => Promise<readonly AccessEntry[]>;
  /** Changes the file as a user who has its key. */
  readonly tamper: (work: (db: Connection) => void) => void;
  /** Copies the file. */
  readonly copyTo: (name: string) => string;
}

/** Changes the file of an access log as a user who has its key; no engine has it open. */
export function tamperWithAccessLog(file: string, key: string, work: (db: Connection) => void): void {
  const db = openDatabaseFile(file, key);
  db.execute(sql`DROP TRIGGER IF EXISTS entry_never_changes; DROP TRIGGER IF EXISTS entry_never_goes;`);
  work(db);
  db.close();
}

/** Opens an access log in a data folder. No engine is running between the calls. */
export function openTestAccessLog(folder: string): TestAccessLog {
  const heads: AccessLogHead[] = [];
  const file = path.join(folder, 'access.db');
  const withEngine: TestAccessLog['withEngine'] = async (work) => {
    const saveAccessHead = async (head: AccessLogHead): Promise<boolean> => heads.push(head) > 0;
    const engine = testEngine(folder, { saveAccessHead });
    unwrap(await engine.start());
    const head = heads.at(-1) ?? null;
    unwrap(await engine.control('accessLog.open', { place: 'keychain', key: LOG_KEY, head }));
    try {
      return await work(engine);
    } finally {
      await engine.close();
    }
  };
  return {
    file,
    heads,
    withEngine,
    addEntries: (count) =>
      withEngine(async (engine) => {
        for (let entry = 0; entry < count; entry++)
          unwrap(await engine.control('accessLog.note', { what: 'print', outcome: 'printed' }));
      }),
    verify: () => withEngine(async (engine) => unwrap(await engine.call('accessLog.verify', {}))),
    entries: () =>
      withEngine(async (engine) => {
        const list = unwrap(await engine.call('accessLog.list', { filter: {}, limit: 500 }));
        return list.items.toReversed();
      }),
    tamper: (work) => tamperWithAccessLog(file, LOG_KEY, work),
    copyTo: (name) => {
      const copy = path.join(folder, name);
      copyFileSync(file, copy);
      return copy;
    },
  };
}
