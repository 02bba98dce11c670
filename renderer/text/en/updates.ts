/** Strings of the updates in the settings. */
export const appUpdateTexts = {
  updates: {
    title: 'Updates',
    channel: 'Releases',
    channels: { stable: 'Stable', beta: 'Beta, for testing' },
    fixed: {
      stable: 'Stable releases. The administrator of this computer decides about updates.',
      beta: 'Beta releases. The administrator of this computer decides about updates.',
    },
    off: 'Updates are managed by the administrator of this computer. Intray does not check for them.',
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
      'no-key': 'This build of Intray has no key to verify updates, so it installs none.',
      address: 'The address of the updates is not usable. Ask the administrator of this computer.',
      offline: 'The update server could not be reached.',
      timeout: 'The update server took too long to respond.',
      'no-answer': 'The update server has no updates for Intray.',
      redirected: 'The update server redirected Intray to another address. Intray did not follow.',
      'too-large': 'The file from the update server is too large. Nothing was saved.',
      unreadable: 'The response of the update server cannot be read. Nothing was changed.',
      'wrong-signature':
        'The update is not signed by the makers of Intray. Nothing was changed. Contact support.',
      older: 'The update server offers an older version than before. Nothing was changed. Contact support.',
      'wrong-file': 'The downloaded file is not the one that was signed. It was deleted.',
      storage: 'The update could not be saved on this computer.',
      'not-installed': 'The update could not be installed. The current version stays in use.',
    },
  },
} as const;
