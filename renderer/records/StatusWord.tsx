import { KNOWN_REQUISITION_STATUSES } from '#contract/requisition.ts';
import { useText, type Text } from '#renderer/text/text.ts';
import { StatusMark } from '#renderer/ui/StatusMark.tsx';
import { serviceWord } from './service-words.ts';
import { isReviewed, statusShape, type Standing } from './standing.ts';

/** A status in words; one that the service's document does not name is only spaced and capitalised. */
export function statusWord(text: Text, status: string): string {
  const known = KNOWN_REQUISITION_STATUSES.find((each) => each === status);
  if (known !== undefined) return text(`requisition.status.${known}`);
  return status === '' ? text('requisition.status.none') : serviceWord(status);
}

/** How a requisition stands, by mark and word. */
export function StatusWord(standing: Standing) {
  const text = useText();
  const word = isReviewed(standing) ? text('requisition.status.reviewed') : statusWord(text, standing.status);
  return (
    <>
      <StatusMark shape={statusShape(standing)} />
      <span dir="auto">{word}</span>
    </>
  );
}
