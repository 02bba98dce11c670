import { KNOWN_REQUISITION_STATUSES } from '#contract/requisition.ts';
import { useText, type Text } from '#renderer/text/text.ts';
import { StatusMark } from '#renderer/ui/StatusMark.tsx';
import { serviceLabel } from './service-words.ts';
import { isReviewed, statusShape, type RequisitionState } from './standing.ts';

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
