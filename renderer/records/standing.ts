import type { RequisitionRow, RequisitionType } from '#contract/requisition.ts';
import { REQUISITION_TYPES } from '#contract/requisition.ts';
import type { MarkShape } from '#renderer/ui/StatusMark.tsx';

/** What a list or a header needs to know to show how a requisition stands. */
export type RequisitionState = Pick<RequisitionRow, 'status' | 'needsReview'>;

// A map, because a status is the service's text: `constructor` must not find anything.
const SHAPES: ReadonlyMap<string, MarkShape> = new Map([
  ['draft', 'ring'],
  ['sent', 'ring-arrow'],
  ['results_received', 'filled'],
]);

/** Whether the results are in and somebody has reviewed them. */
export function isReviewed({ status, needsReview }: RequisitionState): boolean {
  return status === 'results_received' && !needsReview;
}

/** The mark of a status; one that the service's document does not name is a square. */
export function statusShape(status: RequisitionState): MarkShape {
  return isReviewed(status) ? 'tick' : (SHAPES.get(status.status) ?? 'square');
}

/** Whether a type is one the service's document names (section 2.3). */
export function isKnownType(type: string): type is RequisitionType {
  return REQUISITION_TYPES.some((known) => known === type);
}
