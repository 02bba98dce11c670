import { useText } from '#renderer/text/text.ts';

/** Being built. */
export function DayScreen() {
  const text = useText();
  return <h1 className="visually-hidden">{text('place.day')}</h1>;
}
