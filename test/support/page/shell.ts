import type { AccountsState } from '#contract/accounts.ts';
import type { PreloadBridge } from '#contract/api.ts';
import type { CheckLine } from '#contract/computer-check.ts';
import type { LockState } from '#contract/lock.ts';
import type { PolicyStatus } from '#contract/policy.ts';
import type { ProcedureNameByLocation } from '#contract/procedures.ts';
import { NO_PACK_SCHEDULE, type PackSchedule } from '#contract/downtime-pack.ts';
import { ok } from '#contract/result.ts';
import type { Settings } from '#contract/settings.ts';
import { toEpochMs } from '#contract/time.ts';
import type { UpdateState } from '#contract/updates.ts';

/** What the shell holds for a page: no files, no dialogs, no keychain. */
export interface ShellState {
  accounts: AccountsState;
  settings: Settings;
  policy: PolicyStatus;
  check: readonly CheckLine[];
  /** When downtime packs are made by themselves. */
  packs: PackSchedule;
}

const { password: _, made: __, ...NOT_SET_UP } = NO_PACK_SCHEDULE;

/** No pack is made by itself, as after an installation. */
export const PACKS_OFF: PackSchedule = { ...NOT_SET_UP, hasPassword: false, made: null };

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
export const UNLOCKED: LockState = {
  state: 'unlocked',
  reason: null,
  account: null,
  hasPin: false,
  canHavePin: true,
  needsPin: false,
  hasRecoveryCode: false,
  hasAdministratorKey: false,
  unsent: null,
  mayLackInput: false,
  triesLeft: null,
  waitMs: 0,
};

/** The procedures of the shell. Each succeeds; a test that wants another answer gives it itself. */
export function shellCalls(state: ShellState): Pick<PreloadBridge['call'], ProcedureNameByLocation<'shell'>> {
  const accounts = async () => ok(state.accounts);
  const done = async () => ok({});
  const saved = async ({ suggested }: { readonly suggested: string }) =>
    ok({ isSaved: true, path: `/home/user/${suggested}` });
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
    'app.licences': async () => ok({ packages: [] }),
    'support.prepare': async () => ok({ text: 'Nothing is known in a test.' }),
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
    'accounts.getReceipts': async () => ok({ receipts: [] }),
    'accounts.dismissReceipts': done,
    'settings.get': async () => ok(state.settings),
    'settings.set': async (patch) => {
      state.settings = { ...state.settings, ...patch } as Settings; // a patch of known fields keeps the shape
      return ok(state.settings);
    },
    'updates.get': async () => ok(UPDATES_OFF),
    'updates.check': async () => ok(UPDATES_OFF),
    'updates.install': async () => ok(UPDATES_OFF),
    'pdfs.open': done,
    'pdfs.drag': async () => ok({ isStarted: true }),
    'pdfs.saveCopy': async () => ok({ isSaved: true, path: '/home/user/requisition.pdf' }),
    'pdfs.saveCopies': async () => ok({ isSaved: true, path: '/home/user/requisitions-1', failed: [] }),
    'files.saveText': saved,
    'files.savePicture': saved,
    'links.openVideoCall': async () => ok({ isOpened: true }),
    'windows.openRecord': async () => ok({ outcome: 'opened' }),
    'windows.getRecord': async () => ok({ record: null }),
    'windows.noteId': done,
    'windows.showInMain': done,
    'windows.close': done,
    'lock.state': async () => ok({ ...UNLOCKED, account: state.accounts.current }),
    'lock.now': async () => ok(UNLOCKED),
    'lock.pageCovered': done,
    'lock.inputSaved': done,
    'lock.stay': done,
    'lock.unlock': async () => ok(UNLOCKED),
    'lock.recover': async () => ok({ recoveryCode: '0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV' }),
    'lock.leave': async () => ok(UNLOCKED),
    'lock.setPin': async () => ok({ recoveryCode: null }),
    'lock.removePin': done,
    'lock.renewRecoveryCode': async () => ok({ recoveryCode: '0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV' }),
    'packSchedule.get': async () => ok(state.packs),
    'packSchedule.set': async ({ isOn, times, password }) => {
      const hasPassword = isOn && (password !== undefined || state.packs.hasPassword);
      state.packs = { ...state.packs, isOn, times: times ?? state.packs.times, hasPassword };
      return ok(state.packs);
    },
    'packSchedule.chooseFolder': async () => {
      state.packs = { ...state.packs, folder: '/home/user/packs' };
      return ok(state.packs);
    },
    'packSchedule.make': async ({ shift }) => {
      const doneShifts = shift === null ? state.packs.doneShifts : [...state.packs.doneShifts, shift];
      const made = { at: toEpochMs(Date.now()), pages: 2, missing: 0, file: 'there' } as const;
      state.packs = { ...state.packs, doneShifts, made, failure: null };
      return ok(state.packs);
    },
    'pack.save': async ({ requisitions }) => ok({ isSaved: true, pages: 2, missing: [...requisitions] }),
  };
}
