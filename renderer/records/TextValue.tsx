import { useText } from '#renderer/text/text.ts';
import { LongText } from '#renderer/ui/LongText.tsx';

/** A text of the service, shown to the letter, or that none was given. */
export function TextValue({ value }: { readonly value: string }) {
  const text = useText();
  if (value.trim() === '') return <p className="absent">{text('record.empty')}</p>;
  return <LongText text={value} moreLabel={(count) => text('record.showRest', { count })} />;
}
