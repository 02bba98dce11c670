import { getScreenCommandId, SCREENS, type ScreenCommandId } from '#contract/screens.ts';
import { mainProcessTexts } from '#contract/text/en/system.ts';

// Object.fromEntries returns an object with any string as key, so its type is asserted; each screen of the table has an entry.
const SCREEN_COMMAND_LABELS = Object.fromEntries(
  SCREENS.map((screen) => [
    getScreenCommandId(screen.id),
    'commandLabel' in screen ? screen.commandLabel : screen.label,
  ]),
) as Record<ScreenCommandId, string>;

/** Strings of the settings of system notifications. */
export const systemNotificationSettingTexts = {
  systemNotifications: {
    title: 'System notifications',
    level: 'What a system notification shows',
    levels: { nothing: 'Nothing', kind: 'Number and kind', full: 'Everything' },
    says: {
      nothing: 'No system notification is shown. The inbox and its counter still show new notifications.',
      kind: 'For example: 3 new notifications: 2 appointments, 1 message. Nothing else appears on the screen.',
      full: 'Title and text of the newest notification, which may name patients. They stay in the list of the operating system until they are cleared.',
    },
  },
} as const;

/** Strings of the frame around every screen: navigation, status bar, banners, shortcuts, failures. */
export const appFrameTexts = {
  window: { title: '{{screen}} – Intray', titleAlone: 'Intray' },
  export: {
    saving: 'The file is being saved.',
    nothing: 'There is nothing to export.',
    csv: 'Export CSV',
    notificationsHint:
      'The notifications of this search as a table, each for itself; it contains patients’ names',
    requestsHint: 'The requests of this list as a table; it contains patients’ names',
    dayHint: 'The shown appointments as a table; it contains patients’ names',
  },
  rail: {
    label: 'Navigation',
    collapse: 'Collapse the navigation',
    expand: 'Expand the navigation',
    unread: 'unread',
    toReview: 'to review',
    dueReminders_one: 'due reminder',
    dueReminders_other: 'due reminders',
    askedTooLong: 'asked too long',
    notOver_one: 'appointment of today is not over',
    notOver_other: 'appointments of today are not over',
    person_one: 'needs your decision',
    person_other: 'need your decision',
    resize: 'Width of the navigation',
  },
  history: {
    label: 'Back and forward',
    back: { nothing: 'Nothing was shown before this.', editing: 'Close the editor first.' },
    forward: { nothing: 'There is nothing to go forward to.', editing: 'Close the editor first.' },
  },
  pane: { list: 'List', record: 'Record', resizeList: 'Width of the list' },
  sync: {
    starting: 'Starting',
    restarting: 'Restarting the data service',
    noAccount: 'No account is open',
    opening: 'Opening the account',
    upToDate: 'Up to date, as of {{when}}',
    never: 'Not synced yet',
    reading: 'Synced. Loading the list',
    unread: 'Synced, but the list could not be read',
    running: 'Syncing',
    runningParts: 'Syncing: {{parts}}',
    received: '{{kind}} {{count, number}} received',
    incomplete: 'Partly synced, as of {{when}}',
    incompleteNever: 'Partly synced',
    behindAsOf: 'Not synced since the service became available again. Records as of {{when}}',
    failed: 'The last sync failed',
    failedAsOf: 'The last sync failed. Records as of {{when}}',
    partFailed: 'Not synced: {{what}}',
    partFailedAsOf: 'Not synced: {{what}}. Records as of {{when}}',
    asOf: 'Records as of {{when}}',
    now: 'Sync now',
    stop: 'Stop syncing',
    details: 'Sync details',
  },
  connection: {
    unknown: 'Not connected yet',
    online: 'Online',
    offline: 'Offline',
    'signed-out': 'Signed out',
    trouble: 'The service has a problem',
    since: '{{state}} since {{when}}',
    paused: 'Paused until {{when}}',
  },
  health: {
    title: 'Sync',
    kind: 'Kind',
    cached: 'On this computer',
    received: 'Received',
    quarantined: 'Quarantined',
    lastSuccess: 'Last complete sync',
    lastChecked: 'Last checked',
    order: 'Order of the service',
    orders: {
      'updated-newest': 'Last changed first',
      'updated-oldest': 'Last changed last',
      'created-newest': 'Newest first',
      'created-oldest': 'Oldest first',
      id: 'By id',
      mixed: 'No fixed order',
      unknown: 'Not known yet',
    },
    suspected_one:
      'One record was not in the last full sync. It stays here until the service has confirmed twice that it no longer returns it.',
    suspected_other:
      '{{count, number}} records were not in the last full sync. They stay here until the service has confirmed twice that it no longer returns them.',
    missing_one: 'One record is no longer returned by the service. Confirm it under Activity.',
    missing_other:
      '{{count, number}} records are no longer returned by the service. Confirm them under Activity.',
    behind:
      'The last sync did not receive all records. The received records are kept; the next sync continues.',
    paused: 'Next try at {{when}}: the service asked for a pause or failed too often.',
    nextRefresh: 'Next automatic sync at {{when}}.',
    neverComplete: 'Never',
    state: {
      never: 'Not synced yet',
      running: 'Syncing',
      complete: 'Complete',
      incomplete: 'Partial',
      failed: 'Failed',
    },
    quarantinedHint: 'Quarantined records have no usable id. They cannot be shown.',
    tryAgain: 'Try again',
    cacheReplaced:
      'The cache of this account was damaged when it was opened. A damaged copy was kept and the records are downloaded again.',
  },
  secrets: {
    variables: 'Tokens are read from environment variables',
    memory: 'Nothing is stored after Intray closes',
    demo: 'Made-up patients on this computer',
  },
  banner: {
    keychain:
      'Answer the question of your computer’s keychain. It may be behind this window. Intray waits for it up to ten minutes.',
    cancelKeychain: 'Cancel',
    signedOut: 'The service no longer accepts this sign-in. All records on this computer stay readable.',
    renew: 'Enter new tokens',
    memory:
      'This computer has no keychain, so nothing is stored after Intray closes. The service keeps the records.',
    cacheReplaced:
      'The cache of this account could not be read. A damaged copy was kept and the records are downloaded again; nothing changes on the service.',
    cacheExpired:
      'This account was not opened for a long time, so its records and PDFs were removed from this computer. The records are downloaded again; lists are not complete until then. Nothing changes on the service.',
    settingsUnread:
      'Your settings could not be read. Times may be shown in another time zone than the one you chose.',
    dismiss: 'Dismiss',
  },
  palette: {
    title: 'Find',
    search: 'Find an action, a record or a patient',
    entries: 'Found',
    nothing: 'Nothing matches.',
    named: '{{kind}}: {{name}}',
    of: '{{action}} ({{of}})',
    switchTo: 'Switch to {{name}}',
    orderFor: 'New requisition for {{patient}}',
    section: {
      here: 'On this screen',
      recents: 'Opened last',
      patients: 'Patients',
      actions: 'Actions',
      records: 'Records',
    },
    kind: { requisition: 'Requisition', form: 'Form', notification: 'Notification' },
  },
  command: {
    'list.next': 'Next row',
    'list.previous': 'Previous row',
    'list.extendNext': 'Select this row and the next',
    'list.extendPrevious': 'Select this row and the previous',
    'row.pick': 'Select or deselect the row',
    'list.pickAll': 'Select all rows',
    'list.goToDate': 'Go to a date in the list',
    'record.open': 'Open the current row',
    'record.back': 'Back to the list',
    'search.focus': 'Search',
    'review.mark': 'Complete my review and go to the next',
    'review.showMine': 'My overdue reviews',
    'history.back': 'Back',
    'history.forward': 'Forward',
    'palette.open': 'Find an action, a record or a patient',
    'review.add': 'Add my review beside the open ones of others',
    'mark.undo': 'Undo the last action',
    'record.print': 'Print the open record',
    'record.new': 'New requisition, or new form under Forms',
    'record.wide': 'Widen the open record and its PDF, or show the list again',
    'record.window': 'Show the open record in its own window',
    'window.close': 'Close this window',
    'notification.read': 'Mark the current or selected notifications as read',
    'notification.unread': 'Mark the current or selected notifications as unread',
    'notification.snooze': 'Snooze the current or selected notifications',
    'sync.now': 'Sync now',
    'account.switch': 'Switch account',
    'window.lock': 'Lock the window',
    'pane.next': 'Next pane',
    'pane.previous': 'Previous pane',
    'rail.toggle': 'Collapse or expand the navigation',
    'help.open': 'Help for Intray',
    'help.news': 'What’s new',
    'help.about': 'About Intray and licences',
    'help.support': 'File for support',
    'help.keys': 'Show keyboard shortcuts',
    'help.tour': 'Tour of Intray',
    'help.check': 'Check this computer',
    'help.updates': 'Check for updates',
    ...SCREEN_COMMAND_LABELS,
  },
  failure: {
    noBridgeTitle: 'This window is not connected to Intray.',
    noBridgeSafe: 'Nothing was lost. Close the window and start Intray again.',
    engineTitle: 'The data service of Intray is not running.',
    startTitle: 'Intray could not start.',
    safe: 'The records on this computer and on the service are unchanged.',
    partTitle: 'A part of Intray could not be read from this computer.',
    partSafe: 'The records are unchanged. Try again; if it goes on, close Intray and start it again.',
    crashTitle: 'This part of the window stopped working.',
    crashSafe: 'The records are unchanged; only what was on the screen is lost. The details are in the log.',
    tryAgain: 'Try again',
    showAgain: 'Reload',
    starting: 'Starting Intray',
  },
} as const;

