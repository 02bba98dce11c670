/** The parts of the frame besides the screens that are read when they are needed. */
import { createLazyComponent } from '#renderer/shared/lazy.tsx';

/** The accounts, which fill the window where none is open. */
export const LAZY_ACCOUNT_SCREEN = createLazyComponent(
  async () => (await import('#renderer/features/accounts/AccountScreen.tsx')).AccountScreen,
);
export const LAZY_LOCK_SCREEN = createLazyComponent(
  async () => (await import('#renderer/features/lock/LockScreen.tsx')).LockScreen,
);
export const LAZY_REQUISITION_EDITOR = createLazyComponent(
  async () =>
    (await import('#renderer/features/requisitions/editor/RequisitionEditorScreen.tsx'))
      .RequisitionEditorScreen,
);
export const LAZY_FORM_EDITOR = createLazyComponent(
  async () => (await import('#renderer/features/forms/editor/FormEditorScreen.tsx')).FormEditorScreen,
);
export const LAZY_RELATED_RECORDS = createLazyComponent(
  async () => (await import('#renderer/features/patient/RelatedRecordsScreen.tsx')).RelatedRecordsScreen,
);
export const LAZY_PRINTED_DAY_SHEETS = createLazyComponent(
  async () => (await import('#renderer/features/day/PrintedDaySheets.tsx')).PrintedDaySheets,
);
export const LAZY_REVIEW_TOAST = createLazyComponent(
  async () => (await import('#renderer/features/requisitions/list/ReviewToast.tsx')).ReviewToast,
);
export const LAZY_ACTION_TOAST = createLazyComponent(
  async () => (await import('./ActionToast.tsx')).ActionToast,
);
export const LAZY_SYNC_DETAILS = createLazyComponent(
  async () => (await import('./SyncDetailsPopover.tsx')).SyncDetailsPopover,
);
export const LAZY_SWITCH_ACCOUNT_MENU = createLazyComponent(
  async () => (await import('./SwitchAccountMenu.tsx')).SwitchAccountMenu,
);
export const LAZY_LOCAL_FILE_BANNER = createLazyComponent(
  async () => (await import('./LocalFileBanner.tsx')).LocalFileBanner,
);
export const LAZY_UNSAVED_INPUT_BANNERS = createLazyComponent(
  async () => (await import('./UnsavedInputBanners.tsx')).UnsavedInputBanners,
);
export const LAZY_TOUR = createLazyComponent(async () => (await import('./Tour.tsx')).Tour);
export const LAZY_SHORTCUTS = createLazyComponent(
  async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog,
);
export const LAZY_GO_TO_DATE = createLazyComponent(
  async () => (await import('./GoToDateDialog.tsx')).GoToDateDialog,
);
export const LAZY_CLOSE_WINDOW = createLazyComponent(
  async () => (await import('./CloseWindowDialog.tsx')).CloseWindowDialog,
);
export const LAZY_HELP = createLazyComponent(async () => (await import('./help/HelpDialog.tsx')).HelpDialog);
export const LAZY_COMMAND_PALETTE = createLazyComponent(
  async () => (await import('./CommandPalette.tsx')).CommandPalette,
);
export const LAZY_COMPUTER_CHECK = createLazyComponent(
  async () => (await import('./ComputerCheckDialog.tsx')).ComputerCheckDialog,
);
export const LAZY_WELCOME = createLazyComponent(
  async () => (await import('./WelcomeDialog.tsx')).WelcomeDialog,
);
