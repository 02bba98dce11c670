import { firstTexts } from './first.ts';

/** Strings of accounts and settings. */
export const accountAndSettingsTexts = {
  account: {
    ...firstTexts.account,
    welcome: 'Welcome to Intray',
    welcomeHint:
      'Intray shows the requisitions, forms and notifications of your clinic, and what needs work first. Records stay readable without a network, and what you change is kept on this computer until the service has it.',
    demoTitle: 'Look around first',
    demoHint:
      'The demo clinic runs on this computer only, with made-up patients. No data leaves the computer.',
    openDemo: 'Open the demo clinic',
    serviceTitle: 'Sign in to your clinic',
    serviceHint:
      'The administrator of the service gives you the address and the tokens. Tokens are stored in the keychain of this computer, or only until Intray closes if it has none.',
    addTitle: 'Add a clinic',
    listTitle: 'Accounts on this computer',
    current: 'Open now',
    open: 'Open',
    openNamed: 'Open {{name}}',
    opening: 'Opening',
    unknownUser: 'User not given',
    added: 'Added {{when}}',
    renew: 'Renew tokens',
    renewTitle: 'New tokens for {{name}}',
    renewHint: 'The records and the settings of the account stay as they are.',
    cancel: 'Cancel',
    ownerTitle: 'Do these tokens belong to {{owner}}?',
    ownerHint:
      'The tokens do not say whose they are. This account at {{host}} has the records and pending changes of {{owner}}. With the tokens of another user those changes would be sent under the wrong name.',
    ownerVariables:
      'The tokens come from the environment of this computer and do not say whose they are. The account at {{host}} has the records and pending changes of {{owner}}. Until you confirm, no record is opened and no change is sent. If they belong to another user, sign in below instead.',
    ownerSame: 'They belong to {{owner}}',
    ownerOther: 'Add as another account',
    ownerUnknown: 'the user who was signed in here on {{when}}',
    failedTitle: 'The account could not be opened.',
    failedSafe: 'Nothing was deleted.',
    tryAgain: 'Try again',
    keyHint:
      'If the system keychain has changed, restore it and try again. Otherwise you can continue without the old files.',
    moveAway: 'Move the old files away and start again',
    moveAwayQuestion: 'Move the files of {{name}} away?',
    moveAwayRecords: 'The records are downloaded again from the service.',
    moveAwayUnsent: 'Pending changes stay in the old files. They can be read only with the old key.',
    moveAwayKept:
      'Nothing is deleted. The old files are moved to a separate folder on this computer, with the date in its name.',
    moveAwayYes: 'Move them away and start again',
    moveAwayNo: 'Keep the files',
    baseUrl: 'Base address',
    baseUrlHelp: 'For example clinic.example.org',
    accessToken: 'Access token',
    jwt: 'JWT',
    userId: 'Your user id',
    userIdHelp: 'Starts with user_. Optional.',
    userIdHint: 'Read from the JWT and not verified. Change it if it is not yours.',
    signIn: 'Sign in',
    signingIn: 'Signing in',
    save: 'Save tokens',
    saving: 'Saving tokens',
    summary_one: 'One field needs your attention:',
    summary_other: '{{count, number}} fields need your attention:',
    wrong: {
      baseUrlEmpty: 'Enter the base address.',
      baseUrl:
        'Enter the host name of the service, for example clinic.example.org. The connection is always https.',
      accessTokenEmpty: 'Enter the access token.',
      jwtEmpty: 'Enter the JWT.',
      token: 'A token has no spaces, line breaks or special characters.',
      userId: 'A user id starts with user_ and has no spaces.',
    },
  },
  settings: {
    appearance: 'Appearance',
    theme: 'Theme',
    themes: { system: 'Same as the system', light: 'Light', dark: 'Dark', contrast: 'High contrast' },
    density: 'Rows',
    densities: { comfortable: 'Comfortable, two lines', compact: 'Compact, one line' },
    languageTitle: 'Language',
    language: 'Language of Intray',
    languageSystem: 'Same as the system ({{language}})',
    languageUnreviewed: '{{language}} (not reviewed by a speaker)',
    languageUnshown: {
      catalog:
        'The texts for {{language}} could not be loaded, so Intray is in English. Start Intray again; if that does not help, install it again.',
      letters:
        'This computer has no font with the letters of the chosen language, so Intray is in English. Install one, for example Noto Sans Arabic, and start Intray again.',
    },
    languageHelp:
      'Texts of the service stay in the language in which they were written. Date fields change with the next start of Intray.',
    timesTitle: 'Times',
    timeZone: 'Time zone',
    timeZoneHelp: 'All days and times are shown in this time zone.',
    timeZoneSystem: 'Same as the system ({{zone}})',
    timeZoneShow: 'Show time zones',
    startTitle: 'At start',
    openAtStart: 'Open',
    opens: { last: 'The account used last', demo: 'The demo clinic', ask: 'Ask every time' },
    about: 'About',
    version: 'Version',
    host: 'Runs on',
    hosts: { electron: 'Electron', 'stand-in': 'System browser (stand-in host)' },
    platform: 'System',
    notSaved: 'The setting was not saved.',
  },
} as const;

