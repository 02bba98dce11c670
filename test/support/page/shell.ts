import type { AccountsState } from '#contract/accounts.ts';
import type { PreloadBridge } from '#contract/api.ts';
import type { CheckLine } from '#contract/computer-check.ts';
import type { LockState } from '#contract/lock.ts';
import type { PolicyStatus } from '#contract/policy.ts';
import type { ProcedureNameByLocation } from '#contract/procedures.ts';
import { ok } from '#contract/result.ts';
import type { Settings } from '#contract/settings.ts';
import type { UpdateState } from '#contract/updates.ts';

/** What the shell holds for a page: no files, no dialogs, no keychain. */
export interface ShellState {
  accounts: AccountsState;
  settings: Settings;
  policy: PolicyStatus;
  check: readonly CheckLine[];
}

/** Updates that the administrator manages. */
const UPDATES_OFF: UpdateState = {
  mode: 'off',
  channel: 'stable',
  isFixed: false,
  current: '0.1.0',
  checkedAt: null,
  phase: 'idle',
  percent: 0,
  available: null,
  installer: 'administrator',
  failure: null,
  obstacle: null,
};

/** A window that is not locked, and an account without a PIN. */
const UNLOCKED: LockState = {
  state: 'unlocked',
  reason: null,
  account: null,
  hasPin: false,
  canHavePin: true,
  needsPin: false,
  hasRecoveryCode: false,
  hasAdministratorKey: false,
  unsent: null,
  triesLeft: null,
  waitMs: 0,
};

/** The procedures of the shell. Each succeeds; a test that wants another answer gives it itself. */
export function shellCalls(state: ShellState): Pick<PreloadBridge['call'], ProcedureNameByLocation<'shell'>> {
  const accounts = async () => ok(state.accounts);
  const done = async () => ok({});
  const saved = async () => ok({ isSaved: true });
  return {
    'app.info': async () =>
      ok({
        version: '0.1.0',
        host: 'stand-in',
        platform: 'linux',
        packaged: false,
        baseUrlHint: null,
        languages: ['en-GB'],
        systemLocale: 'en-GB',
      }),
    'app.copyText': done,
    'app.reportFault': done,
    'app.print': async () => ok({ outcome: 'printed' }),
    'policy.get': async () => ok(state.policy),
    'computer.check': async () => ok({ lines: state.check }),
    'accounts.list': accounts,
    'accounts.signIn': accounts,
    'accounts.openDemo': accounts,
    'accounts.switch': accounts,
    'accounts.reopen': accounts,
    'accounts.moveAway': accounts,
    'accounts.renewTokens': accounts,
    'accounts.setLabel': accounts,
    'accounts.confirmUser': accounts,
    'accounts.cancelKeychain': done,
    'accounts.listContents': async () => ok({ contents: [] }),
    'accounts.export': async () => ok({ saved: null }),
    'accounts.exportAll': async () => ok({ saved: null }),
    'accounts.import': async () => ok({ imported: null }),
    'accounts.remove': async () => ok({ receipts: [] }),
    'settings.get': async () => ok(state.settings),
    'settings.set': async (patch) => {
      state.settings = { ...state.settings, ...patch } as Settings; // a patch of known fields keeps the shape
      return ok(state.settings);
    },
    'updates.get': async () => ok(UPDATES_OFF),
    'updates.check': async () => ok(UPDATES_OFF),
    'updates.install': async () => ok(UPDATES_OFF),
    'pdfs.open': done,
    'pdfs.saveCopy': saved,
    'files.saveText': saved,
    'files.savePicture': saved,
    'links.openVideoCall': async () => ok({ isOpened: true }),
    'lock.state': async () => ok({ ...UNLOCKED, account: state.accounts.current }),
    'lock.now': async () => ok(UNLOCKED),
    'lock.stay': done,
    'lock.unlock': async () => ok(UNLOCKED),
    'lock.recover': async () => ok({ recoveryCode: '0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV' }),
    'lock.leave': async () => ok(UNLOCKED),
    'lock.setPin': async () => ok({ recoveryCode: null }),
    'lock.removePin': done,
    'lock.renewRecoveryCode': async () => ok({ recoveryCode: '0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV' }),
    'pack.save': async ({ requisitions }) => ok({ isSaved: true, pages: 2, missing: [...requisitions] }),
  };
}
