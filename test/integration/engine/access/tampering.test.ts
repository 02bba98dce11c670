import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AccessEntry } from '#contract/access-log.ts';
import { addToHashChain, type StoredAccessEntry } from '#main/engine/access/chain.ts';
import { openDatabaseFile } from '#main/engine/sqlite/connection.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { LOG_KEY, openTestAccessLog, type TestAccessLog } from '../../../support/access-log.ts';
import { temporaryFolder, unwrap } from '../../../support/engine.ts';
import { createReceipt } from '../../../support/values.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let log: TestAccessLog;
beforeEach(async () => {
  folder = await temporaryFolder();
  log = openTestAccessLog(folder.path);
});
afterEach(() => folder.remove());

describe('The check of the access log', () => {
  test('finds nothing in a log that nobody touched, over several runs', async () => {
    await log.addEntries(3);
    await log.addEntries(4);
    expect(await log.verify()).toEqual({ place: 'keychain', entries: 7, savedHead: 7, problems: [] });
  });

  test('names a changed entry', async () => {
    await log.addEntries(6);
    log.tamper((db) => db.run(sql`UPDATE entry SET user = 'user_other' WHERE number = 4`));
    expect((await log.verify()).problems).toEqual([{ kind: 'changed', from: 4, to: 4 }]);
  });

  test('names an entry whose hash was computed again after the change', async () => {
    await log.addEntries(6);
    log.tamper((db) => {
      const third = db.get(sql<{ hash: string }>`SELECT hash FROM entry WHERE number = 3`);
      const fourth = db.get(sql<StoredAccessEntry>`SELECT * FROM entry WHERE number = 4`);
      if (third === undefined || fourth === undefined) throw new Error('the log has six entries');
      const forged = addToHashChain({ ...fourth, outcome: 'cancelled' }, { number: 3, hash: third.hash });
      db.run(sql`UPDATE entry SET outcome = 'cancelled', hash = ${forged.hash} WHERE number = 4`);
    });
    expect((await log.verify()).problems).toEqual([{ kind: 'changed', from: 4, to: 4 }]);
  });

  test('names the entry of a receipt that was changed, removed or added', async () => {
    const receipt = createReceipt();
    await log.addEntries(1);
    await log.withEngine(async (engine) =>
      unwrap(await engine.control('accessLog.keepReceipts', { receipts: [receipt] })),
    );
    await log.addEntries(2);
    expect((await log.verify()).problems).toEqual([]);
    const kept = JSON.stringify(receipt);
    const setReceipt = (text: string | null, number: number): void =>
      log.tamper((db) => db.run(sql`UPDATE entry SET receipt = ${text} WHERE number = ${number}`));
    for (const text of [JSON.stringify({ ...receipt, discarded: [] }), 'no JSON', null]) {
      setReceipt(text, 2);
      expect((await log.verify()).problems).toEqual([{ kind: 'changed', from: 2, to: 2 }]);
      expect((await log.entries())[1]?.receipt?.discarded ?? []).toEqual([]);
    }
    setReceipt(kept, 2);
    expect((await log.verify()).problems).toEqual([]);
    setReceipt(kept, 3);
    expect((await log.verify()).problems).toEqual([{ kind: 'changed', from: 3, to: 3 }]);
  });

  test('names a removed entry', async () => {
    await log.addEntries(6);
    log.tamper((db) => db.run(sql`DELETE FROM entry WHERE number = 2`));
    expect((await log.verify()).problems).toEqual([{ kind: 'missing', from: 2, to: 2 }]);
  });

  test('names the entries that were cut off at the end', async () => {
    await log.addEntries(6);
    log.tamper((db) => db.run(sql`DELETE FROM entry WHERE number > 4`));
    expect((await log.verify()).problems).toEqual([{ kind: 'cut-off', from: 5, to: 6 }]);
  });

  test('names the entries that are missing where an older file was put back, also after more were written', async () => {
    await log.addEntries(3);
    const older = log.copyTo('older.db');
    await log.addEntries(3);
    copyFileSync(older, log.file);
    expect((await log.verify()).problems).toEqual([{ kind: 'cut-off', from: 4, to: 6 }]);
    await log.addEntries(2);
    expect(await log.verify()).toMatchObject({
      entries: 5,
      savedHead: 8,
      problems: [{ kind: 'missing', from: 4, to: 6 }],
    });
  });

  test('names all entries of a file that was removed', async () => {
    await log.addEntries(5);
    rmSync(log.file);
    await log.addEntries(1);
    expect((await log.verify()).problems).toEqual([{ kind: 'missing', from: 1, to: 5 }]);
  });

  test('finds a log that was written again from its first entry on, also under a later head', async () => {
    await log.addEntries(4);
    log.tamper((db) => {
      db.run(sql`DELETE FROM entry`);
      let head = null;
      for (let number = 1; number <= 4; number++) {
        const access = {
          what: 'view',
          outcome: 'ok',
          user: null,
          account: null,
          record: null,
          patient: null,
          receipt: null,
        } as const;
        const { at, ...rest } = { at: 1 as AccessEntry['at'], ...access };
        const entry = addToHashChain({ ...rest, at }, head);
        db.run(sql`INSERT INTO entry (number, at, what, outcome, previous, hash)
          VALUES (${entry.number}, ${at}, 'view', 'ok', ${entry.previous}, ${entry.hash})`);
        head = { number: entry.number, hash: entry.hash };
      }
    });
    expect((await log.verify()).problems).toEqual([{ kind: 'changed', from: 4, to: 4 }]);
    await log.addEntries(2);
    expect((await log.verify()).problems).toEqual([{ kind: 'changed', from: 4, to: 4 }]);
  });

  test('keeps a file that its key does not open, and names what is missing since', async () => {
    await log.addEntries(2);
    const db = openDatabaseFile(log.file, LOG_KEY);
    db.pragma(`rekey = 'raw:${'be'.repeat(32)}'`);
    db.close();
    await log.addEntries(1);
    expect((await log.verify()).problems).toEqual([{ kind: 'missing', from: 1, to: 2 }]);
    expect(readdirSync(folder.path).filter((name) => name.startsWith('access.damaged-'))).not.toEqual([]);
  });
});

