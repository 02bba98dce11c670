import type { FormStory } from '#contract/completions.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import { resolveId } from '#main/engine/desk/local-ids.ts';
import { sql } from '#main/engine/store/sql.ts';
import type { FormCard } from './card.ts';
import type { FormGround } from './ground.ts';
import { driftsOf } from './lines.ts';

/** Who was asked since then: who is, once everything is sent, and whose request has come and gone. */
function askedSince({ desk }: FormGround, { id, record }: FormCard, since: EpochMs): number {
  const asked = record.requestCompletionFrom.filter(
    ({ requestedAt }) => requestedAt !== null && requestedAt >= since,
  );
  const ended = desk.all(sql<{ patient: string }>`
    SELECT patient FROM completion_request WHERE form = ${id} AND requested_at >= ${since} AND state = 'ended'`);
  return new Set([...asked, ...ended].map(({ patient }) => patient)).size;
}

/** What this desk knows of a form besides what the service says. 'not-found' where the form is not here. */
export function storyOf(ground: FormGround, named: string): Result<FormStory> {
  const id = resolveId(ground.desk, named);
  const card = id === undefined ? undefined : ground.cards.shown().get(id);
  if (card === undefined) return err('not-found');
  const since = card.state === 'unpublished_changes' ? driftsOf(ground, [card.id]).get(card.id) : undefined;
  if (since === undefined) return ok({ driftSince: null, askedSince: 0 });
  return ok({ driftSince: since, askedSince: askedSince(ground, card, since) });
}
