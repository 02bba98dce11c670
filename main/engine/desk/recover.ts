import type { WritableDb } from '#main/engine/store/db.ts';
import { isOnceOnly } from './once-only.ts';
import { allOperations, updateOperation } from './operations.ts';
import type { DeskOperation } from './protocol.ts';

function recovered(operation: DeskOperation, isBehind: boolean): DeskOperation | null {
  const { state, data, evidence } = operation;
  const mayHaveLeft = isOnceOnly(operation.operation, data);
  // An older file may show as waiting what has left since.
  if (isBehind && mayHaveLeft && state !== 'needs-you') {
    return { ...operation, state: 'uncertain', evidence: { ...evidence, rewound: true } };
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
