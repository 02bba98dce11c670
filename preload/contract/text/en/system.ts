import { SCREENS, type Screen } from '../../screens.ts';

// Object.fromEntries returns an object with any string as key, so its type is asserted; each screen of the table has an entry.
const SCREEN_LABELS = Object.fromEntries(SCREENS.map(({ id, label }) => [id, label])) as Record<
  Screen,
  string
>;

/** Strings that the main process shows: menus, dialogs of the system and system notifications. */
export const mainProcessTexts = {
  screen: SCREEN_LABELS,
  /** The title of a window that shows one record. */
  recordWindow: { requisition: 'Requisition', form: 'Form', notification: 'Notification' },
  menu: {
    file: 'File',
    syncNow: 'Sync now',
    lock: 'Lock',
    switchAccount: 'Switch account',
    closeWindow: 'Close window',
    quit: 'Quit',
    edit: 'Edit',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    selectAll: 'Select all',
    go: 'Go',
    back: 'Back',
    forward: 'Forward',
    search: 'Search',
    view: 'View',
    actualSize: 'Actual size',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fullScreen: 'Full screen',
    reload: 'Reload',
    developerTools: 'Developer tools',
    window: 'Window',
    minimize: 'Minimize',
    zoomWindow: 'Zoom',
    bringAllToFront: 'Bring all to front',
    help: 'Help',
    helpOpen: 'Help for Intray',
    news: 'What’s new',
    support: 'File for support',
    licences: 'About Intray and licences',
    keys: 'Keyboard shortcuts',
    tour: 'Tour of Intray',
    check: 'Check this computer',
    updates: 'Check for updates',
    about: 'About Intray',
    services: 'Services',
    hide: 'Hide Intray',
    hideOthers: 'Hide others',
    showAll: 'Show all',
  },
  start: {
    failed: 'Intray cannot start',
    asRoot: 'Intray does not run as root, because Chromium has no sandbox there. Start it as a normal user.',
  },
  fileKind: { exportFile: 'Intray export' },
  dialog: {
    cancel: 'Cancel',
    stay: 'Stay',
    quit: {
      message_one: '{{count, number}} change has not been sent',
      message_other: '{{count, number}} changes have not been sent',
      detail_one:
        'This computer offers no keychain, so Intray cannot keep unsent changes after it ends. If you quit now, it is lost.',
      detail_other:
        'This computer offers no keychain, so Intray cannot keep unsent changes after it ends. If you quit now, they are lost.',
      yes: 'Quit and lose them',
    },
    switchAccount: {
      message_one: '{{count, number}} change of this account has not been sent',
      message_other: '{{count, number}} changes of this account have not been sent',
      detail_one:
        'It waits until you open this account again. This computer offers no keychain: what is not sent before Intray ends is lost.',
      detail_other:
        'They wait until you open this account again. This computer offers no keychain: what is not sent before Intray ends is lost.',
      yes: 'Switch account',
    },
    signIn: {
      message: 'Sign in at {{host}}?',
      detail:
        'No account on this computer uses {{host}} so far. The access token and the JWT are sent there.',
      yes: 'Sign in',
    },
    videoCall: {
      message: 'Open this video call in the browser?',
      detail: 'It leads to {{host}}, outside Intray.',
      yes: 'Open the call',
    },
    noPage: {
      message: 'Intray cannot show its page',
      detail:
        'What was saved is safe on this computer. Try again. If that does not help, start the computer again or ask your administrator to install Intray again.',
      tryAgain: 'Try again',
      close: 'Close',
    },
    hangingPage: {
      message: 'Intray does not respond',
      detail:
        'You can wait, or load the page again. What was saved is safe on this computer; text that was typed in the last moment may be lost.',
      wait: 'Wait',
      loadAgain: 'Load again',
    },
  },
  systemNotification: {
    unreadBadge_one: '{{count, number}} unread',
    unreadBadge_other: '{{count, number}} unread',
    title_one: '{{count, number}} new notification',
    title_other: '{{count, number}} new notifications',
    kind: {
      appointment_one: '{{count, number}} appointment',
      appointment_other: '{{count, number}} appointments',
      message_one: '{{count, number}} message',
      message_other: '{{count, number}} messages',
      requisition_one: '{{count, number}} requisition',
      requisition_other: '{{count, number}} requisitions',
      form_one: '{{count, number}} form',
      form_other: '{{count, number}} forms',
      prescription_one: '{{count, number}} prescription',
      prescription_other: '{{count, number}} prescriptions',
      other_one: '{{count, number}} other',
      other_other: '{{count, number}} other',
    },
    titleAndMore_one: '{{title}} (and {{count, number}} more)',
    titleAndMore_other: '{{title}} (and {{count, number}} more)',
    signedOut: 'Intray is signed out',
    signedOutBody:
      'Nothing is fetched or sent until new tokens are entered. What is on this computer stays readable.',
    reminders_one: '{{count, number}} reminder is due',
    reminders_other: '{{count, number}} reminders are due',
    remindersBody: 'The first screen of Intray leads to them.',
    snoozed_one: '{{count, number}} snoozed notification is back',
    snoozed_other: '{{count, number}} snoozed notifications are back',
    snoozedBody: 'Their time has come; they are the first in the inbox.',
    packFailed: 'The downtime pack could not be made',
    packFailedBody: 'The first screen of Intray says why. Intray tries again.',
  },
} as const;
