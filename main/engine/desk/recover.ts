import type { WritableDb } from '#main/engine/store/db.ts';
import { isDecisionFounded } from './decision-base.ts';
import { isCreate, isOnceOnly } from './once-only.ts';
import { allOperations, updateOperation } from './operations.ts';
import type { StoredOperation } from './protocol.ts';

/**
 * Whether a publish or a review was saved without the record that it decides about. Nothing shows later whether it has been sent
 * from another copy of this file, so that the user is asked. A create is looked for by what it makes.
 */
function isUnfounded(write: StoredOperation): boolean {
  const isDecision = isOnceOnly(write.operation, write.data) && !isCreate(write.operation);
  return isDecision && write.state === 'saved' && !isDecisionFounded(write);
}

/** What is known of earlier attempts at a write that an older file shows as waiting. */
function recoveredEvidence({ operation, state, evidence }: StoredOperation): StoredOperation['evidence'] {
  // A list may show a new record late: a create that is not found there is looked for again and asked about, never just sent.
  if (isCreate(operation)) return { ...evidence, mayHaveLeft: true, rewound: true };
  if (state !== 'saved') return { ...evidence, rewound: true };
  // An attempt that was surely not done tells nothing of one that the file does not know.
  const { before: _before, ...stored } = evidence;
  return { ...stored, rewound: true };
}

function recovered(operation: StoredOperation, isBehind: boolean): StoredOperation | null {
  const { state, data } = operation;
  const mayHaveLeft = isOnceOnly(operation.operation, data);
  // An older file may show as waiting what has left since. What waits for the user goes on waiting: the answer meets the evidence.
  if ((isBehind && mayHaveLeft) || isUnfounded(operation)) {
    const isResting = state === 'needs-you' || state === 'rejected';
    return {
      ...operation,
      state: isResting ? state : 'uncertain',
      evidence: recoveredEvidence(operation),
    };
  }
  if (state !== 'sending') return null;
  return { ...operation, state: mayHaveLeft ? 'uncertain' : 'saved' };
}

/**
 * After a start: nobody knows what became of a write that was on its way. What does no harm twice waits again, what must not be
 * sent twice is looked for.
 * @param isBehind whether the file is older than what was sent from it
 */
export function recoverSent(db: WritableDb, isBehind: boolean): void {
  for (const operation of allOperations(db)) {
    const changed = recovered(operation, isBehind);
    if (changed !== null) updateOperation(db, changed);
  }
}
