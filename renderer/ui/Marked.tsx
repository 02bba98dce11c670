import { highlightedParts } from './marked-parts.ts';

interface HighlightedProps {
  readonly text: string;
  /** What was looked for; case does not matter. */
  readonly words: readonly string[];
}

/** A text in which what was looked for is marked. */
export function Highlighted({ text, words }: HighlightedProps) {
  return highlightedParts(text, words).map(({ text: part, isHit }, index) =>
    isHit ? <mark key={index}>{part}</mark> : part,
  );
}
