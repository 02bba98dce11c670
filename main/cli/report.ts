import type { Health, KindHealth } from '#contract/sync-health.ts';
import type { MissingRecordCounts } from '#contract/missing-records.ts';
import type { OutboxCounts } from '#contract/outbox.ts';
import type { CliAppWithOpenAccount } from './session.ts';
import { toKindLabel } from './command.ts';
import { formatLocalStoreHealth } from './local-store-health.ts';
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
  const { connection, pausedUntil, outbox, localStore, missing, kinds } = health;
  const lines = [
    `account     ${account.id}`,
    `address     ${account.baseUrl}`,
    `user        ${account.userId ?? 'unknown'}`,
    `secrets     ${place === 'variables' ? 'environment variables' : place}`,
    `connection  ${connection}`,
    ...(pausedUntil === null ? [] : [`paused      until ${formatTime(pausedUntil)}`]),
    `outbox      ${formatOutboxLine(outbox)}`,
    `local store ${formatLocalStoreHealth(localStore)}`,
    ...formatMissingLines(missing),
    '',
  ];
  return `${lines.join('\n')}\n${formatTable(HEADINGS, kinds.map(toKindRow))}`;
}
