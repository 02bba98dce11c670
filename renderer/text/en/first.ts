import { errorTexts } from '#contract/text/en/errors.ts';
import { mainProcessTexts } from '#contract/text/en/system.ts';

/**
 * The strings of the first screen and of the frame around every screen, in English. They are in the page's first file; all
 * others are read with the screens that show them. The files of the groups take them from here.
 */
export const firstTexts = {
  screen: mainProcessTexts.screen,
  ...errorTexts,
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
    failed: {
      openEditor: 'The other editor was not opened, because what is typed in this one could not be saved.',
      discardDraft: 'The draft could not be discarded.',
      selectAll: 'Not all rows could be selected.',
    },
    notSaved: {
      requisition: 'The requisition was not saved: {{name}}.',
      form: 'The form was not saved: {{name}}.',
    },
    unnamedNotSaved: {
      requisition: 'An unnamed requisition was not saved.',
      form: 'An unnamed form was not saved.',
    },
    notSavedInAccount: {
      requisition: 'A requisition of the account {{account}} was not saved. Its draft is kept there.',
      form: 'A form of the account {{account}} was not saved. Its draft is kept there.',
    },
    dismiss: 'Dismiss',
  },
  failure: {
    noBridgeTitle: 'This window is not connected to Intray.',
    noBridgeSafe: 'Nothing was lost. Close the window and start Intray again.',
    engineTitle: 'The data service of Intray is not running.',
    startTitle: 'Intray could not start.',
    safe: 'The records on this computer and on the service are unchanged.',
    windowTitle: 'Intray could not find out what this window shows.',
    partTitle: 'A part of Intray could not be read from this computer.',
    partSafe: 'The records are unchanged. Try again; if it goes on, close Intray and start it again.',
    crashTitle: 'This part of the window stopped working.',
    crashSafe: 'The records are unchanged; only what was on the screen is lost. The details are in the log.',
    tryAgain: 'Try again',
    showAgain: 'Reload',
    starting: 'Starting Intray',
  },
  waits: {
    none: 'No pending changes',
    behind: 'Updating your changes',
    all_one: '{{count, number}} pending change',
    all_other: '{{count, number}} pending changes',
    person_one: '{{count, number}} needs your decision',
    person_other: '{{count, number}} need your decision',
    unsure_one: '{{count, number}} not sure',
    unsure_other: '{{count, number}} not sure',
  },
  palette: {
    title: 'Find',
  },
  command: {
    'history.back': 'Back',
    'history.forward': 'Forward',
    'palette.open': 'Find an action, a record or a patient',
  },
  home: {
    title: 'Home',
    asOf: 'As of {{when}}',
    queues: 'What needs work',
    scope: 'Whose reviews',
    scopes: { own: 'My reviews', all: 'All reviews' },
    ownMeans: 'Yours, and those that name no reviewer.',
    unknownUser:
      'Your user id is not known here, so all reviews are counted. You can enter it when you sign in.',
    firstSync: 'The first sync has not ended. The numbers count what has arrived so far.',
    notSynced: 'Nothing was fetched from the service yet.',
    notSyncedOffline: 'Nothing was fetched from the service yet. It cannot be reached now.',
    partly: 'Not everything could be fetched. The numbers count what is on this computer.',
    failed: 'The queues could not be counted.',
    stale: 'The numbers are from before.',
    counting: 'Counting what needs work',
    nothing: 'Nothing needs work.',
    unknown: 'not known yet',
    group: {
      reviews: 'Reviews',
      requisitions: 'Requisitions',
      patients: 'Patients',
      computer: 'On this computer',
    },
    queue: {
      overdue: 'My overdue reviews',
      allOverdue: 'All overdue reviews',
      results: 'Results for me to review',
      allResults: 'All results to review',
      unassigned: 'Results that name no reviewer',
      drafts: 'Drafts of requisitions',
      status: 'Status: {{status}}',
      otherStatuses: 'Other statuses',
      askedTooLong: 'Forms asked for more than {{days, number}} days ago',
      messages: 'Unread messages',
      decisions: 'Changes that need your decision',
      unsavedDrafts: 'Unfinished drafts of yours',
      requisitionReminders: 'Due reminders on requisitions',
      formReminders: 'Due reminders on forms',
      requestReminders: 'Due reminders on completion requests',
    },
    charts: 'Charts',
    chartsFailed: 'The charts could not be counted.',
    countingCharts: 'Counting the charts',
    keys: 'Arrow keys choose a queue, Enter opens it.',
    handover: {
      print: 'Print handover sheet',
    },
  },
  packs: {
    makeNow: 'Make a pack now',
    making: 'A pack is being made.',
    settings: 'Settings',
    setUp: 'Set up packs',
    off: 'No downtime pack is made before your shifts. With one, the requisitions and PDFs of the day can be read while the computer or the network is down.',
    none: 'There is no downtime pack yet.',
    ofToday: 'Downtime pack of today, {{when}}.',
    of: 'Downtime pack of {{when}}.',
    old: 'The downtime pack is older than a day: it is of {{when}}.',
    gone: 'The downtime pack of {{when}} is no longer in its folder.',
    missing_one: 'The PDF of one requisition is not in it.',
    missing_other: 'The PDFs of {{count, number}} requisitions are not in it.',
    failed: 'The last attempt, {{when}}, failed. {{why}}',
    folderGone: 'The folder of the packs does not exist any more. Choose it again in Settings.',
    tooLarge: 'The day sheet does not fit into a pack.',
  },
  keys: {
    names: {
      Ctrl: 'Ctrl',
      Shift: 'Shift',
      Enter: 'Enter',
      Escape: 'Escape',
      Insert: 'Insert',
      Delete: 'Delete',
      Backspace: 'Backspace',
      Home: 'Home',
      End: 'End',
      PageUp: 'Page up',
      PageDown: 'Page down',
    },
  },
  list: {
    tryAgain: 'Try again',
  },
  pending: {
    refused: 'The change was not saved.',
  },
  lock: {
    unreadable: 'Intray could not find out whether this window is locked.',
    soon: 'This window is not in use and locks in less than a minute.',
    stay: 'Stay',
    failed: 'This window was not locked.',
    code: {
      unwritten:
        'The new recovery code of this account is not written down yet. After the next lock it is not shown again.',
      show: 'Show the code',
    },
  },
  policy: {
    lastGood:
      'The policy of this computer cannot be used, so the last usable one still applies. {{place}}: {{reason}}',
    strict:
      'The policy of this computer cannot be used, so PDFs are neither saved nor printed and nothing is updated. Everything stays readable. {{place}}: {{reason}}',
    place: '{{file}}, line {{line}}',
    unread:
      'What the administrator of this computer allows could not be read. What is not allowed is refused only when it is tried.',
    noSaving: 'The administrator of this computer does not allow PDFs to be saved.',
  },
  check: {
    show: 'Check this computer',
  },
  account: {
    demoName: 'Demo clinic',
  },
  toast: {
    label: 'Messages',
  },
  record: {
    empty: 'Not given',
  },
  requisition: {
    status: {
      none: 'No status',
    },
  },
  pack: {
    open: 'Downtime pack',
  },
} as const;
