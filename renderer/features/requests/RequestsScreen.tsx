import { useText } from '#renderer/text/text.ts';

/** Being built. */
export function RequestsScreen() {
  const text = useText();
  return <h1 className="visually-hidden">{text('place.requests')}</h1>;
}
