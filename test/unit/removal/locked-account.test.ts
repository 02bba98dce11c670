import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ok } from '#contract/result.ts';
import { silentLog } from '#main/base/log.ts';
import { systemRandomSource } from '#main/base/random.ts';
import { AccountRemover } from '#main/removal/remove-accounts.ts';
import { openAccountRegister } from '#main/vault/accounts.ts';
import { createVaultOverKeychain } from '#main/vault/vault.ts';
import { createComputer, setPin, signIn } from '../../support/locks.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'intray-removal-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What removes accounts on a computer whose one account has a PIN, after a new start of the program. */
async function createRemover(keepsLocked?: boolean) {
  const computer = createComputer(folder);
  const { clock, keychain } = computer;
  const accounts = openAccountRegister({
    dataDir: folder,
    clock,
    random: systemRandomSource,
    log: silentLog,
  });
  const account = accounts.findOrPrepare('https://clinic.example.com', null);
  accounts.save(account, null);
  const before = computer.start({ hasFiles: () => false });
  await signIn(before, account);
  await setPin(before, account);
  const notExpected = (): never => {
    throw new Error('nothing is opened');
  };
  const remover = new AccountRemover({
    dataDir: folder,
    clock,
    accounts,
    vault: createVaultOverKeychain(keychain),
    secrets: computer.start(),
    engine: {
      open: notExpected,
      close: async () => ok({}),
      listOutbox: notExpected,
      removeFiles: async () => ok({ files: [], foreign: 0 }),
    },
    exports: { findFile: notExpected },
    hasFiles: () => true,
    ...(keepsLocked === undefined ? {} : { keepsLocked }),
    noteAccess: async () => {},
    keepReceipts: async () => false,
  });
  const remove = (acceptsUnreadable: boolean) =>
    remover.remove({ what: 'remove', account: account.id, discards: [], acceptsUnreadable });
  return { remover, remove, accounts };
}

test('an account that its PIN has not opened is called locked, and none of its files are opened', async () => {
  const { remover } = await createRemover();
  expect(await remover.listContents(null)).toMatchObject({ value: [{ files: 'locked', unsent: [] }] });
});

test('a window removes none, whatever loss is accepted', async () => {
  const { remove, accounts } = await createRemover(true);
  expect(await remove(true)).toMatchObject({ error: { code: 'locked' } });
  expect(accounts.list()).toHaveLength(1);
});

test('the command removes one with consent to lose what is unsent in it', async () => {
  const { remove, accounts } = await createRemover();
  expect(await remove(false)).toMatchObject({ error: { code: 'locked' } });
  expect(accounts.list()).toHaveLength(1);
  expect(await remove(true)).toMatchObject({ ok: true });
  expect(accounts.list()).toEqual([]);
});
