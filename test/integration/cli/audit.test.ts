import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDatabaseFile } from '#main/engine/sqlite/connection.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { systemRandomSource } from '#main/base/random.ts';
import { AccessLogKeyProvider } from '#main/vault/access-log.ts';
import { createVaultOverKeychain } from '#main/vault/vault.ts';
import { CACHE_KEY, getError, openTestCommand, expectSuccess } from '../../support/command.ts';
import { memoryKeychain } from '../../support/memory-keychain.ts';

const SIZES = { seed: 3, requisitions: 6, forms: 2, notifications: 4, patients: 3 };

interface PrintedEntry {
  readonly number: number;
  readonly at: string;
  readonly what: string;
  readonly record: string | null;
  readonly patient: string | null;
  readonly user: string | null;
}

function readEntries(text: string): readonly PrintedEntry[] {
  return JSON.parse(text) as PrintedEntry[]; // the shape that is being tested
}

/** The key of the access log of a command that has its secrets from variables. */
async function getLogKey(dataDir: string): Promise<string> {
  const vault = createVaultOverKeychain(memoryKeychain());
  const variables = { INTRAY_CACHE_KEY: CACHE_KEY };
  const found = await new AccessLogKeyProvider({
    vault,
    variables,
    random: systemRandomSource,
    dataDir,
  }).getSecrets();
  return found?.key ?? '';
}

describe('audit export', () => {
  test('prints what commands have accessed, with the patient, and without content or tokens', async () => {
    const { run, clinic } = await openTestCommand(SIZES, 'synced');
    const [first] = [...clinic.listResources('requisition')];
    const id = String(first?.['id']);
    expectSuccess(await run(['get', 'requisitions', id]));
    expectSuccess(await run(['dump', 'forms']));
    const { out } = expectSuccess(await run(['audit', 'export', '--format=json']));
    const entries = readEntries(out);
    const whats = entries.map(({ what }) => what).filter((what) => what !== 'account');
    expect(whats).toEqual(['sign-in', 'view', 'export', 'log-export'].slice(0, whats.length));
    expect(whats.slice(0, 3)).toEqual(['sign-in', 'view', 'export']);
    expect(entries.find(({ what }) => what === 'view')).toMatchObject({
      record: id,
      patient: first?.['patient'],
      user: clinic.userId,
    });
    expect(entries[0]?.at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    for (const secret of [clinic.accessToken, clinic.jwt, String(first?.['name'])])
      expect(out).not.toContain(secret);
  });

  test.each([
    ['list requisitions'],
    ['day 2026-01-31'],
    ['missing list'],
    ['outbox list'],
    ['directory list'],
    ['directory suggestions'],
  ])('has an export of %s, which prints patients or names', async (words) => {
    const { run, clinic } = await openTestCommand(SIZES, 'signed-in');
    expectSuccess(await run([...words.split(' '), '--json']));
    const { out } = expectSuccess(await run(['audit', 'export', '--format=json', '--what=export']));
    expect(readEntries(out)).toMatchObject([{ what: 'export', user: clinic.userId }]);
  });

  test('filters, writes to a file, and refuses a filter that it does not know', async () => {
    const { run, folder, clinic } = await openTestCommand(SIZES, 'synced');
    const out = join(folder, 'log.csv');
    const ended = await run(['audit', 'export', '--format=csv', '--what=sign-in', `--out=${out}`]);
    expect(ended).toMatchObject({ code: 0, out: '', err: '1 entries were written.\n' });
    const [head = '', row = '', ...rest] = readFileSync(out, 'utf8').split('\r\n');
    expect(rest).toEqual(['']);
    expect(row.split(',')[head.split(',').indexOf('address')]).toBe(clinic.baseUrl);
    const none = expectSuccess(await run(['audit', 'export', '--format=json', '--from=2199-01-01']));
    expect(readEntries(none.out)).toEqual([]);
    expect((await run(['audit', 'export', '--format=json', '--what=nothing'])).code).toBe(2);
  });
});

describe('audit verify', () => {
  test('says that nothing was changed, and needs no account', async () => {
    const { run } = await openTestCommand(SIZES, 'signed-in');
    const { out } = expectSuccess(await run(['audit', 'verify']));
    expect(out).toContain('No entry was changed or is missing.');
    const checked = expectSuccess(await run(['audit', 'verify', '--json', '--account=nobody']));
    expect(JSON.parse(checked.out)).toMatchObject({ place: 'variables', savedHead: null, problems: [] });
  });

  test('ends with 1 and names changed and missing entries', async () => {
    const { run, dataDir } = await openTestCommand(SIZES, 'synced');
    expectSuccess(await run(['dump', 'forms']));
    const db = openDatabaseFile(join(dataDir, 'access.variables.db'), await getLogKey(dataDir));
    db.execute(sql`DROP TRIGGER entry_never_changes; DROP TRIGGER entry_never_goes;
      UPDATE entry SET user = 'user_other' WHERE number = 1; DELETE FROM entry WHERE number = 2;`);
    db.close();
    const ended = await run(['audit', 'verify']);
    expect(ended.code).toBe(1);
    expect(ended.out).toContain('Entry 1 was changed.\nEntry 2 is missing.\n');
    const asJson = await run(['audit', 'verify', '--json']);
    expect(getError(asJson).code).toBe('log-altered');
    expect(JSON.parse(asJson.out)).toMatchObject({
      problems: [
        { kind: 'changed', from: 1 },
        { kind: 'missing', from: 2 },
      ],
    });
  });

  test('ends with 3 where the computer offers neither a keychain nor the variable', async () => {
    const { run } = await openTestCommand(SIZES);
    const ended = await run(['audit', 'verify', '--json'], { variables: { INTRAY_CACHE_KEY: undefined } });
    expect(ended.code).toBe(3);
    expect(getError(ended).code).toBe('keychain-unavailable');
  });
});
