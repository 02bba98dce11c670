import { CircleHelp, ClipboardList, FlaskConical, ScanLine, type LucideIcon } from 'lucide-react';
import {
  type RequisitionRow,
  type RequisitionType,
  REQUISITION_TYPES,
  KNOWN_REQUISITION_STATUSES,
} from '#contract/requisitions.ts';
import { type Text, useText } from '#renderer/text/text.ts';
import { Icon } from '#renderer/ui/Icon.tsx';
import { type MarkShape, StatusMark } from '#renderer/ui/StatusMark.tsx';
import { serviceLabel } from '../labels.ts';

/** What a list or a header needs to know to show how a requisition stands. */
type RequisitionState = Pick<RequisitionRow, 'status' | 'needsReview'>;

// A map, because a status is the service's text: `constructor` must not find anything.
const SHAPES: ReadonlyMap<string, MarkShape> = new Map([
  ['draft', 'ring'],
  ['sent', 'ring-arrow'],
  ['results_received', 'filled'],
]);

/** Whether results were received and reviewed. */
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

const ICONS: Readonly<Record<RequisitionType, LucideIcon>> = {
  lab: FlaskConical,
  imaging: ScanLine,
  general: ClipboardList,
};

/** A type in words; one that the service's document does not name is only spaced and capitalised. */
export function typeLabel(text: Text, type: string): string {
  if (isKnownType(type)) return text(`requisition.type.${type}`);
  return type === '' ? text('requisition.type.none') : serviceLabel(type);
}

/** The mark of a type. */
export function TypeIcon({ type, size = 16 }: { readonly type: string; readonly size?: 14 | 16 }) {
  return <Icon of={isKnownType(type) ? ICONS[type] : CircleHelp} size={size} />;
}

/** A status in words; one that the service's document does not name is only spaced and capitalised. */
export function statusLabel(text: Text, status: string): string {
  const known = KNOWN_REQUISITION_STATUSES.find((each) => each === status);
  if (known !== undefined) return text(`requisition.status.${known}`);
  return status === '' ? text('requisition.status.none') : serviceLabel(status);
}

/** How a requisition stands, by mark and word. */
export function StatusLabel(status: RequisitionState) {
  const text = useText();
  const word = isReviewed(status) ? text('requisition.status.reviewed') : statusLabel(text, status.status);
  return (
    <>
      <StatusMark shape={statusShape(status)} />
      <span dir="auto">{word}</span>
    </>
  );
}
