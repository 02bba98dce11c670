import { CircleHelp, ClipboardList, FlaskConical, ScanLine, type LucideIcon } from 'lucide-react';
import { type BasicRequisitionRow, type RequisitionType, REQUISITION_TYPES } from '#contract/requisitions.ts';
import { KNOWN_REQUISITION_STATUSES } from '#contract/requisition-fields.ts';
import { type TextFunction, useText } from '#renderer/text/text.ts';
import { Icon } from '#renderer/ui/Icon.tsx';
import { type StatusMarkShape, StatusMark } from '#renderer/ui/StatusMark.tsx';
import { humanizeCode } from '../humanize-code.ts';

/** The fields that determine how a requisition's state is shown. */
type RequisitionState = Pick<BasicRequisitionRow, 'status' | 'needsReview'>;

// A Map, not an object: the status is text from the service, and `constructor` must not match.
const SHAPES: ReadonlyMap<string, StatusMarkShape> = new Map([
  ['draft', 'ring'],
  ['sent', 'ring-arrow'],
  ['results_received', 'filled'],
]);

/** Returns whether a requisition has results and needs no review. */
export function isReviewed({ status, needsReview }: RequisitionState): boolean {
  return status === 'results_received' && !needsReview;
}

/** The icon shape of a status; a square for a status that the service's document does not list. */
export function getRequisitionStatusShape(state: RequisitionState): StatusMarkShape {
  return isReviewed(state) ? 'tick' : (SHAPES.get(state.status) ?? 'square');
}

/** Returns whether the service's document lists a type (section 2.3). */
export function isKnownRequisitionType(type: string): type is RequisitionType {
  return REQUISITION_TYPES.some((known) => known === type);
}

const ICONS: Readonly<Record<RequisitionType, LucideIcon>> = {
  lab: FlaskConical,
  imaging: ScanLine,
  general: ClipboardList,
};

/** The label of a type; an unlisted one is derived from the code. */
export function getRequisitionTypeLabel(text: TextFunction, type: string): string {
  if (isKnownRequisitionType(type)) return text(`requisition.type.${type}`);
  return type === '' ? text('requisition.type.none') : humanizeCode(type);
}

/** The icon of a requisition's type. */
export function RequisitionTypeIcon({ type, size = 16 }: { readonly type: string; readonly size?: 14 | 16 }) {
  return <Icon shape={isKnownRequisitionType(type) ? ICONS[type] : CircleHelp} size={size} />;
}

/** The label of a status; an unlisted one is derived from the code. */
export function getRequisitionStatusLabel(text: TextFunction, status: string): string {
  const known = KNOWN_REQUISITION_STATUSES.find((each) => each === status);
  if (known !== undefined) return text(`requisition.status.${known}`);
  return status === '' ? text('requisition.status.none') : humanizeCode(status);
}

/** The state of a requisition as icon and label. */
export function RequisitionStatusWithIcon(state: RequisitionState) {
  const text = useText();
  const word = isReviewed(state)
    ? text('requisition.status.reviewed')
    : getRequisitionStatusLabel(text, state.status);
  return (
    <>
      <StatusMark shape={getRequisitionStatusShape(state)} /> <span dir="auto">{word}</span>
    </>
  );
}