/** Strings of the names that users give to accounts. */
export const accountLabelTexts = {
  accountLabel: {
    edit: 'Name',
    editNamed: 'Name of {{name}}',
    field: 'Name of this account',
    help: 'For example the ward or the clinic. It stays on this computer; empty shows the address.',
    tooLong: 'A name has at most {{most, number}} characters and no line breaks.',
    save: 'Save the name',
  },
} as const;

/** Strings of the settings for the size of texts and for the time to undo. */
export const textSizeTexts = {
  undoTime: {
    title: 'Undo',
    label: 'Time to undo',
    seconds_one: '{{count, number}} second',
    seconds_other: '{{count, number}} seconds',
    help: 'A review, a share and a publication wait for this time on this computer before they are sent, so that they can be undone. They are also kept if Intray is locked or closed meanwhile, and are sent afterwards.',
  },
  textSize: {
    label: 'Text size',
    percent: '{{percent}} %',
    other: '{{size}}, chosen in the View menu',
    help: 'Everything in the window becomes larger or smaller with it, as with the zoom of the View menu. It stays after a restart.',
  },
} as const;

/** Strings of exporting and importing the local store of an account. */
export const exportAndImportTexts = {
  transfer: {
    export: 'Export',
    exportNamed: 'Export the local data of {{name}}',
    import: 'Import',
    importNamed: 'Import local data into {{name}}',
    exportTitle: 'Export the local data of {{name}}',
    exportAll: 'Export all accounts',
    exportAllTitle: 'Export the local data of all accounts',
    exportAllFiles:
      'Each account has a file of its own, with the id of the account in its name. An account whose files cannot be read now, because it is locked for example, is left out.',
    exportLead:
      'The file holds what exists on this computer only: changes that are not on the service, drafts, names, notes, views and reminders. Records and PDFs of the service are not in it. Save first what you have typed in an editor or in other fields: an import does not bring it back.',
    exportWarning:
      'Only this passphrase opens the file, and nobody can restore it. The same user imports the file on this or another computer.',
    importTitle: 'Import local data into {{name}}',
    importLead:
      'The file must come from the same address and the same user. Orders, publications and reviews in it are looked for on the service first; only you send them again.',
    confirmUser: 'It is not known whether this file is of the user of this account. Tick the box if it is.',
    sameUser: 'The file was exported by the user of this account',
    passphrase: 'Passphrase',
    again: 'The same passphrase again',
    tooShort: 'At least {{least, number}} characters.',
    differs: 'The two passphrases differ.',
    choosePlace: 'Choose a place and export',
    exporting: 'Exporting and checking',
    chooseFile: 'Choose the file and import',
    importing: 'Importing',
    cancel: 'Cancel',
    close: 'Close',
    exportedTitle: 'Exported and checked',
    exportedTo: 'The file {{file}} was read back, decrypted and compared.',
    exportedNoFile: 'No account has local data that can be read.',
    exportedNothing: 'All changes are on the service.',
    exportedChanges_one: 'One change in it is not on the service.',
    exportedChanges_other: '{{count, number}} changes in it are not on the service.',
    importedTitle: 'Imported',
    importedChanges_one: 'One change was added to the outbox.',
    importedChanges_other: '{{count, number}} changes were added to the outbox.',
    importedUncertain_one: 'One may have reached the service and is looked for.',
    importedUncertain_other: '{{count, number}} may have reached the service and are looked for.',
    importedKnown_one: 'One was here already and was skipped.',
    importedKnown_other: '{{count, number}} were here already and were skipped.',
    importedDiffering_one: 'One of these waits here with other content. Keep the file until that is sent.',
    importedDiffering_other:
      '{{count, number}} of these wait here with other content. Keep the file until they are sent.',
    importedOthers_one: 'One other entry was added.',
    importedOthers_other: '{{count, number}} other entries were added.',
    exportUnsent: 'Export unsent changes',
    unsentExported: 'All of them are exported, and each file was read back and compared: {{files}}',
    confirmExported: 'Delete and keep the export',
  },
} as const;

