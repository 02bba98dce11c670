import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { idSchema } from '#contract/record-schemas.ts';
import type { RemovalRequest } from '#contract/removal.ts';
import { systemClock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import { systemRandomSource } from '#main/base/random.ts';
import { getTempCopiesFolders } from '#main/base/temp-copies-folders.ts';
import { TempCopies } from '#main/shell/temp-copies.ts';
import { getCode, unwrap } from '../../support/engine.ts';
import type { MemoryKeychain } from '../../support/memory-keychain.ts';
import {
  accountFolders,
  app,
  keychain,
  readRemovals,
  request,
  saveUnsent,
  signIn,
  useRemovalApp,
} from './removal-app.ts';

useRemovalApp();

/** The name of a dragged copy. */
const DRAGGED_FILE = 'requisition-0123456789ab.pdf';
/** What the copies of a window need. */
const PARTS = { clock: systemClock, random: systemRandomSource, log: silentLog };

afterEach(() => vi.unstubAllEnvs());

const listNames = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => !name.startsWith('logs'));

/** Makes the keychain refuse to delete the secrets of an account, until the returned function is called. */
function refuseToDelete(id: string): () => void {
  const deleteEntry = keychain.delete.bind(keychain);
  const refuse: MemoryKeychain['delete'] = async (name) =>
    name.startsWith(`${id}/`) ? { state: 'unavailable', detail: '' } : deleteEntry(name);
  Object.assign(keychain, { delete: refuse });
  return () => void Object.assign(keychain, { delete: deleteEntry });
}

