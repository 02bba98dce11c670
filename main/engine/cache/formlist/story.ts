import type { CompletionRequestHistory } from '#contract/completions.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import { resolveId } from '#main/engine/desk/local-ids.ts';
import { sql } from '#main/engine/store/sql.ts';
import type { FormCard } from './card.ts';
import type { FormQueryContext } from './ground.ts';
import { getDrifts } from './lines.ts';

/** Who was asked since then: who is, once everything is sent, and whose request has come and gone. */
function askedSince({ local }: FormQueryContext, { id, record }: FormCard, since: EpochMs): number {
  const asked = record.requestCompletionFrom.filter(
    ({ requestedAt }) => requestedAt !== null && requestedAt >= since,
  );
  const ended = local.all(sql<{ patient: string }>`
    SELECT patient FROM completion_request WHERE form = ${id} AND requested_at >= ${since} AND state = 'ended'`);
  return new Set([...asked, ...ended].map(({ patient }) => patient)).size;
}

/** What this desk knows of a form besides what the service says. 'not-found' where the form is not here. */
export function toCompletionRequestHistory(
  context: FormQueryContext,
  named: string,
): Result<CompletionRequestHistory> {
  const id = resolveId(context.local, named);
  const card = id === undefined ? undefined : context.cards.shown().get(id);
  if (card === undefined) return err('not-found');
  const since = card.state === 'unpublished_changes' ? getDrifts(context, [card.id]).get(card.id) : undefined;
  if (since === undefined) return ok({ unpublishedSince: null, askedSince: 0 });
  return ok({ unpublishedSince: since, askedSince: askedSince(context, card, since) });
}
