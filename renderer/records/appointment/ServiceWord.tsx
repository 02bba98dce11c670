import { useText } from '#renderer/text/text.ts';
import { serviceWord } from '../service-words.ts';

/** A word of the service for people, or that none was given. */
export function ServiceWord({ word }: { readonly word: string }) {
  const text = useText();
  if (word.trim() === '') return <span className="absent">{text('record.empty')}</span>;
  return <span dir="auto">{serviceWord(word)}</span>;
}
