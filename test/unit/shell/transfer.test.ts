import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { err, ok, type Result } from '#contract/result.ts';
import { createTransferDialogHandlers } from '#main/shell/transfer.ts';
import type { ExportFileAndPassphrase } from '#main/transfer/account-transfer.ts';
import { fakeFiles, lastAsk, resetElectron } from '../../support/fake-electron.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);

const CHOSEN = join('/home', 'chosen.intray-export');
const INPUT = { account: 'a1b2c3d4e5f60718', passphrase: 'correct horse battery' };
const EXPORTED = { bytes: 9_000, changes: 2 };
const IMPORTED = { changes: 2, uncertain: 1, known: 0, differing: 0, others: 0 };

beforeEach(() => {
  fakeFiles.saveTo = CHOSEN;
});
afterEach(resetElectron);

function setUp(failure: Result<never> | null = null) {
  const calls: (readonly [account: string, place: ExportFileAndPassphrase, isSameUser?: boolean])[] = [];
  const session = {
    exportAccount: async (account: string, place: ExportFileAndPassphrase) => {
      calls.push([account, place]);
      return failure ?? ok(EXPORTED);
    },
    exportAllAccounts: async (place: ExportFileAndPassphrase) => {
      calls.push(['all', place]);
      return failure ?? ok([{ ...EXPORTED, account: INPUT.account, file: CHOSEN }]);
    },
    importAccount: async (account: string, place: ExportFileAndPassphrase, isSameUser: boolean) => {
      calls.push([account, place, isSameUser]);
      return failure ?? ok(IMPORTED);
    },
  };
  const clock = { now: () => Date.UTC(2026, 2, 12) };
  return { calls, handlers: createTransferDialogHandlers({ session, window: () => null, clock }) };
}

it('an export goes to the file that the user chooses; the suggested name holds the day and the id of the account', async () => {
  const { calls, handlers } = setUp();
  expect(await handlers['accounts.export'](INPUT)).toEqual(ok({ saved: { ...EXPORTED, file: CHOSEN } }));
  expect(lastAsk('dialog.showSaveDialog')).toMatchObject([
    { defaultPath: `intray-2026-03-12-${INPUT.account}.intray-export` },
  ]);
  expect(calls).toEqual([[INPUT.account, { path: CHOSEN, passphrase: INPUT.passphrase }]]);
});

it('an export of all accounts goes beside the file that the user chooses, and names its files', async () => {
  const { calls, handlers } = setUp();
  const { passphrase } = INPUT;
  expect(await handlers['accounts.exportAll']({ passphrase })).toEqual(
    ok({ saved: { files: [{ ...EXPORTED, account: INPUT.account, file: CHOSEN }] } }),
  );
  expect(calls).toEqual([['all', { path: CHOSEN, passphrase }]]);
  fakeFiles.saveTo = '';
  expect(await handlers['accounts.exportAll']({ passphrase })).toEqual(ok({ saved: null }));
});

it('an import reads the file that the user chooses, and no folder or several files', async () => {
  const { calls, handlers } = setUp();
  expect(await handlers['accounts.import']({ ...INPUT, isSameUser: true })).toEqual(
    ok({ imported: IMPORTED }),
  );
  expect(lastAsk('dialog.showOpenDialog')).toMatchObject([{ properties: ['openFile'] }]);
  expect(calls).toEqual([[INPUT.account, { path: CHOSEN, passphrase: INPUT.passphrase }, true]]);
});

it('nothing is exported or imported where the user closes the dialog', async () => {
  fakeFiles.saveTo = '';
  const { calls, handlers } = setUp();
  expect(await handlers['accounts.export'](INPUT)).toEqual(ok({ saved: null }));
  expect(await handlers['accounts.import']({ ...INPUT, isSameUser: false })).toEqual(ok({ imported: null }));
  expect(calls).toEqual([]);
});

it('what the session could not do is passed on', async () => {
  const { handlers } = setUp(err('wrong-passphrase'));
  expect(await handlers['accounts.import']({ ...INPUT, isSameUser: false })).toEqual(err('wrong-passphrase'));
  expect(await handlers['accounts.export'](INPUT)).toEqual(err('wrong-passphrase'));
});