describe('removing an account', () => {
  test('deletes its key, tokens, files and entry, and keeps a receipt without data of a patient', async () => {
    const id = await signIn();
    await app.sync();
    const { receipts } = unwrap(await app.session().remove(request(id)));
    expect(keychain.entries.size).toBe(0);
    expect(accountFolders()).toEqual([]);
    expect(app.session().getState()).toMatchObject({ current: null, session: 'closed' });
    expect(
      app
        .session()
        .getState()
        .accounts.filter(({ kind }) => kind === 'service'),
    ).toEqual([]);
    expect(receipts).toMatchObject([
      { what: 'remove', account: id, keychain: 'gone', foreign: 0, discarded: [] },
    ]);
    const names = receipts[0]?.files.map((file) => path.basename(file)) ?? [];
    for (const name of ['local.db', 'cache.db', 'local.key-check', id]) expect(names).toContain(name);
    expect(readRemovals()).toEqual({ version: 1, open: [], receipts });
    expect(JSON.stringify(receipts)).not.toMatch(/patient|req_/);
  });

  test('leaves another account as it is', async () => {
    const other = await signIn(null);
    const id = await signIn();
    await app.session().switchTo({ id: other });
    unwrap(await app.session().remove(request(id)));
    expect(app.session().getState()).toMatchObject({ current: other, session: 'open' });
    expect(accountFolders()).toEqual([other]);
    expect([...keychain.entries.keys()].every((name) => name.startsWith(other))).toBe(true);
  });

  test('leaves files that Intray did not make, and the target of a link', async () => {
    const id = await signIn();
    const outside = path.join(app.folder, 'logs', 'outside');
    mkdirSync(outside, { recursive: true });
    writeFileSync(path.join(outside, 'local.db'), 'theirs');
    symlinkSync(outside, path.join(app.folder, 'accounts', `${id}.aside-2026`));
    writeFileSync(path.join(app.folder, 'accounts', id, 'mine.txt'), 'theirs');
    mkdirSync(path.join(app.folder, 'runs', 'mine'), { recursive: true });
    const { receipts } = unwrap(await app.session().remove(request(id)));
    expect(receipts[0]?.foreign).toBe(1);
    expect(readdirSync(path.join(app.folder, 'accounts', id))).toEqual(['mine.txt']);
    expect(existsSync(path.join(outside, 'local.db'))).toBe(true);
    expect(existsSync(path.join(app.folder, 'runs', 'mine'))).toBe(true);
  });

  test.each(['sign-out', 'remove', 'wipe'] as const)(
    'leaves saved PDFs and tables where the user saved them, also beside the data folder: %s',
    async (what) => {
      const id = await signIn();
      const home = path.join(app.folder, '..', `${path.basename(app.folder)}-saved`);
      const saved = ['result.pdf', 'requisitions.csv', 'pack.pdf'].map((name) => path.join(home, name));
      mkdirSync(home);
      onTestFinished(() => rmSync(home, { recursive: true }));
      for (const file of saved) writeFileSync(file, '%PDF- of the user');
      const inside = path.join(app.folder, 'saved by the user.pdf');
      writeFileSync(inside, '%PDF- of the user');
      const wipe: RemovalRequest = { what: 'wipe', acceptsUnreadable: false };
      unwrap(await app.session().remove(what === 'wipe' ? wipe : request(id, what)));
      expect(accountFolders()).toEqual([]);
      for (const file of [...saved, inside]) expect(readFileSync(file, 'utf8')).toBe('%PDF- of the user');
    },
  );

  test('the wipe also removes damaged lists of accounts, with and without an account, and says so in the receipt', async () => {
    const damaged = 'accounts.json.damaged-2026-03-01T08-30-00-000Z';
    const own = 'accounts.json.damaged by me';
    const write = (): void => {
      for (const name of [damaged, own]) writeFileSync(path.join(app.folder, name), '{"accounts":');
    };
    const id = await signIn();
    write();
    unwrap(await app.session().remove(request(id)));
    expect(existsSync(path.join(app.folder, damaged))).toBe(true);
    await signIn();
    const { receipts } = unwrap(await app.session().remove({ what: 'wipe', acceptsUnreadable: false }));
    expect(receipts[0]?.files).toContain(damaged);
    expect(existsSync(path.join(app.folder, damaged))).toBe(false);
    write();
    unwrap(await app.session().remove({ what: 'wipe', acceptsUnreadable: false }));
    expect(existsSync(path.join(app.folder, damaged))).toBe(false);
    expect(existsSync(path.join(app.folder, own))).toBe(true);
  });

  test('also removes what a killed window has left of dragged PDFs, and copies in the home folder for viewers that are snaps', async () => {
    const home = mkdtempSync(path.join(tmpdir(), 'intray-home-'));
    onTestFinished(() => rmSync(home, { recursive: true }));
    vi.stubEnv('HOME', home);
    const place = { dataDir: app.folder, platform: 'linux', home, hasSnaps: true } as const;
    const id = await signIn();
    const left: string[] = [];
    for (const folder of getTempCopiesFolders(place)) {
      const copies = new TempCopies({ folder, ...PARTS });
      left.push(unwrap(await copies.createPath()));
      left.push(unwrap(await copies.createPath(DRAGGED_FILE)));
    }
    for (const file of left) writeFileSync(file, '%PDF-');
    const { receipts } = unwrap(await app.session().remove(request(id)));
    expect(left.filter((file) => existsSync(file))).toEqual([]);
    for (const folder of getTempCopiesFolders(place)) expect(readdirSync(folder)).toEqual([]);
    const named = receipts[0]?.files.map((file) => path.resolve(app.folder, file)) ?? [];
    for (const file of left) expect(named).toContain(file);
    expect(receipts).toMatchObject([{ foreign: 0 }]);
  });

  test('leaves a file that Intray did not make beside a dragged PDF, with its folders', async () => {
    const id = await signIn();
    const run = path.join(app.folder, 'opened', `papers-${'0'.repeat(16)}`);
    const single = path.join(run, '1'.repeat(32));
    mkdirSync(single, { recursive: true });
    writeFileSync(path.join(single, DRAGGED_FILE), '%PDF-');
    writeFileSync(path.join(single, 'mine.txt'), 'theirs');
    const { receipts } = unwrap(await app.session().remove(request(id)));
    expect(receipts[0]?.foreign).toBe(1);
    expect(listNames(run)).toEqual(['1'.repeat(32), path.join('1'.repeat(32), 'mine.txt')]);
  });

  test('also removes files that were moved away, and readable copies of PDFs', async () => {
    const id = await signIn();
    const moved = path.join(app.folder, 'accounts', `${id}.aside-2026-01-02T03-04-05-678Z`);
    const copies = path.join(app.folder, 'opened', `papers-${'0'.repeat(16)}`);
    mkdirSync(moved);
    writeFileSync(path.join(moved, 'local.db'), 'old');
    mkdirSync(copies, { recursive: true });
    writeFileSync(path.join(copies, `${'1'.repeat(32)}.pdf`), '%PDF-');
    unwrap(await app.session().remove({ ...request(id), acceptsUnreadable: true }));
    expect(accountFolders()).toEqual([]);
    expect(readdirSync(path.join(app.folder, 'opened'))).toEqual([]);
  });

  test('without a keychain removes the files of this run', async () => {
    keychain.simulatedState = { state: 'unavailable', detail: '' };
    const id = await signIn();
    expect(listNames(path.join(app.folder, 'runs')).length).toBeGreaterThan(1);
    const { receipts } = unwrap(await app.session().remove(request(id)));
    expect(receipts).toMatchObject([{ keychain: 'not-used' }]);
    expect(listNames(path.join(app.folder, 'runs'))).toEqual([]);
    expect(app.session().unsentOfRun).toBe(0);
  });

  test.each(['locked', 'unavailable'] as const)('is refused while the keychain is %s', async (state) => {
    const id = await signIn();
    keychain.simulatedState = { state, detail: '' };
    expect(getCode(await app.session().remove(request(id)))).toBe(`keychain-${state}`);
    expect(accountFolders()).toEqual([id]);
    expect(existsSync(path.join(app.folder, 'removals.json'))).toBe(false);
  });
});

