import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { NEW_ORDER } from '../../support/builders.ts';
import { useCheapExports } from '../../support/cheap-exports.ts';
import { getCode, unwrap } from '../../support/engine.ts';
import { hideFromLists, loseAnswer } from '../../support/lost-orders.ts';
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

useCheapExports();
useRemovalApp();

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
    expect(contents).toEqual([{ account: id, files: 'unreadable', unsent: [], oldLocalStores: 0 }]);
    expect(getCode(await app.session().remove(request(id)))).toBe('unsent-changes');
    expect(accountFolders()).toEqual([id]);
    unwrap(await app.session().remove({ ...request(id), acceptsUnreadable: true }));
    expect(accountFolders()).toEqual([]);
  });
});

describe('old local stores', () => {
  const aside = 'aside-2026-01-02T03-04-05-678Z';

  test('that were moved away because no key opened them are lost only with consent', async () => {
    const id = await signIn();
    await saveUnsent();
    keychain.entries.delete(`${id}/cache-key`);
    await app.restart();
    unwrap(await app.session().moveAway({ id }));
    const { contents } = unwrap(await app.session().listContents({ account: id }));
    expect(contents).toEqual([{ account: id, files: 'readable', unsent: [], oldLocalStores: 1 }]);
    expect(getCode(await app.session().remove(request(id, 'sign-out')))).toBe('unsent-changes');
    expect(getCode(await app.session().remove({ what: 'wipe', acceptsUnreadable: false }))).toBe(
      'unsent-changes',
    );
    expect(accountFolders()).toHaveLength(2);
    unwrap(await app.session().remove({ ...request(id, 'sign-out'), acceptsUnreadable: true }));
    expect(accountFolders()).toEqual([]);
  });

  test('are those in moved-away folders, damaged ones and newer ones, and no copy of the cache', async () => {
    const id = await signIn();
    const folder = path.join(app.folder, 'accounts', id);
    mkdirSync(`${folder}.${aside}`);
    const stamp = '2026-01-02T03-04-05-678Z';
    const old = [`local.damaged-${stamp}.db`, `local.newer-${stamp}.db`, `../${id}.${aside}/local.db`];
    const others = [
      `local.damaged-${stamp}.db-wal`,
      `cache.damaged-${stamp}.db`,
      `../${id}.${aside}/cache.db`,
    ];
    for (const name of [...old, ...others]) writeFileSync(path.join(folder, name), 'old');
    const { contents } = unwrap(await app.session().listContents({ account: id }));
    expect(contents).toMatchObject([{ account: id, oldLocalStores: old.length }]);
  });
});

describe('an export of all accounts', () => {
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
