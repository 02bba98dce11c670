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
    tick: 'To delete the account without them, export them, or tick every one to discard it.',
    unsentList: 'Changes that are not on the service',
    unsentElsewhere_one: '{{name}}: one change is not on the service.',
    unsentElsewhere_other: '{{name}}: {{count, number}} changes are not on the service.',
    oneByOne: 'Export all accounts, or remove an account with unsent changes on its own first.',
    openFirst: 'Open the account to send them.',
    mayHaveArrived: 'May have reached the service: decide about it in Activity first, or export it.',
    unreadable:
      'No key opens the files of {{name}}. What was not sent cannot be listed; it would be lost with them.',
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
      'Checked: {{files, number}} files and folders are gone. This computer has no keychain. The receipt is in removals.json in the data folder.',
    doneForeign_one: 'One file that Intray did not make was left.',
    doneForeign_other: '{{count, number}} files that Intray did not make were left.',
    dismiss: 'Close',
  },
} as const;