describe('a removal that cannot be finished', () => {
  test('keeps its own account from being opened, and no other', async () => {
    const other = await signIn(null);
    const id = await signIn();
    const allowDeleting = refuseToDelete(id);
    expect(getCode(await app.session().remove(request(id)))).toBe('removal-unfinished');
    expect(app.session().getState()).toMatchObject({
      current: id,
      session: 'failed',
      error: { code: 'removal-unfinished' },
    });
    unwrap(await app.session().switchTo({ id: other }));
    await app.restart();
    unwrap(await app.session().switchTo({ id: other }));
    expect(getCode(await app.session().switchTo({ id }))).toBe('removal-unfinished');
    expect(accountFolders().toSorted()).toEqual([id, other].toSorted());

    allowDeleting();
    unwrap(await app.session().reopen());
    expect(accountFolders()).toEqual([other]);
    expect(readRemovals()).toMatchObject({ open: [], receipts: [{ account: id }] });
  });

  test('takes no tokens meanwhile, and leaves another account open that was open', async () => {
    const id = await signIn();
    const other = await signIn(null);
    const allowDeleting = refuseToDelete(id);
    expect(getCode(await app.session().remove(request(id)))).toBe('removal-unfinished');
    allowDeleting();
    expect(app.session().getState()).toMatchObject({ current: other, session: 'open' });
    const { baseUrl, accessToken, jwt, userId } = app.clinic;
    const tokens = { accessToken, jwt };
    const user = idSchema('user').parse(userId);
    expect(getCode(await app.session().signIn({ baseUrl, ...tokens, userId: user }))).toBe(
      'removal-unfinished',
    );
    expect(getCode(await app.session().renewTokens({ id, ...tokens, isSameUser: true }))).toBe(
      'removal-unfinished',
    );
    expect(app.session().getState()).toMatchObject({ current: other, session: 'open' });
  });
});

describe('signing out', () => {
  test('deletes key, tokens and files, and keeps address and user for the next sign-in', async () => {
    const id = await signIn();
    await app.sync();
    unwrap(await app.session().remove(request(id, 'sign-out')));
    expect(keychain.entries.size).toBe(0);
    expect(accountFolders()).toEqual([]);
    expect(app.session().getState()).toMatchObject({ current: null, session: 'closed' });
    expect(app.session().getState().accounts).toContainEqual(
      expect.objectContaining({ id, baseUrl: app.clinic.baseUrl, userId: app.clinic.userId }),
    );
    expect(await signIn()).toBe(id);
    expect((await app.sync()).outbox.saved).toBe(0);
  });
});

describe('wiping', () => {
  test('removes every account, also files of one that is not in the list', async () => {
    await signIn(null);
    await signIn();
    const unknown = path.join(app.folder, 'accounts', 'f'.repeat(16));
    mkdirSync(unknown);
    writeFileSync(path.join(unknown, 'local.db'), 'unknown');
    const wipe = { what: 'wipe', acceptsUnreadable: false } as const;
    expect(getCode(await app.session().remove(wipe))).toBe('unsent-changes');
    expect(keychain.entries.size).toBeGreaterThan(0);
    const { receipts } = unwrap(await app.session().remove({ ...wipe, acceptsUnreadable: true }));
    expect(receipts).toHaveLength(3);
    expect(keychain.entries.size).toBe(0);
    expect(accountFolders()).toEqual([]);
    expect(readRemovals().open).toEqual([]);
  });

  test('is refused while one account has an unsent change, and then deletes nothing', async () => {
    const id = await signIn();
    await saveUnsent();
    const other = await signIn(null);
    expect(getCode(await app.session().remove({ what: 'wipe', acceptsUnreadable: true }))).toBe(
      'unsent-changes',
    );
    expect(accountFolders().toSorted()).toEqual([id, other].toSorted());
  });
});