/** Why a button cannot act now. */
export const disabledReasonTexts = {
  disabled: {
    todayShown: 'Today is shown already.',
    preparing: 'The day is being prepared.',
    dayLoading: 'The day has not been read yet.',
    favouriteEmpty: 'Enter it first.',
    favouriteLong: 'It is too long for a favourite.',
    viewSame: 'The list shows this view as it is saved.',
    viewNameSame: 'Enter another name first.',
    nothingTicked: 'Tick a requisition first.',
    updating: 'An update is being looked for, downloaded or installed.',
    running: 'This is under way.',
    fitted: 'The pages fit the width already.',
    noNotifications: 'There is no notification to mark.',
    marking: 'Notifications are being marked.',
    counting: 'The notifications have not been counted yet.',
    removalFirst: 'Decide first about everything that would be lost.',
  },
} as const;

/** Strings of windows that show one record. */
export const recordWindowTexts = {
  recordWindow: {
    title: mainProcessTexts.recordWindow,
    open: 'Open in its own window',
    tooMany: 'At most {{limit, number}} windows of single records can be open. Close one of them first.',
  },
} as const;

/** Strings about what was typed in editors and dialogs and is not saved. */
export const unsavedInputTexts = {
  unsavedInput: {
    kept: 'Not saved yet, but kept: {{what}}.',
    form: {
      reminder: 'a reminder',
      'request-reminder': 'a reminder about a request',
      name: 'a name',
      'account-label': 'the name of an account',
      view: 'the name of a view',
      template: 'the name of a template',
      snooze: 'the day of a snooze',
      'pending-change': 'an edited change in the outbox',
      'sign-in': 'the address and the user of a sign-in',
      'pack-times': 'the times of downtime packs',
      'pdf-space': 'the space for PDFs',
    },
    open: 'Go there',
    discard: 'Discard',
  },
} as const;
