import type { Health, KindHealth } from '#contract/health.ts';
import type { Kind } from '#contract/ids.ts';
import type { MissingCounts } from '#contract/missing-records.ts';
import type { OutboxCounts } from '#contract/outbox.ts';
import { err, ok, type AppError, type Result } from '#contract/result.ts';
import { getWorst } from './exit-codes.ts';
import { toLabel } from './kinds.ts';
import { countWaiting } from './report.ts';

function errorOfKind({ kind, state, error }: KindHealth): AppError | null {
  if (error !== null) return { ...error, detail: [toLabel(kind), error.detail].filter(Boolean).join(': ') };
  // Never silently: a list that could not be had whole is no success.
  return state === 'incomplete'
    ? err('server-error', { detail: `${toLabel(kind)}: the list could not be had whole` }).error
    : null;
}

function errorsOfOutbox({ rejected, needsYou, uncertain }: OutboxCounts): readonly AppError[] {
  return [
    ...(rejected > 0 ? [err('rejected', { detail: `outbox: ${rejected} rejected` }).error] : []),
    ...(uncertain > 0
      ? [err('needs-you', { detail: `outbox: ${uncertain} may have arrived and not found so far` }).error]
      : []),
    ...(needsYou > 0 ? [err('needs-you', { detail: `outbox: ${needsYou} to decide` }).error] : []),
  ];
}

function errorsOfMissing({ held, open }: MissingCounts): readonly AppError[] {
  return held + open > 0 ? [err('needs-you', { detail: `missing: ${held + open} to confirm` }).error] : [];
}

/**
 * How a sync ends: with the worst of what went wrong, of the kinds that were asked for and of the outbox.
 * @param kinds those that were asked for; all where left out
 */
export function syncOutcome(health: Health, kinds: readonly Kind[] | undefined): Result<void> {
  const asked = health.kinds.filter(({ kind }) => kinds === undefined || kinds.includes(kind));
  const worst = getWorst([
    ...asked.map(errorOfKind).filter((error) => error !== null),
    // Where writes are left that should have been sent, what the account met is no side matter.
    ...(countWaiting(health.outbox) > 0 && health.error !== null ? [health.error] : []),
    ...errorsOfOutbox(health.outbox),
    ...errorsOfMissing(health.missing),
  ]);
  return worst === null ? ok(undefined) : { ok: false, error: worst };
}
