import type { Health, KindHealth } from '#contract/sync-health.ts';
import type { LocalDataKind } from '#contract/local-data.ts';
import type { MissingRecordCounts } from '#contract/missing-records.ts';
import type { LocalStoreHealth, OutboxCounts } from '#contract/outbox.ts';
import { formatCountWithNoun } from '#main/base/plain-text.ts';
import type { CliAppWithOpenAccount } from './session.ts';
import { toKindLabel } from './command.ts';
import { formatTable } from './output.ts';

const HEADINGS = [
  'kind',
  'state',
  'cached',
  'quarantined',
  'suspected',
  'order',
  'last checked',
  'last complete',
  'error',
];

function formatTime(epoch: number | null): string {
  return epoch === null ? 'never' : new Date(epoch).toISOString();
}

function toKindRow(kind: KindHealth): readonly string[] {
  return [
    toKindLabel(kind.kind),
    kind.state,
    String(kind.cached),
    String(kind.quarantined),
    String(kind.suspected),
    kind.order ?? 'unknown',
    formatTime(kind.lastCheckedAt),
    formatTime(kind.lastSuccessAt),
    kind.error?.code ?? '',
  ];
}

/** Returns the number of pending changes that a sync has to handle: saved, sending or uncertain. */
export function countChangesToSync({ saved, sending, uncertain }: OutboxCounts): number {
  return saved + sending + uncertain;
}

function formatOutboxLine({ saved, sending, uncertain, needsYou, rejected }: OutboxCounts): string {
  return `${saved} saved, ${sending} sending, ${uncertain} uncertain, ${needsYou} to decide, ${rejected} rejected`;
}

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

function formatLocalLine({ state, carried, lost, incomplete = [] }: LocalStoreHealth): string {
  if (state !== 'recovered') return state;
  const lostText = lost === null ? 'an unknown number' : String(lost);
  const partly = incomplete.map((what) => LOCAL_DATA_LABELS[what]).join(', ');
  const rest = partly === '' ? '' : `; incomplete: ${partly}`;
  return `recovered, ${formatCountWithNoun(carried, 'change', 'changes')} recovered, ${lostText} lost${rest}`;
}

/** Returns what stderr says of a local store with losses until a user dismisses them; null where there are none. */
export function formatLossNote(local: LocalStoreHealth): string | null {
  if (local.state === 'fine') return null;
  return `intray: the local store is ${formatLocalLine(local)}. "intray outbox dismiss-loss" ends this message`;
}

/** Returns a line about the missing records that need the user; nothing where there are none. */
function formatMissingLines({ held, beingChecked, open }: MissingRecordCounts): readonly string[] {
  if (held + beingChecked + open === 0) return [];
  return [`missing     ${held} to confirm, ${beingChecked} being checked, ${open} open`];
}

/** Returns the state of an account as a table; with `isJson` as one JSON object on a line. */
export function formatAccountStatus(
  { account, place }: Pick<CliAppWithOpenAccount, 'account' | 'place'>,
  health: Health,
  isJson: boolean,
): string {
  if (isJson) return `${JSON.stringify({ account, secrets: place, health })}\n`;
  const { connection, pausedUntil, outbox, desk: app, missing, kinds } = health;
  const lines = [
    `account     ${account.id}`,
    `address     ${account.baseUrl}`,
    `user        ${account.userId ?? 'unknown'}`,
    `secrets     ${place === 'variables' ? 'environment variables' : place}`,
    `connection  ${connection}`,
    ...(pausedUntil === null ? [] : [`paused      until ${formatTime(pausedUntil)}`]),
    `outbox      ${formatOutboxLine(outbox)}`,
    `local store ${formatLocalLine(app)}`,
    ...formatMissingLines(missing),
    '',
  ];
  return `${lines.join('\n')}\n${formatTable(HEADINGS, kinds.map(toKindRow))}`;
}