test('The check of the access log names what is missing after bytes were overwritten, and new entries are written', async () => {
  await log.addEntries(200);
  const bytes = readFileSync(log.file);
  bytes.fill(0xff, bytes.length - 5_000, bytes.length - 4_990);
  writeFileSync(log.file, bytes);
  await log.addEntries(1);
  expect((await log.verify()).problems).toEqual([{ kind: 'missing', from: 1, to: 200 }]);
  expect(readdirSync(folder.path).filter((name) => name.startsWith('access.damaged-'))).not.toEqual([]);
});

describe('The file of the access log', () => {
  test('refuses to change or remove an entry', async () => {
    await log.addEntries(2);
    const db = openDatabaseFile(log.file, LOG_KEY);
    expect(() => db.run(sql`UPDATE entry SET outcome = 'ok'`)).toThrow('entries are only added');
    expect(() => db.run(sql`DELETE FROM entry`)).toThrow('entries are only added');
    db.close();
  });

  test('is encrypted', async () => {
    await log.withEngine(async (engine) => {
      const records = ['req_SENTINEL'];
      await engine.control('accessLog.note', { what: 'print', outcome: 'printed', records });
    });
    const names = readdirSync(folder.path).filter((name) => name.startsWith('access'));
    const bytes = names.map((name) => readFileSync(`${folder.path}/${name}`, 'latin1')).join('');
    expect(bytes.length).toBeGreaterThan(4_096);
    expect(bytes).not.toContain('SENTINEL');
    expect((await log.entries()).map(({ record }) => record)).toEqual(['req_SENTINEL']);
  });

  test('has its head saved outside it after every hundred entries, and when the engine closes', async () => {
    await log.addEntries(250);
    expect(log.heads.map(({ number }) => number).at(-1)).toBe(250);
    expect(log.heads.filter(({ number }) => number < 250).length).toBeGreaterThanOrEqual(2);
    await log.verify();
    expect(log.heads.at(-1)?.number).toBe(250);
  });
});
