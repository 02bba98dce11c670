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
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { idSchema } from '#contract/record-schemas.ts';
import type { RemovalKind, RemovalRequest } from '#contract/removal.ts';
import { systemClock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import { systemRandomSource } from '#main/base/random.ts';
import { getTempCopiesFolders } from '#main/base/temp-copies-folders.ts';
import { TempCopies } from '#main/shell/temp-copies.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { LOG_KEY } from '../../support/access-log.ts';
import { NEW_ORDER } from '../../support/builders.ts';
import { getCode, unwrap } from '../../support/engine.ts';
import { hideFromLists, loseAnswer } from '../../support/lost-orders.ts';
import { memoryKeychain, type MemoryKeychain } from '../../support/memory-keychain.ts';
import { useCheapExports } from '../../support/cheap-exports.ts';

useCheapExports();

/** The name of a dragged copy. */
const DRAGGED_FILE = 'requisition-0123456789ab.pdf';
/** What the copies of a window need. */
const PARTS = { clock: systemClock, random: systemRandomSource, log: silentLog };

let app: TestApp;
let keychain: MemoryKeychain;

beforeEach(async () => {
  keychain = memoryKeychain();
  const sizes = { seed: 3, requisitions: 12, forms: 2, notifications: 3 };
  app = await openTestApp(sizes, { keychain, hasSession: true });
});

afterEach(() => vi.unstubAllEnvs());

async function signIn(userId: string | null = app.clinic.userId): Promise<string> {
  const { baseUrl, accessToken, jwt } = app.clinic;
  const input = { baseUrl, accessToken, jwt, userId: idSchema('user').nullable().parse(userId) };
  return unwrap(await app.session().signIn(input)).current ?? '';
}
const request = (
  account: string,
  what: Exclude<RemovalKind, 'wipe'> = 'remove',
  discards: readonly number[] = [],
): RemovalRequest => ({ what, account, discards, acceptsUnreadable: false });
const accountFolders = (): readonly string[] => {
  const folder = path.join(app.folder, 'accounts');
  return existsSync(folder) ? readdirSync(folder) : [];
};
const readRemovals = (): { readonly open: readonly unknown[]; readonly receipts: readonly unknown[] } =>
  JSON.parse(readFileSync(path.join(app.folder, 'removals.json'), 'utf8')) as never; // as the program writes it
const listNames = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => !name.startsWith('logs'));

/** Saves an order that the service refuses for now. */
async function saveUnsent(): Promise<number> {
  app.clinic.faults.add({ match: { method: 'POST' }, action: { kind: 'answer', status: 422 } });
  const { number } = await app.save({ ...NEW_ORDER });
  // While it is being sent it may have arrived, and cannot be discarded.
  await app.sync();
  return number;
}

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
    unwrap(await app.session().remove(request(id)));
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

describe('unsent changes', () => {
  test('stop the removal until each of them is named, and then go with the account', async () => {
    const id = await signIn();
    const number = await saveUnsent();
    const { contents } = unwrap(await app.session().listContents({ account: id }));
    expect(contents).toMatchObject([{ files: 'readable', unsent: [{ number, label: NEW_ORDER.data.name }] }]);
    for (const named of [[], [number + 1]]) {
      expect(getCode(await app.session().remove(request(id, 'remove', named)))).toBe('unsent-changes');
      expect(app.session().getState()).toMatchObject({ current: id, session: 'open' });
      expect(await app.outbox()).toHaveLength(1);
    }
    const { receipts } = unwrap(await app.session().remove(request(id, 'remove', [number])));
    expect(receipts).toMatchObject([{ discarded: [number] }]);
    expect(JSON.stringify(readRemovals())).not.toContain(NEW_ORDER.data.name);
    expect(accountFolders()).toEqual([]);
  });

  test('that may have reached the service cannot be discarded this way', async () => {
    const id = await signIn();
    await app.sync();
    hideFromLists(app);
    loseAnswer(app);
    const { number } = await app.save({ ...NEW_ORDER });
    await app.sync();
    expect(getCode(await app.session().remove(request(id, 'remove', [number])))).toBe('unsent-changes');
    expect(await app.outbox()).toHaveLength(1);
    app.clinic.faults.clear();
    await app.sync();
    expect(await app.outbox()).toEqual([]);
    unwrap(await app.session().remove(request(id)));
  });

  test('of another account are listed while the open one stays open', async () => {
    const id = await signIn();
    const number = await saveUnsent();
    const other = await signIn(null);
    const { contents } = unwrap(await app.session().listContents({ account: null }));
    expect(contents).toMatchObject([
      { account: id, unsent: [{ number }] },
      { account: other, unsent: [] },
    ]);
    expect(app.session().getState()).toMatchObject({ current: other, session: 'open' });
  });

  test('in files that no key opens are lost only with consent', async () => {
    const id = await signIn();
    await saveUnsent();
    keychain.entries.delete(`${id}/cache-key`);
    const { contents } = unwrap(await app.session().listContents({ account: id }));
    expect(contents).toEqual([{ account: id, files: 'unreadable', unsent: [] }]);
    expect(getCode(await app.session().remove(request(id)))).toBe('unsent-changes');
    expect(accountFolders()).toEqual([id]);
    unwrap(await app.session().remove({ ...request(id), acceptsUnreadable: true }));
    expect(accountFolders()).toEqual([]);
  });
});

