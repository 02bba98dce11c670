/** Strings of accounts and settings. */
export const accountAndSettingsTexts = {
  account: {
    welcome: 'Welcome to Intray',
    welcomeHint:
      'Intray shows the requisitions, forms and notifications of your clinic, and what needs work first. Records stay readable without a network, and what you change is kept on this computer until the service has it.',
    demoTitle: 'Look around first',
    demoHint:
      'The demo clinic runs on this computer only, with made-up patients. No data leaves the computer.',
    openDemo: 'Open the demo clinic',
    demoName: 'Demo clinic',
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
