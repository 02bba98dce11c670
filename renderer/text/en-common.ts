import { getScreenCommandId, SCREENS, type Screen, type ScreenCommandId } from '#contract/screens.ts';

// Object.fromEntries returns an object with any string as key, so its type is asserted; each screen of the table has an entry.
const SCREEN_LABELS = Object.fromEntries(SCREENS.map(({ id, label }) => [id, label])) as Record<
  Screen,
  string
>;
const SCREEN_COMMAND_LABELS = Object.fromEntries(
  SCREENS.map((screen) => [
    getScreenCommandId(screen.id),
    'commandLabel' in screen ? screen.commandLabel : screen.label,
  ]),
) as Record<ScreenCommandId, string>;

/** Strings of the settings of system notifications. */
export const systemNotificationTexts = {
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
export const frameTexts = {
  screen: SCREEN_LABELS,
  window: { title: '{{screen}} – Intray', titleAlone: 'Intray' },
  rail: {
    label: 'Navigation',
    collapse: 'Collapse the navigation',
    expand: 'Expand the navigation',
    unread: 'unread',
    toReview: 'to review',
    dueReminders_one: 'due reminder',
    dueReminders_other: 'due reminders',
    askedTooLong: 'asked too long',
    person_one: 'needs your decision',
    person_other: 'need your decision',
    resize: 'Width of the navigation',
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
    section: { recents: 'Opened last', patients: 'Patients', actions: 'Actions', records: 'Records' },
    kind: { requisition: 'Requisition', form: 'Form', notification: 'Notification' },
  },
  keys: {
    title: 'Keyboard shortcuts',
    close: 'Close',
    hint: 'Single-letter shortcuts are off while you type. Press a key in the list to change it; those of the menu stay as they are.',
    single: 'Single-letter shortcuts',
    singleOn: 'On',
    singleOff: 'Off: only keys with Ctrl, and named keys such as F5',
    change: 'Change the key: {{command}} {{keys}}',
    press: 'Press the new key: {{command}}. Escape cancels.',
    pressShort: 'Press a key',
    none: 'No key',
    reserved: 'This key cannot be used.',
    taken: 'Already used: {{command}}',
    reset: 'Restore the original keys',
    groups: {
      move: 'In a list',
      record: 'With a record',
      go: 'Go to',
      app: 'Intray',
      editor: 'In an editor',
    },
    editor: { save: 'Save', leave: 'Close; what you typed stays as a draft' },
  },
  command: {
    'list.next': 'Next row',
    'list.previous': 'Previous row',
    'list.extendNext': 'Select this row and the next',
    'list.extendPrevious': 'Select this row and the previous',
    'row.pick': 'Select or deselect the row',
    'list.pickAll': 'Select all rows',
    'record.open': 'Open the current row',
    'record.back': 'Back to the list',
    'search.focus': 'Search',
    'review.mark': 'Complete my review and go to the next',
    'review.showMine': 'My overdue reviews',
    'palette.open': 'Find an action, a record or a patient',
    'review.add': 'Add my review beside the open ones of others',
    'mark.undo': 'Undo the last review or the last change of read marks',
    'record.print': 'Print the open record',
    'record.new': 'New requisition, or new form under Forms',
    'notification.read': 'Mark the current or selected notifications as read',
    'notification.unread': 'Mark the current or selected notifications as unread',
    'sync.now': 'Sync now',
    'window.lock': 'Lock the window',
    'pane.next': 'Next pane',
    'pane.previous': 'Previous pane',
    'rail.toggle': 'Collapse or expand the navigation',
    'help.keys': 'Show keyboard shortcuts',
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
    crashTitle: 'This part of the window stopped working.',
    crashSafe: 'The records are unchanged; only what was on the screen is lost. The details are in the log.',
    tryAgain: 'Try again',
    showAgain: 'Reload',
    starting: 'Starting Intray',
  },
} as const;
