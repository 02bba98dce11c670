import { expect, onTestFinished, test } from 'vitest';
import { CACHE_MIGRATIONS } from '#main/engine/cache/file/open.ts';
import { openCheckAndMigrateDatabase } from '#main/engine/sqlite/open-file.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { temporaryFolder, TEST_KEY, unwrap } from '../../../support/engine.ts';

interface Mention {
  readonly id: string;
  readonly kind: number;
  readonly row: number;
  readonly role: number;
}

test('a file from before mentions the same ids in the same records', async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const target = { file: `${folder.path}/cache.db`, key: TEST_KEY, durability: 'normal' } as const;
  const mentions: readonly Mention[] = [
    { id: 'fac_1', kind: 1, row: 1, role: 4 },
    { id: 'user_a', kind: 1, row: 1, role: 1 },
    { id: 'user_a', kind: 1, row: 2, role: 5 },
    { id: 'user_a', kind: 3, row: 1, role: 8 },
    { id: 'user_é𝒳', kind: 2, row: 7, role: 1 },
  ];
  const before = unwrap(
    openCheckAndMigrateDatabase({ ...target, migrations: CACHE_MIGRATIONS.slice(0, 13) }),
  );
  for (const { id, kind, row, role } of mentions)
    before.run(sql`INSERT INTO id_reference (id, kind, row, role) VALUES (${id}, ${kind}, ${row}, ${role})`);
  before.close();
  const migrated = unwrap(openCheckAndMigrateDatabase({ ...target, migrations: CACHE_MIGRATIONS }));
  onTestFinished(() => migrated.close());
  expect(
    migrated.all(sql<Mention>`SELECT id, kind, row, role FROM id_reference ORDER BY id, kind, row`),
  ).toEqual(mentions);
  expect(migrated.all(sql`SELECT id FROM referenced_id ORDER BY id`)).toEqual([
    { id: 'fac_1' },
    { id: 'user_a' },
    { id: 'user_é𝒳' },
  ]);
});
