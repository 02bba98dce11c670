import type { CallOutput } from '#contract/api.ts';
import { ok, type Result } from '#contract/result.ts';
import type { ProcedureCalls } from '../bridge.ts';
import type { ChangeToSaveInput } from './editor-definition.ts';

interface SaveDeps {
  readonly calls: ProcedureCalls;
  /** Returns how long the user may undo a change before it is sent, in milliseconds. */
  readonly undoTimeMs: () => number;
}

/** Whether a change shares a requisition with its patient (service's document, section 4.2). */
function isSharing({ data }: ChangeToSaveInput): boolean {
  return 'share_with_patient' in data && data.share_with_patient === true;
}

/**
 * Saves changes, those that share with a patient to be sent later; returns their answers, or the error that stopped them. Several are
 * saved together or not at all: after an error the user may remove some of them, or give up.
 */
export async function saveTogether(
  { calls, undoTimeMs }: SaveDeps,
  changes: readonly ChangeToSaveInput[],
): Promise<Result<readonly CallOutput<'outbox.save'>[]>> {
  const held = changes.map((change) => ({
    ...change,
    ...(isSharing(change) ? { holdMs: undoTimeMs() } : {}),
  }));
  const [only, ...further] = held;
  if (only !== undefined && further.length === 0) {
    const saved = await calls['outbox.save'](only);
    return saved.ok ? ok([saved.value]) : saved;
  }
  const all = await calls['outbox.saveMany']({ changes: held, allOrNone: true });
  if (!all.ok) return all;
  const refused = all.value.results.find((result) => !result.ok);
  return refused?.ok === false
    ? refused
    : ok(all.value.results.flatMap((result) => (result.ok ? [result.value] : [])));
}
