import { useText } from '#renderer/text/text.ts';
import { serviceLabel } from '../service-words.ts';

/** A word of the service for people, or that none was given. */
export function ServiceLabel({ word }: { readonly word: string }) {
  const text = useText();
  if (word.trim() === '') return <span className="absent">{text('record.empty')}</span>;
  return <span dir="auto">{serviceLabel(word)}</span>;
}
