import type { BrowserWindow } from 'electron';
import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import { ok, type Result } from '#contract/result.ts';
import type { Clock } from '#main/base/clock.ts';
import type { AccountSession } from '#main/session/session.ts';
import { showOpenDialog, showSaveDialog } from './dialogs.ts';

export interface TransferDialogHandlerDeps {
  readonly session: Pick<AccountSession, 'exportAccount' | 'exportAllAccounts' | 'importAccount'>;
  /** The window that shows the dialog. */
  readonly window: () => BrowserWindow | null;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Returns the suggested name of an export file: with the day, and without a user or an address.
 * @param account its id, so that the files of several accounts have several names; null for all: the ids are added then
 */
function createExportFileName(clock: Pick<Clock, 'now'>, account: string | null): string {
  const suffix = account === null ? '' : `-${account}`;
  return `intray-${new Date(clock.now()).toISOString().slice(0, 10)}${suffix}.intray-export`;
}

/** Handles the procedures that export and import local stores: a dialog of the system asks for the file. */
export function createTransferDialogHandlers({ session, window, clock }: TransferDialogHandlerDeps) {
  const exportFile = async ({
    account,
    passphrase,
  }: ValidatedInput<'accounts.export'>): Promise<Result<CallOutput<'accounts.export'>>> => {
    const path = await showSaveDialog(createExportFileName(clock, account), window());
    if (path === null) return ok({ saved: null });
    const done = await session.exportAccount(account, { path, passphrase });
    return done.ok ? ok({ saved: { ...done.value, file: path } }) : done;
  };
  const exportAll = async ({
    passphrase,
  }: ValidatedInput<'accounts.exportAll'>): Promise<Result<CallOutput<'accounts.exportAll'>>> => {
    const path = await showSaveDialog(createExportFileName(clock, null), window());
    if (path === null) return ok({ saved: null });
    const done = await session.exportAllAccounts({ path, passphrase });
    return done.ok ? ok({ saved: { files: done.value } }) : done;
  };
  const importFile = async ({
    account,
    passphrase,
    isSameUser,
  }: ValidatedInput<'accounts.import'>): Promise<Result<CallOutput<'accounts.import'>>> => {
    const path = await showOpenDialog('.intray-export', window());
    if (path === null) return ok({ imported: null });
    const done = await session.importAccount(account, { path, passphrase }, isSameUser);
    return done.ok ? ok({ imported: done.value }) : done;
  };
  return { 'accounts.export': exportFile, 'accounts.exportAll': exportAll, 'accounts.import': importFile };
}
