import type { LocalDataKind } from '#contract/local-data.ts';
import type { LocalStoreHealth } from '#contract/outbox.ts';
import { formatCountWithNoun } from '#main/base/plain-text.ts';

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

/** Returns what stderr says of a local store with losses until a user dismisses them; null where there are none. */
export function formatLossNote(local: LocalStoreHealth): string | null {
  if (local.state === 'fine') return null;
  return `intray: the local store is ${formatLocalStoreHealth(local)}. "intray outbox dismiss-loss" ends this message`;
}
