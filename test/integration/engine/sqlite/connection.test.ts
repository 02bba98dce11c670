import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LOCAL_MIGRATIONS, openLocalFile } from '#main/engine/local/recovery/open.ts';
import { openCheckAndMigrateDatabase } from '#main/engine/sqlite/open-file.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { temporaryFolder, TEST_KEY, unwrap } from '../../../support/engine.ts';

/** `PRAGMA synchronous` of a connection whose commits wait until the disk has them. */
const FULL = 2;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let db: Connection | null = null;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(async () => {
  db?.close();
  db = null;
  await folder.remove();
});

function openLocal(): Connection {
  const opened = unwrap(
    openLocalFile(
      { folder: folder.path, key: TEST_KEY },
      { now: () => 0, hex: (count) => 'ab'.repeat(count) },
    ),
  );
  db = opened.db;
  return opened.db;
}

/** Files that this process has open and that were unlinked, as SQLite does with its temporary files. */
function getHiddenFiles(): string[] {
  const links = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return '';
    }
  });
  return links.filter((link) => link.endsWith('(deleted)') && link.includes('etilqs'));
}

describe('a connection', () => {
  it('to the local store waits at every commit until the disk has it', () => {
    const local = openLocal();
    expect(local.pragma('synchronous')).toBe(FULL);
    expect(local.pragma('journal_mode')).toBe('wal');
  });

  it.runIf(process.platform === 'linux')(
    'keeps in memory what its own cache cannot hold, never in a file',
    () => {
      const local = openLocal();
      local.pragma('temp.cache_size = 10');
      local.execute(sql`
      CREATE TEMP TABLE large AS
        WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 20000)
        SELECT n, randomblob(1000) AS filling FROM counted
    `);
      expect(local.get(sql<{ rows: number }>`SELECT count(*) AS rows FROM large`)).toEqual({ rows: 20_000 });
      expect(getHiddenFiles()).toEqual([]);
    },
  );

  it('is not used where the file is not encrypted after all', () => {
    const target = {
      file: join(folder.path, 'local.db'),
      key: TEST_KEY,
      durability: 'full',
      migrations: LOCAL_MIGRATIONS,
      // A fault of the cipher would write the file in plain text.
      prepare: (plain: Connection) => void plain.pragma("key = ''"),
    } as const;
    expect(() => openCheckAndMigrateDatabase(target)).toThrow('not encrypted');
  });
});
