import { useCallback } from 'react';
import { useStore } from 'zustand';
import type { CallOutput } from '#contract/api.ts';
import { ok, type Result } from '#contract/result.ts';
import type { Requisition } from '#contract/requisitions.ts';
import { type QueryState, useQueryResult } from '#renderer/shared/use-query-result.ts';
import { useStores } from '#renderer/state/use-stores.ts';

/** What is shown beside an open requisition, and of which patient. */
export interface RequisitionContext extends CallOutput<'requisitions.context'> {
  readonly patient: string;
}

/** Maximum number of related records of each kind that a requisition shows. */
export const MAX_RELATED_SHOWN = 5;

/** Reads in one call what is shown beside an open requisition; again when records change. */
export function useRequisitionContext({
  patient,
  serviceFacility,
  type,
}: Requisition): QueryState<RequisitionContext> {
  const { calls, related } = useStores();
  const revision = useStore(related);
  const ask = useCallback(
    async (signal: AbortSignal): Promise<Result<RequisitionContext>> => {
      // One more than is shown, because the requisition itself is among them.
      const limit = MAX_RELATED_SHOWN + 1;
      const asked = { patient: patient === '' ? null : patient, serviceFacility, type, limit };
      const found = await calls['requisitions.context'](asked, signal);
      return found.ok ? ok({ ...found.value, patient }) : found;
    },
    [calls, patient, serviceFacility, type],
  );
  return useQueryResult(ask, revision);
}
