import { markedParts } from './marked-parts.ts';

interface MarkedProps {
  readonly text: string;
  /** What was looked for; case does not matter. */
  readonly words: readonly string[];
}

/** A text in which what was looked for is marked. */
export function Marked({ text, words }: MarkedProps) {
  return markedParts(text, words).map(({ text: part, isHit }, index) =>
    isHit ? <mark key={index}>{part}</mark> : part,
  );
}
