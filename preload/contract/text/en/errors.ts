/** One sentence for each error code. The headless command uses them as well: support and user read the same text. */
export const errorTexts = {
  error: {
    offline: 'The service cannot be reached. What is on this computer stays readable.',
    timeout: 'The service took too long to answer. Try again in a moment.',
    unauthorised: 'The service no longer accepts this sign-in. Enter new tokens to go on syncing.',
    forbidden: 'This account may not do that. Ask the administrator of the service.',
    'not-found': 'This record does not exist on the service or on this computer.',
    rejected: 'The service did not accept the request.',
    'rate-limited': 'The service asks for a pause. Intray will try again by itself.',
    'server-error': 'The service had trouble of its own. Try again later.',
    'bad-payload': 'The service sent a response that Intray cannot read. Nothing was changed here.',
    'too-large': 'The response of the service is larger than Intray accepts. Nothing was changed here.',
    'list-doubted':
      'The list of the service keeps changing, or lacks records that are known here. Nothing was removed because of that.',
    'list-endless':
      'The list of the service does not come to an end. Intray has stopped reading it: what was received is kept, nothing was removed, and the next refresh tries again. Tell the administrator of the service.',
    cancelled: 'Stopped before it was finished. What was received is kept.',
    redirected:
      'The address sends requests elsewhere. Intray does not follow, so that no token leaks. Check the base address.',
    certificate: 'The certificate of the service cannot be trusted. Ask the network administrator.',
    'proxy-unsupported':
      'The network requires a kind of proxy that Intray does not support. Ask the network administrator.',
    'invalid-input': 'Part of the input is not valid.',
    'insecure-address': 'The base address must be an https address with a host name and no path.',
    'refused-sender': 'The request did not come from an Intray window.',
    'not-signed-in': 'No account is open. Sign in first.',
    'keychain-locked': 'The keychain of this computer is locked. Unlock it and try again.',
    'keychain-unavailable': 'This computer has no keychain, so nothing is stored after Intray closes.',
    'key-missing':
      'The records of this account are on this computer, but the key that opens them is not in the keychain. Nothing was deleted.',
    'key-mismatch':
      'The records of this account are on this computer, but the key does not open them. Nothing was deleted.',
    'key-fits': 'The key opens the records of this account. Nothing was moved.',
    'another-user':
      'These tokens belong to another user than this account. Nothing was sent with them. Add them as another account.',
    'user-unconfirmed':
      'It has not been confirmed that these tokens belong to the user of this account. Until then nothing is sent and nothing is shown.',
    'account-mismatch':
      'The list of accounts on this computer names another address or user than this account was signed in with. Nothing was sent. Sign in again with the right address.',
    'sign-in-paused':
      'Another sign-in is under way, or several failed one after the other. Wait a minute and try again.',
    'sign-in-cancelled': 'The sign-in was cancelled. Nothing was sent, and no tokens were saved.',
    'foreign-folder':
      'This folder holds files that Intray did not make. Choose an empty folder for the data of Intray; nothing was changed in this one.',
    'unsafe-folder':
      'Other users of this computer could change the data folder: it is a link, belongs to another user, or may be written by others. Nothing was changed in it. Take the right to write away from others, or choose another folder.',
    'not-a-folder': 'What was chosen as the data folder is a file, or inside of one. Choose a folder.',
    held: 'Another Intray is using this data folder.',
    'policy-refused': 'The administrator of this computer does not allow this.',
    'check-failed':
      'Something that Intray needs does not work on this computer. The report says what can be done.',
    'clock-unconfirmed':
      'Nothing was removed, because the clock of this computer could be wrong: the service gave another time, or none. Set the clock and try again.',
    'log-altered':
      'Entries of the access log were changed or are missing. Tell the administrator of this computer.',
    'storage-full': 'The disk is full. Free some space and try again; no incomplete file is kept.',
    'storage-low':
      'The disk is nearly full, so Intray reads no more records: the space is kept for your changes. Free some space; then it reads on by itself.',
    'storage-read-only': 'The folder cannot be written. Check its permissions.',
    'storage-damaged':
      'The cache file was damaged. It was kept under another name, and the records are fetched again.',
    'storage-newer': 'The data was written by a newer Intray. Update this one to open it.',
    'file-unreadable': 'The file cannot be read.',
    'engine-down': 'The part of Intray that keeps the records has stopped. It is being started again.',
    'link-refused':
      'The link to this PDF leads to an address that Intray does not follow, or had expired twice. Tell the administrator of the service.',
    'not-a-pdf': 'What the service sent is no PDF. Nothing of it was kept; try again later.',
    'cut-short': 'The PDF was not received completely. It was not kept; try again.',
    'no-viewer': 'This computer has no program that opens PDFs. It can be read here or saved.',
    'not-opened': 'This computer could not open the address. Copy it into a browser.',
    'not-printed': 'The computer did not report that it printed. Look at the printer before you try again.',
    'needs-you': 'Something needs your decision before it can go on. Nothing was lost.',
    'on-its-way': 'This change is being sent. Try again in a moment.',
    'changed-since':
      'Nothing was done, because this was changed, decided or sent meanwhile, for example in another window. Look at it as it is now.',
    'saved-before':
      'This was saved before with other content, and has been sent since. Open the record and change it there. Nothing was saved now.',
    'already-found':
      'Another change of yours was already found to be this record. One record cannot be both. Choose another record, or send this one again.',
    'unsent-changes':
      'This account has changes that are not on the service. Send them, or discard each of them by name. Nothing was deleted.',
    'removal-unfinished':
      'The removal of this account has begun and is not finished. Intray goes on with it at the next start.',
    locked: 'This account is locked. Unlock it with its PIN in the window.',
    'wrong-pin': 'This PIN is wrong.',
    'weak-pin':
      'This PIN is too easy to guess. Use 6 to 32 digits that are not in a row, such as 123456, and not repeated, such as 121212.',
    'too-many-tries':
      'Too many wrong PINs were entered. One try is possible every 15 minutes; nothing was deleted.',
    'wrong-recovery-code':
      'This recovery code does not open the account. Compare it with what was written down.',
    'wrong-passphrase': 'This passphrase does not open the file. Nothing was imported.',
    'export-damaged': 'This is no complete export file of Intray, or it was changed. Nothing was imported.',
    'foreign-export':
      'This file was exported from another address or by another user. Only they can import it. Nothing was imported.',
    internal: 'Intray made a mistake. Nothing was lost; the details are in the log.',
  },
  /** Sentences for a sign-in, when there may be no account and no record on this computer yet. */
  errorAtSignIn: {
    offline: 'The service cannot be reached. Check the base address and the network, then try again.',
    unauthorised: 'The service does not accept these tokens. Check both and try again.',
  },
  errorSaid: '{{sentence}} It said: {{words}}',
} as const;
