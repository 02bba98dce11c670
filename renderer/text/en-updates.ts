/** Strings of the updates in the settings. */
export const updates = {
  updates: {
    title: 'Updates',
    channel: 'Releases',
    channels: { stable: 'Stable', beta: 'Beta, for trying out' },
    fixed: {
      stable: 'Stable releases. The administrator of this computer decides about updates.',
      beta: 'Beta releases. The administrator of this computer decides about updates.',
    },
    off: 'Updates are managed by the administrator of this computer. Intray does not look for them.',
    check: 'Check for updates',
    checking: 'Checking…',
    never: 'Not checked yet.',
    upToDate: 'Intray {{version}} is up to date. Checked {{when}}.',
    lastChecked: 'You have Intray {{version}}. The last successful check was on {{when}}.',
    available: 'Intray {{version}} of {{date}} is available. You have {{current}}.',
    downloading: 'Downloading… {{percent}} %',
    ready: 'Intray {{version}} is ready to install.',
    install: 'Restart to install',
    installing: 'Closing the account and installing…',
    byAdministrator:
      'It is installed the way Intray was: by the package manager or the administrator of this computer.',
    kept: 'What is saved on this computer stays, unsent changes too.',
    notes: 'What is new in {{version}}',
    noNotes: 'There are no release notes.',
    more: 'Show {{count, number}} more characters',
    notRead: 'The state of updates could not be read.',
    obstacle: {
      sending: 'A change is being sent to the service. Try again when it has been sent.',
      unsaved:
        'This computer has no keychain, so unsent changes would be lost. Wait until they have been sent, then try again.',
    },
    failure: {
      'no-key': 'This build of Intray has no key to check updates with, so it does not take any.',
      address: 'The address of the updates is not usable. Ask the administrator of this computer.',
      offline: 'The update server could not be reached.',
      timeout: 'The update server took too long to answer.',
      'no-answer': 'The update server has no updates for Intray.',
      redirected: 'The update server sent Intray to another address. It did not go there.',
      'too-large': 'The update server sent more than an update can hold. Nothing was kept.',
      unreadable: 'The answer of the update server cannot be read. Nothing was changed.',
      'wrong-signature':
        'The update is not signed by the makers of Intray. Nothing was changed. Tell support.',
      older: 'The update server offers an older version than before. Nothing was changed. Tell support.',
      'wrong-file': 'The downloaded file is not the one that was signed. It was thrown away.',
      storage: 'The update could not be saved on this computer.',
      'not-installed': 'The update could not be installed. Intray goes on as it is.',
    },
  },
} as const;
