/** The parts of the frame besides the screens that are read when they are needed. */
import { deferComponent } from '#renderer/shared/deferred.tsx';

/** The accounts, which fill the window where none is open. */
export const ACCOUNT_SCREEN = deferComponent(
  async () => (await import('#renderer/features/accounts/AccountScreen.tsx')).AccountScreen,
);
export const LOCK_SCREEN = deferComponent(
  async () => (await import('#renderer/features/lock/LockScreen.tsx')).LockScreen,
);
export const REQUISITION_EDITOR = deferComponent(
  async () =>
    (await import('#renderer/features/requisitions/editor/RequisitionEditorScreen.tsx'))
      .RequisitionEditorScreen,
);
export const FORM_EDITOR = deferComponent(
  async () => (await import('#renderer/features/forms/editor/FormEditorScreen.tsx')).FormEditorScreen,
);
export const RELATED_RECORDS = deferComponent(
  async () => (await import('#renderer/features/patient/RelatedRecordsScreen.tsx')).RelatedRecordsScreen,
);
export const PRINTED_DAY_SHEETS = deferComponent(
  async () => (await import('#renderer/features/day/PrintedDaySheets.tsx')).PrintedDaySheets,
);
export const REVIEW_TOAST = deferComponent(
  async () => (await import('#renderer/features/requisitions/list/ReviewToast.tsx')).ReviewToast,
);
export const ACTION_TOAST = deferComponent(async () => (await import('./ActionToast.tsx')).ActionToast);
export const SYNC_DETAILS = deferComponent(
  async () => (await import('./SyncDetailsPopover.tsx')).SyncDetailsPopover,
);
export const SWITCH_ACCOUNT_MENU = deferComponent(
  async () => (await import('./SwitchAccountMenu.tsx')).SwitchAccountMenu,
);
export const TOUR = deferComponent(async () => (await import('./Tour.tsx')).Tour);
export const SHORTCUTS = deferComponent(async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog);
export const GO_TO_DATE = deferComponent(async () => (await import('./GoToDateDialog.tsx')).GoToDateDialog);
export const HELP = deferComponent(async () => (await import('./help/HelpDialog.tsx')).HelpDialog);
export const COMMAND_PALETTE = deferComponent(
  async () => (await import('./CommandPalette.tsx')).CommandPalette,
);
export const COMPUTER_CHECK = deferComponent(
  async () => (await import('./ComputerCheckDialog.tsx')).ComputerCheckDialog,
);
export const WELCOME = deferComponent(async () => (await import('./WelcomeDialog.tsx')).WelcomeDialog);
