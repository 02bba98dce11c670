import { toScreenCommandLabels } from '#contract/screens.ts';
import { mainProcessTexts } from '#contract/text/en/system.ts';
import { firstTexts } from './first.ts';

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
  window: firstTexts.window,
  rail: firstTexts.rail,
  history: firstTexts.history,
  sync: firstTexts.sync,
  connection: firstTexts.connection,
  secrets: firstTexts.secrets,
  banner: firstTexts.banner,
  failure: firstTexts.failure,
  export: {
    saving: 'The file is being saved.',
    counting: 'The entries have not been counted yet.',
    nothing: 'There is nothing to export.',
    csv: 'Export CSV',
    notificationsHint:
      'The notifications of this search as a table, each for itself; it contains patients’ names',
    requestsHint: 'The requests of this list as a table; it contains patients’ names',
    dayHint: 'The shown appointments as a table; it contains patients’ names',
  },
  pane: { list: 'List', record: 'Record', resizeList: 'Width of the list' },
  health: {
    title: 'Sync',
    kind: 'Kind',
    cached: 'On this computer',
    received: 'Received',
    quarantined: 'Quarantined',
    lastSuccess: 'Last complete sync',
    lastChecked: 'Last checked',
    order: 'As the service sorts them',
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
    pausedOffline: 'Next try at {{when}}: the service cannot be reached.',
    nextRefresh: 'Next automatic sync at {{when}}.',
    neverComplete: 'Never',
    state: {
      never: 'Not synced yet',
      running: 'Syncing',
      complete: 'Complete',
      incomplete: 'Partial',
      failed: 'Failed',
    },
    quarantinedHint:
      'Quarantined records cannot be shown: the service sent them without a usable id, as another kind of record, or in a form that cannot be read.',
    tryAgain: 'Try again',
    cacheReplaced:
      'The cache of this account was damaged when it was opened. A damaged copy was kept and the records are downloaded again.',
  },
  palette: {
    ...firstTexts.palette,
    search: 'Find an action, a record or a patient',
    entries: 'Found',
    nothing: 'Nothing matches.',
    named: '{{kind}}: {{name}}',
    of: '{{action}} ({{of}})',
    switchTo: 'Switch to {{name}}',
    orderFor: 'New requisition for {{patient}}',
    moveNeeded: {
      many: 'This changes several records: press the down arrow key to choose it, then Enter.',
      failed: 'Not everything could be searched: choose an entry with the arrow keys, then press Enter.',
      several: 'More than one was found: choose one with the arrow keys, then press Enter.',
    },
    section: {
      here: 'On this screen',
      recents: 'Opened last',
      patients: 'Patients',
      actions: 'Actions',
      further: 'Further actions',
      records: 'Records',
      many: 'On several records at once',
    },
    kind: { requisition: 'Requisition', form: 'Form', notification: 'Notification' },
  },
  command: {
    ...firstTexts.command,
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
    ...toScreenCommandLabels(mainProcessTexts.screen),
    'go.completion-requests': 'Requests to patients',
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
    onlyForOthers: 'All of these are for other users. To mark them, filter by “For” or select them.',
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
