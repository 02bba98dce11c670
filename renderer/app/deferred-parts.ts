/** The parts of the frame besides the screens that are read when they are needed. */
import { deferComponent } from '#renderer/shared/deferred.tsx';

/** The accounts, which fill the window where none is open. */
export const DEFERRED_ACCOUNT_SCREEN = deferComponent(
  async () => (await import('#renderer/features/accounts/AccountScreen.tsx')).AccountScreen,
);
export const DEFERRED_LOCK_SCREEN = deferComponent(
  async () => (await import('#renderer/features/lock/LockScreen.tsx')).LockScreen,
);
export const DEFERRED_REQUISITION_EDITOR = deferComponent(
  async () =>
    (await import('#renderer/features/requisitions/editor/RequisitionEditorScreen.tsx'))
      .RequisitionEditorScreen,
);
export const DEFERRED_FORM_EDITOR = deferComponent(
  async () => (await import('#renderer/features/forms/editor/FormEditorScreen.tsx')).FormEditorScreen,
);
export const DEFERRED_RELATED_RECORDS = deferComponent(
  async () => (await import('#renderer/features/patient/RelatedRecordsScreen.tsx')).RelatedRecordsScreen,
);
export const DEFERRED_PRINTED_DAY_SHEETS = deferComponent(
  async () => (await import('#renderer/features/day/PrintedDaySheets.tsx')).PrintedDaySheets,
);
export const DEFERRED_REVIEW_TOAST = deferComponent(
  async () => (await import('#renderer/features/requisitions/list/ReviewToast.tsx')).ReviewToast,
);
export const DEFERRED_ACTION_TOAST = deferComponent(
  async () => (await import('./ActionToast.tsx')).ActionToast,
);
export const DEFERRED_SYNC_DETAILS = deferComponent(
  async () => (await import('./SyncDetailsPopover.tsx')).SyncDetailsPopover,
);
export const DEFERRED_SWITCH_ACCOUNT_MENU = deferComponent(
  async () => (await import('./SwitchAccountMenu.tsx')).SwitchAccountMenu,
);
export const DEFERRED_TOUR = deferComponent(async () => (await import('./Tour.tsx')).Tour);
export const DEFERRED_SHORTCUTS = deferComponent(
  async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog,
);
export const DEFERRED_GO_TO_DATE = deferComponent(
  async () => (await import('./GoToDateDialog.tsx')).GoToDateDialog,
);
export const DEFERRED_HELP = deferComponent(async () => (await import('./help/HelpDialog.tsx')).HelpDialog);
export const DEFERRED_COMMAND_PALETTE = deferComponent(
  async () => (await import('./CommandPalette.tsx')).CommandPalette,
);
export const DEFERRED_COMPUTER_CHECK = deferComponent(
  async () => (await import('./ComputerCheckDialog.tsx')).ComputerCheckDialog,
);
export const DEFERRED_WELCOME = deferComponent(
  async () => (await import('./WelcomeDialog.tsx')).WelcomeDialog,
);
