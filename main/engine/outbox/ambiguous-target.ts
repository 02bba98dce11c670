import { isAmbiguousInPath } from '#contract/ids.ts';
import type { Operation } from '#contract/writes.ts';
import type { StoredOperation } from '#main/engine/desk/protocol.ts';
import type { SendContext } from './ground.ts';
import type { Outcome } from './outcome.ts';
import { toReconcileOutcome } from './update.ts';

/** Writes that leave without a look at their record. All others fetch it first, and believe only an answer with exactly its id. */
const UNSEEN: ReadonlySet<Operation> = new Set(['notifications.update']);

/**
 * Fetches the record of a write that would leave without a look, where something on the way may read another path out of its id (see
 * the assumptions: idsInPaths).
 * @returns what to do instead of sending; null where a GET answered exactly that id, or nobody could mistake it
 */
export async function checkAmbiguousTarget(
  context: SendContext,
  operation: StoredOperation,
): Promise<Outcome | null> {
  if (!UNSEEN.has(operation.operation) || !isAmbiguousInPath(operation.target)) return null;
  const found = await context.fresh(operation);
  return found.ok ? null : toReconcileOutcome(found);
}
