import type { Health, KindHealth } from '#contract/health.ts';
import type { OpenDesk } from './desk.ts';
import { wordOf } from './kinds.ts';
import { table } from './table.ts';

function moment(epoch: number | null): string {
  return epoch === null ? 'never' : new Date(epoch).toISOString();
}

function row({ kind, state, cached, quarantined, lastSuccessAt, error }: KindHealth): readonly string[] {
  return [wordOf(kind), state, String(cached), String(quarantined), moment(lastSuccessAt), error?.code ?? ''];
}

/** How an account stands: for people as a table, with `isJson` as one JSON object on a line. */
export function report({ account, place }: OpenDesk, health: Health, isJson: boolean): string {
  if (isJson) return `${JSON.stringify({ account, secrets: place, health })}\n`;
  const headings = ['kind', 'state', 'cached', 'set aside', 'last complete', 'error'];
  const lines = [
    `account     ${account.id}`,
    `address     ${account.baseUrl}`,
    `user        ${account.userId ?? 'unknown'}`,
    `secrets     ${place === 'variables' ? 'environment variables' : place}`,
    `connection  ${health.connection}`,
    '',
  ];
  return `${lines.join('\n')}\n${table(headings, health.kinds.map(row))}`;
}