/** Strings of signing out, removing accounts and wiping. */
export const accountRemovalTexts = {
  removal: {
    start: { 'sign-out': 'Sign out', remove: 'Remove', wipe: 'Remove all accounts' },
    startNamed: {
      'sign-out': 'Sign out of {{name}}',
      remove: 'Remove {{name}}',
      wipe: 'Remove all accounts',
    },
    question: {
      'sign-out': 'Sign out of {{name}}?',
      remove: 'Remove {{name}} from this computer?',
      wipe: 'Remove all accounts from this computer?',
    },
    goes: {
      'sign-out':
        'The tokens, the key and all records, PDFs, names, notes and drafts of this account are deleted from this computer. The address and the user stay in the list, for the next sign-in.',
      remove:
        'The tokens, the key and all records, PDFs, names, notes and drafts of this account are deleted from this computer. It also leaves the list of accounts.',
      wipe: 'The tokens, the keys and all records, PDFs, names, notes and drafts of every account are deleted from this computer. The list of accounts is empty then. Settings stay.',
    },
    service: 'Nothing is deleted at the service. Files that you saved or printed elsewhere stay there.',
    looking: 'Looking for changes that were not sent',
    nothingUnsent: 'All changes are on the service.',
    unsent_one: 'One change is not on the service.',
    unsent_other: '{{count, number}} changes are not on the service.',
    tick_one: 'To delete the account without it, export it, or tick it to discard it.',
    tick_other: 'To delete the account without them, export them, or tick every one to discard it.',
    unsentList: 'Changes that are not on the service',
    unsentElsewhere_one: '{{name}}: one change is not on the service.',
    unsentElsewhere_other: '{{name}}: {{count, number}} changes are not on the service.',
    oneByOne: 'Export all accounts, or remove an account with unsent changes on its own first.',
    openFirst: 'Open the account to send them.',
    decideFirst: 'It is sent only after you have decided about it in Activity.',
    mayHaveArrived: 'May have reached the service: decide about it in Activity first, or export it.',
    unreadable:
      'No key opens the files of {{name}}. Unsent changes in them cannot be listed and would be lost.',
    oldFiles_one:
      '{{name}}: one old file with changes was moved away or replaced. Unsent changes in it cannot be listed and would be lost.',
    oldFiles_other:
      '{{name}}: {{count, number}} old files with changes were moved away or replaced. Unsent changes in them cannot be listed and would be lost.',
    locked: '{{name}} is locked with its PIN and stays. Its unsent changes cannot be listed.',
    unlockFirst:
      'Open it with its PIN, then it can be removed. Where the PIN and the recovery code are lost, the administrator of this computer can remove it.',
    acceptUnreadable: 'Delete the files although what was not sent in them is not known',
    sendNow: 'Send now',
    sending: 'Sending',
    confirm: { 'sign-out': 'Sign out and delete', remove: 'Delete and remove', wipe: 'Delete all' },
    confirmDiscard_one: 'Discard one change and delete',
    confirmDiscard_other: 'Discard {{count, number}} changes and delete',
    deleting: 'Deleting',
    keep: 'Keep everything',
    doneTitle: {
      'sign-out': 'You are signed out of {{name}}.',
      remove: '{{name}} was removed from this computer.',
      wipe_one: 'One account was removed from this computer.',
      wipe_other: '{{count, number}} accounts were removed from this computer.',
    },
    doneHint:
      'Checked: {{files, number}} files and folders are gone, and so are key and tokens in the keychain. The receipt is in the access log.',
    doneHintNoKeychain:
      'Checked: {{files, number}} files and folders are gone. No keychain could be reached: if this computer has one, it may still hold the tokens. The receipt is in removals.json in the data folder.',
    doneForeign_one: 'One file that Intray did not make was left.',
    doneForeign_other: '{{count, number}} files that Intray did not make were left.',
    dismiss: 'Close',
  },
} as const;