describe('an export of all accounts', { timeout: 120_000 }, () => {
  const passphrase = 'correct horse battery';

  test('comes before a wipe, and a new sign-in imports a file with its change', async () => {
    const id = await signIn();
    await saveUnsent();
    const other = await signIn(null);
    await saveUnsent();
    const wipe = { what: 'wipe', acceptsUnreadable: false } as const;
    expect(getCode(await app.session().remove(wipe))).toBe('unsent-changes');
    const base = path.join(app.folder, 'logs', 'all.intray-export');
    mkdirSync(path.dirname(base), { recursive: true });
    const files = unwrap(await app.session().exportAllAccounts({ path: base, passphrase }));
    expect(files.map(({ account, changes }) => ({ account, changes }))).toEqual([
      { account: id, changes: 1 },
      { account: other, changes: 1 },
    ]);
    expect(app.session().getState()).toMatchObject({ current: other, session: 'open' });
    const { receipts } = unwrap(await app.session().remove({ ...wipe, acceptsExported: true }));
    expect(receipts.map(({ exportedTo }) => exportedTo)).toEqual(files.map(({ file }) => file));
    expect(accountFolders()).toEqual([]);
    expect(keychain.entries.size).toBe(0);

    app.clinic.faults.clear();
    expect(await signIn()).toBe(id);
    const [first] = files;
    const place = { path: first?.file ?? '', passphrase };
    expect(unwrap(await app.session().importAccount(id, place, true))).toMatchObject({ changes: 1 });
    // It is looked for, and only the user sends it again.
    expect(await app.outbox()).toMatchObject([{ state: 'uncertain', label: NEW_ORDER.data.name }]);
  });

  test('leaves out an account that no key opens, which still stops the wipe', async () => {
    const id = await signIn();
    await saveUnsent();
    keychain.entries.delete(`${id}/cache-key`);
    const other = await signIn(null);
    await saveUnsent();
    const base = path.join(app.folder, 'logs', 'all.intray-export');
    mkdirSync(path.dirname(base), { recursive: true });
    const files = unwrap(await app.session().exportAllAccounts({ path: base, passphrase }));
    expect(files.map(({ account }) => account)).toEqual([other]);
    // A second export does not replace the file of the first one.
    const again = unwrap(await app.session().exportAllAccounts({ path: base, passphrase }));
    expect(again.map(({ file }) => path.basename(file))).toEqual([`all-${other}-2.intray-export`]);
    const wipe = { what: 'wipe', acceptsUnreadable: false, acceptsExported: true } as const;
    expect(getCode(await app.session().remove(wipe))).toBe('unsent-changes');
    expect(accountFolders()).toHaveLength(2);
  });
});

describe('The access log', () => {
  test('says who was signed out, removed or wiped, and with what outcome', async () => {
    const account = await signIn();
    const user = app.clinic.userId;
    const log = { place: 'keychain', key: LOG_KEY, head: null } as const;
    unwrap(await app.engine().control('accessLog.open', log));
    keychain.simulatedState = { state: 'locked', detail: '' };
    expect(getCode(await app.session().remove(request(account)))).toBe('keychain-locked');
    keychain.simulatedState = null;
    unwrap(await app.session().remove(request(account, 'sign-out')));
    unwrap(await app.session().remove(request(account)));
    const other = await signIn();
    unwrap(await app.session().remove({ what: 'wipe', acceptsUnreadable: false }));
    const { items } = unwrap(await app.engine().call('accessLog.list', { filter: {} }));
    const ends = items.filter(({ what }) => what !== 'account').toReversed();
    expect(ends).toMatchObject([
      { what: 'account-removal', account, user, outcome: 'keychain-locked' },
      { what: 'sign-out', account, user, outcome: 'ok' },
      { what: 'account-removal', account, user, outcome: 'ok' },
      { what: 'wipe', account: other, user, outcome: 'ok' },
    ]);
  });

  test('has the whole receipt of each, which leaves the file of the removals for it', async () => {
    const account = await signIn();
    const log = { place: 'keychain', key: LOG_KEY, head: null } as const;
    unwrap(await app.engine().control('accessLog.open', log));
    const { receipts } = unwrap(await app.session().remove(request(account)));
    const { items } = unwrap(
      await app.engine().call('accessLog.list', { filter: { what: 'account-removal' } }),
    );
    expect(items.map(({ receipt }) => receipt)).toEqual(receipts);
    expect(readRemovals()).toEqual({ version: 1, open: [], receipts: [] });
  });

  test('gets the receipts that it could not keep at first, once each', async () => {
    const log = { place: 'keychain', key: LOG_KEY, head: null } as const;
    const [first, second] = [await signIn(), await signIn(null)];
    const removed = unwrap(await app.session().remove(request(first)));
    expect(readRemovals().receipts).toEqual(removed.receipts);
    unwrap(await app.engine().control('accessLog.open', { ...log, place: 'run' }));
    const more = unwrap(await app.session().remove(request(second)));
    const both = [...removed.receipts, ...more.receipts];
    expect(readRemovals().receipts).toEqual(both);
    unwrap(await app.engine().control('accessLog.open', { ...log, key: 'be'.repeat(32) }));
    for (let start = 0; start < 2; start++)
      await app.session().openAtStart({ openAtStart: 'ask' } as never, null); // the other settings do not matter here
    const { items } = unwrap(
      await app.engine().call('accessLog.list', { filter: { what: 'account-removal' } }),
    );
    expect(items.flatMap(({ receipt }) => receipt ?? []).toReversed()).toEqual(both);
    expect(readRemovals()).toEqual({ version: 1, open: [], receipts: [] });
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
