import { getScreenCommand, SCREENS, type Screen, type ScreenCommandId } from '#contract/screens.ts';

// Object.fromEntries forgets the names; each screen of the table has an entry.
const SCREEN_LABELS = Object.fromEntries(SCREENS.map(({ id, label }) => [id, label])) as Record<
  Screen,
  string
>;
const SCREEN_COMMAND_LABELS = Object.fromEntries(
  SCREENS.map((screen) => [
    getScreenCommand(screen.id),
    'commandLabel' in screen ? screen.commandLabel : screen.label,
  ]),
) as Record<ScreenCommandId, string>;

/** What is chosen for notices of the operating system. */
export const alerts = {
  alerts: {
    title: 'Notices of new alerts',
    level: 'What a notice says',
    levels: { nothing: 'Nothing', kind: 'How many, of what kind', full: 'Everything' },
    says: {
      nothing: 'No notice is shown. The inbox and the number beside it count new alerts all the same.',
      kind: 'For example: 3 new alerts: 2 appointments, 1 message. Nobody at the screen reads more.',
      full: 'Title and text of the newest alert, which may name patients. They stay in the list of the operating system until somebody clears them.',
    },
  },
} as const;

/** What the frame around every place says: rail, status bar, banners, keys, failures. */
export const frame = {
  place: SCREEN_LABELS,
  window: { title: '{{place}} – Intray', titleAlone: 'Intray' },
  rail: {
    label: 'Places',
    collapse: 'Collapse the rail',
    expand: 'Expand the rail',
    unread: 'unread',
    total: 'in all',
    person_one: 'needs you',
    person_other: 'need you',
    resize: 'Width of the rail',
  },
  pane: { list: 'List', record: 'Record', resizeList: 'Width of the list' },
  sync: {
    starting: 'Starting',
    restarting: 'The part that keeps the records is starting again',
    noAccount: 'No account is open',
    opening: 'Opening the account',
    upToDate: 'Up to date, as of {{when}}',
    never: 'Not synced yet',
    reading: 'Synced. Reading the list',
    unread: 'Synced, but the list could not be read',
    running: 'Syncing',
    received: '{{kind}} {{count, number}} received',
    incomplete: 'Synced in part, as of {{when}}',
    incompleteNever: 'Synced in part',
    behindAsOf: 'Not synced since the service is back. Records as of {{when}}',
    failed: 'The last sync failed',
    failedAsOf: 'The last sync failed. Records as of {{when}}',
    asOf: 'Records as of {{when}}',
    now: 'Sync now',
    stop: 'Stop syncing',
    details: 'Details of the sync',
  },
  connection: {
    unknown: 'Not tried yet',
    online: 'Online',
    offline: 'Offline',
    'signed-out': 'Signed out',
    trouble: 'Service has trouble',
    since: '{{state}} since {{when}}',
    paused: 'Paused until {{when}}',
  },
  health: {
    title: 'Sync',
    kind: 'Kind',
    cached: 'On this desk',
    received: 'Received',
    quarantined: 'Set aside',
    lastSuccess: 'Last complete',
    lastChecked: 'Last asked',
    order: 'Order of the list',
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
      'One record was not in the last full sync. It stays here until the service has said twice that it does not return it.',
    suspected_other:
      '{{count, number}} records were not in the last full sync. They stay here until the service has said twice that it does not return them.',
    missing_one: 'One record that the service no longer returns waits for you to confirm it, under Activity.',
    missing_other:
      '{{count, number}} records that the service no longer returns wait for you to confirm them, under Activity.',
    behind: 'The last sync did not get everything. What is here stays; the next sync goes on.',
    paused: 'The service is left alone until {{when}}: it asked for a pause, or failed too often.',
    nextRefresh: 'Asked again by itself at {{when}}.',
    neverComplete: 'Never',
    state: {
      never: 'Not synced yet',
      running: 'Syncing',
      complete: 'Complete',
      incomplete: 'In part',
      failed: 'Failed',
    },
    quarantinedHint: 'Records that were set aside had no usable id. They cannot be shown.',
    tryAgain: 'Try again',
    cacheSetAside:
      'A damaged cache was set aside when this account was opened. The records are fetched again.',
  },
  secrets: {
    variables: 'Tokens come from the environment of this program',
    memory: 'Nothing is stored after this run',
    demo: 'Made-up patients on this computer',
  },
  banner: {
    signedOut: 'The service no longer accepts this sign-in. Everything cached here stays readable.',
    renew: 'Enter new tokens',
    memory:
      'This computer offers no keychain, so nothing is stored after this run. The service keeps the records.',
    cacheSetAside:
      'The cache of this account could not be read and has been set aside. The records are fetched again; nothing on the service is touched.',
    settingsUnread:
      'Your settings could not be read. Times may be shown in another time zone than the one you chose.',
    dismiss: 'Put this notice away',
  },
  keys: {
    title: 'Keys',
    close: 'Close',
    hint: 'Single letters do nothing while you type.',
    groups: { move: 'In a list', record: 'With a record', go: 'Go to', desk: 'Desk', editor: 'In an editor' },
    editor: { save: 'Save', leave: 'Leave; what you typed stays as a draft' },
  },
  command: {
    'list.next': 'Next row',
    'list.previous': 'Previous row',
    'list.extendNext': 'Pick this row and the next',
    'list.extendPrevious': 'Pick this row and the one before',
    'row.pick': 'Pick the row, or let it go',
    'list.pickAll': 'Pick all rows',
    'record.open': 'Open the selected row',
    'record.back': 'Back to the list',
    'search.focus': 'Search',
    'review.mark': 'Mark as reviewed, and go to the next',
    'mark.undo': 'Undo the last review mark, or the last marking of many alerts',
    'record.print': 'Print what is open',
    'record.new': 'New requisition; among the forms, a new form',
    'notification.read': 'Mark the notification, or those picked, as read',
    'notification.unread': 'Mark it, or those picked, as unread',
    'sync.now': 'Sync now',
    'pane.next': 'Next pane',
    'pane.previous': 'Previous pane',
    'rail.toggle': 'Collapse or expand the rail',
    'help.keys': 'Show the keys',
    ...SCREEN_COMMAND_LABELS,
  },
  failure: {
    noBridgeTitle: 'This window is not connected to Intray.',
    noBridgeSafe: 'Nothing was lost. Close the window and start Intray again.',
    engineTitle: 'The part of Intray that keeps the records does not run.',
    startTitle: 'Intray could not start.',
    safe: 'The records on this computer stay as they are, and so does everything on the service.',
    crashTitle: 'This part of the window stopped working.',
    crashSafe: 'The records are untouched; only what is on the screen was lost. The details are in the log.',
    tryAgain: 'Try again',
    showAgain: 'Show it again',
    starting: 'Starting Intray',
  },
} as const;
