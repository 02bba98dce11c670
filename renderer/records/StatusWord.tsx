import { KNOWN_REQUISITION_STATUSES } from '#contract/requisition.ts';
import { useText, type Text } from '#renderer/text/text.ts';
import { shorten } from '#renderer/ui/format.ts';
import { StatusMark } from '#renderer/ui/StatusMark.tsx';
import { isReviewed, statusShape, type Standing } from './standing.ts';

// The service may send any text as a status; more than this is no name.
const WORD_LENGTH = 100;

/** A status in words; one that the service's document does not name stays as it came. */
export function statusWord(text: Text, status: string): string {
  const known = KNOWN_REQUISITION_STATUSES.find((each) => each === status);
  if (known !== undefined) return text(`requisition.status.${known}`);
  return status === '' ? text('requisition.status.none') : shorten(status, WORD_LENGTH);
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
