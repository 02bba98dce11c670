import { useText } from '#renderer/text/text.ts';
import { isIdText } from '../openable.ts';
import { OpenableId } from '../OpenableId.tsx';
import { TextValue } from '../TextValue.tsx';

/** A reference whose shape is open: an id that opens what it names, else its text. */
export function ReferenceValue({ reference }: { readonly reference: string | null }) {
  const text = useText();
  if (reference === null) return <span className="absent">{text('record.empty')}</span>;
  return isIdText(reference) ? <OpenableId id={reference} /> : <TextValue value={reference} />;
}
