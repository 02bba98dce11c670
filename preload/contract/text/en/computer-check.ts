/** What the check of this computer finds, and what can be done about it. The headless command shows these as well. */
export const computerCheckTexts = {
  failed: 'The check itself failed.',
  noEngine: 'No engine could be started in {{folder}} ({{code}}).',
  noEngineAdvice: 'Free some space there, or give this user the right to write there.',
  policy: {
    none: 'None ({{file}}).',
    applies: '{{file}} applies.',
    unusable: '{{file}} cannot be used: {{problems}}.',
    problemAt: 'line {{line}}: {{reason}}',
    lastGood:
      'The last policy that could be used still applies. An administrator has to correct the file or its rights.',
    strict:
      'PDFs are neither saved nor printed, and nothing is updated, until it can be used. An administrator has to correct the file or its rights.',
  },
  folder: {
    notMade: '{{folder}} (not made yet)',
    free: '{{place}}; {{megabytes, number}} MB free.',
    full: '{{place}}; the disk is full ({{megabytes, number}} MB free).',
    fullAdvice: 'Free some space; nothing can be saved.',
    littleAdvice: 'Free some space before the disk is full.',
    network: '{{place}}; on a network file system ({{kind}}).',
    onServer: '{{place}}; on a server.',
    networkAdvice:
      'Locks and flushes are not reliable there. Put the data folder on a disk of this computer (--data-dir).',
    unsafe:
      '{{place}} could be changed by other users of this computer ({{risk}}), so Intray does not use it.',
    unsafeAdvice:
      'Take the rights of group and others away (chmod -R go= on Linux and macOS), give the folder to this user, and name it by its own path, not by a link (--data-dir).',
    readable: '{{place}} can be read by other users of this computer: {{names}}.',
    readableAdvice:
      'Take the rights of group and others away, with everything in it (chmod -R go= on Linux and macOS).',
    unwritable: '{{place}} cannot be written ({{code}}).',
    unwritableAdvice: 'Give this user the right to write there, or choose another folder (--data-dir).',
    riskInside: '{{name}}: {{risk}}',
    risk: {
      link: 'a link',
      'not-a-folder': 'not a folder',
      'other-owner': 'of another user',
      'writable-by-others': 'writable by others',
    },
  },
  keychain: {
    open: 'Open.',
    locked: 'Locked ({{detail}}).',
    none: 'None ({{detail}}).',
    lockedReplaced: 'Locked; the environment variables take its place.',
    noneReplaced: 'None; the environment variables take its place.',
    replacedAdvice: 'This is enough for the headless command.',
    unlockOnLinux:
      'Unlock the keyring of the desktop; a sign-in without a password (by fingerprint, or automatic) leaves it locked.',
    unlockOnMac: 'Unlock the keychain “login” in Keychain Access.',
    unlock: 'Unlock it and try again.',
    without: 'Nothing is kept after the window closes, and the command needs these variables: {{names}}.',
  },
  database: {
    unusable: 'It cannot be opened ({{error}}).',
    plain: 'Its files are not encrypted.',
    encrypted: 'Opens in the engine and its threads; its files are encrypted.',
    advice: 'Install Intray again; if that does not help, send this report to support.',
  },
  noAddress: 'No account and no policy names an address.',
  proxy: {
    none: 'None: the service is reached directly.',
    unsupported: '{{rule}} cannot be used ({{detail}}).',
    unsupportedAdvice:
      'Intray uses http and https proxies without a password; SOCKS and proxies with a password are not supported.',
  },
  service: {
    answers: '{{address}} answers.',
    notValidNow: 'The certificate of {{address}} is not valid at the time of this computer ({{detail}}).',
    notValidNowAdvice: 'If the clock is right, tell the administrator of the service.',
    untrusted: 'The certificate of {{address}} cannot be trusted ({{detail}}).',
    untrustedAdvice:
      'A proxy that inspects traffic needs its certificate in the store of the system; ask the network administrator.',
    unreachable: '{{address}} cannot be reached ({{detail}}).',
    unreachableAdvice: 'Intray works offline.',
  },
  clock: {
    unknown: '{{here}} here; the service did not say its time.',
    same: '{{here}}, as at the service.',
    ahead: '{{here}} here, {{difference}} ahead of the service.',
    behind: '{{here}} here, {{difference}} behind the service.',
    advice: 'Set date and time of this computer, best from the network.',
  },
  sandbox: {
    notElectron: 'Intray does not run on Electron here, so Chromium’s sandbox is not in use.',
    off: 'It is turned off by --no-sandbox.',
    offAdvice: 'Start Intray without this switch.',
    system: 'The one of the system.',
    root: 'Chromium does not start for root.',
    rootAdvice: 'Start Intray as an ordinary user.',
    helper: 'With the helper of the package.',
    namespaces: 'With user namespaces.',
    forbidden: 'The kernel forbids user namespaces.',
    noneAllowed: 'The kernel allows no user namespaces.',
    appArmor: 'AppArmor restricts user namespaces to programs with a profile.',
    advice:
      'Install Intray from its deb or rpm package, which sets this up, or let an administrator give chrome-sandbox to root with mode 4755.',
  },
  printing: {
    noSystem: 'No printing system is installed.',
    unreadable: 'The list of printers could not be read.',
    noPrinter: 'No printer was found.',
    advice: 'Lists, day sheets and PDFs cannot be printed; add a printer in the settings of the system.',
    printers_one: 'One printer.',
    printers_other: '{{count, number}} printers.',
  },
  pdfProgram: {
    system: 'The one of the system.',
    none: 'No program opens PDFs.',
    noneAdvice: '“Open” does not work; PDFs are shown in the window and can be saved. Install a PDF program.',
  },
} as const;
