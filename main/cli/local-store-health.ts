import type { LocalDataKind } from '#contract/local-data.ts';
import type { LocalStoreHealth } from '#contract/outbox.ts';
import { formatCountWithNoun } from '#main/base/plain-text.ts';
import type { CommandOutput } from './output.ts';

/** The labels of the kinds of local data. */
const LOCAL_DATA_LABELS: Readonly<Record<LocalDataKind, string>> = {
  directory: 'names for ids',
  drafts: 'drafts',
  followUps: 'follow-up marks',
  views: 'saved views',
  templates: 'templates',
  looks: 'viewed versions',
  ledger: 'print log',
  favourites: 'favourites',
  completions: 'history of completion requests',
  formReminders: 'reminders of completion requests',
  missing: 'records that the service no longer returns',
  snoozes: 'snoozed notifications',
};

/** Returns the health of the local store in words. */
export function formatLocalStoreHealth({ state, carried, lost, incomplete = [] }: LocalStoreHealth): string {
  if (state !== 'recovered') return state;
  const lostText = lost === null ? 'an unknown number' : String(lost);
  const partly = incomplete.map((what) => LOCAL_DATA_LABELS[what]).join(', ');
  const rest = partly === '' ? '' : `; incomplete: ${partly}`;
  return `recovered, ${formatCountWithNoun(carried, 'change', 'changes')} recovered, ${lostText} lost${rest}`;
}

/** Says on stderr what was lost with a local store, until a user dismisses it; nothing where nothing was. */
export function sayWhatWasLost(local: LocalStoreHealth, { note }: Pick<CommandOutput, 'note'>): void {
  if (local.state === 'fine') return;
  note(
    `intray: the local store is ${formatLocalStoreHealth(local)}. "intray outbox dismiss-loss" ends this message`,
  );
}
