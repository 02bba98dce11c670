import { COMPUTER_CHECK_LABELS } from '#contract/computer-check.ts';
import { firstTexts } from './first.ts';

/** Strings of the policy of this computer and of its check. */
export const policyAndComputerCheckTexts = {
  policy: {
    ...firstTexts.policy,
    fixed: 'Fixed by the administrator of this computer.',
    limited: 'The administrator of this computer does not allow more than “{{level}}”.',
    noPrinting: 'The administrator of this computer does not allow PDFs to be printed.',
    noOpening:
      'The administrator of this computer does not allow PDFs to be opened in other programs, because those can save and print.',
  },
  check: {
    ...firstTexts.check,
    title: 'Check this computer',
    running: 'Checking. This takes a few seconds.',
    fine: 'Nothing is wrong.',
    wrong_one: 'One thing does not work.',
    wrong_other: '{{count, number}} things do not work.',
    labels: COMPUTER_CHECK_LABELS,
    states: { fine: 'Fine', attention: 'Worth knowing', wrong: 'Does not work', skipped: 'Not checked' },
    copy: 'Copy',
    again: 'Check again',
    close: 'Close',
    privacy: 'The report says nothing about patients and contains no tokens.',
  },
} as const;

/** Strings of the time after which copies are removed from this computer. */
export const retentionTexts = {
  retention: {
    title: 'Copies on this computer',
    after: 'Remove copies that were not used for',
    days_one: '{{count, number}} day',
    days_other: '{{count, number}} days',
    limited_one: 'The administrator of this computer allows at most {{count, number}} day.',
    limited_other: 'The administrator of this computer allows at most {{count, number}} days.',
    stopped: 'Nothing is removed while the policy of this computer cannot be used.',
    what: 'These copies are removed: PDFs that were not opened, former versions of records, last copies of records that the service no longer returns, and the records of an account that was not opened. Nothing changes on the service, and an account that is opened again downloads its records.',
    stays:
      'These copies stay: the records of this account’s lists, unsent changes, drafts, names, notes and reminders, the PDFs that are downloaded automatically, and everything that an unsent change or a draft refers to.',
  },
};

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
